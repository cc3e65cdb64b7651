import { and, eq, sql } from 'drizzle-orm';
import type { Book, Unposted, UnpostedFilter } from '#contract/money/ledger/books.ts';
import type { UnpostedReason } from '#contract/money/ledger/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { countUpTo, inOrder, limited, rows } from '#server/kernel/db.ts';
import { conflict, notFound } from '#server/kernel/errors.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { sourceOf } from './journal.queries.ts';
import { journalEntries, ledgerBooks, unpostedEvents } from './ledger.table.ts';
import { booksInReach } from './ledger.scope.ts';

/** The books in scope: those of the contracting parties that are in use, or that have entries. */
export async function findBooks(ctx: Context): Promise<Book[]> {
  return rows<Book>(
    ctx.db,
    sql`select partners.id, partners.name, b.opens_on,
        (select coalesce(json_agg(p.name order by p.name), '[]') from projects p where p.promoter_id = partners.id) projects,
        (select coalesce(sum(s.last), 0)::int from ledger_series s where s.book_id = partners.id) entries
      from partners left join ledger_books b on b.book_id = partners.id
      where partners.kind = 'contratante' and ${booksInReach(ctx, 'contabilidad.ver', partners.id) ?? sql`true`}
        and (partners.archived_at is null or exists (select from ledger_series s where s.book_id = partners.id))
      order by partners.name, partners.id`,
  );
}

/** A book in scope; raises 404. */
export async function requireBook(
  ctx: Context,
  id: number,
  permission: 'contabilidad.ver' | 'contabilidad.crear' | 'contabilidad.aprobar' = 'contabilidad.ver',
): Promise<{ id: number; name: string }> {
  const [found] = await ctx.db
    .select({ id: partners.id, name: partners.name })
    .from(partners)
    .where(
      and(eq(partners.id, id), eq(partners.kind, 'contratante'), booksInReach(ctx, permission, partners.id)),
    );
  if (!found) throw notFound();
  return found;
}

/** Sets the first day of books, while they have no entries of records. Raises 404, 409 BOOK_BEGUN. */
export async function changeBook(ctx: Context, id: number, opensOn: string | null): Promise<Book> {
  await requireBook(ctx, id, 'contabilidad.aprobar');
  const begun = await ctx.db.$count(
    journalEntries,
    and(eq(journalEntries.bookId, id), eq(journalEntries.kind, 'registro')),
  );
  if (begun > 0)
    throw conflict('BOOK_BEGUN', 'Estos libros ya tienen asientos de registros: su primer día no se cambia.');
  await ctx.db
    .insert(ledgerBooks)
    .values({ bookId: id, opensOn })
    .onConflictDoUpdate({ target: ledgerBooks.bookId, set: { opensOn } });
  await announce(ctx, { record: 'periodo_contable', id, verb: 'cambiar' });
  await audit(ctx, 'cambiar', 'periodo_contable', id, { opens_on: opensOn });
  const found = (await findBooks(ctx)).find((one) => one.id === id);
  if (!found) throw notFound();
  return found;
}

interface FoundEvent {
  id: number;
  day: string;
  description: string;
  sourceRecord: string;
  sourceId: number;
  bookId: number | null;
  book: string | null;
  projectId: number | null;
  project: string | null;
  reason: UnpostedReason;
  cents: number;
  since: string;
}

/** A page of what waits for a rule or a company, the oldest first. What has no book is seen by who sees all books. */
export async function findUnposted(ctx: Context, filter: UnpostedFilter) {
  const { libro_id, proyecto_id, motivo } = filter;
  const where =
    and(
      booksInReach(ctx, 'contabilidad.ver', unpostedEvents.bookId),
      libro_id === undefined ? undefined : eq(unpostedEvents.bookId, libro_id),
      proyecto_id === undefined ? undefined : eq(unpostedEvents.projectId, proyecto_id),
      motivo === undefined ? undefined : eq(unpostedEvents.reason, motivo),
    ) ?? sql`true`;
  const selection = sql`select unposted_events.id from unposted_events where ${where}`;
  const found = await rows<FoundEvent>(
    ctx.db,
    sql`select u.id, u.day, u.description, u.source_record "sourceRecord", u.source_id "sourceId", u.book_id "bookId", b.name book,
        u.project_id "projectId", p.name project, u.reason, u.cents, u.since
      from unposted_events u left join partners b on b.id = u.book_id left join projects p on p.id = u.project_id
      where u.id in (${selection}) order by ${inOrder(filter, { dia: sql`u.day` }, sql`u.id`, ['dia', 'asc'])}
      ${limited(filter.per_page, offsetOf(filter))}`,
  );
  const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
  const list = found.map((one): Unposted => ({
    id: one.id,
    day: one.day,
    description: one.description,
    source: sourceOf(one.sourceRecord, one.sourceId),
    book: named(one.bookId, one.book),
    project: named(one.projectId, one.project),
    reason: one.reason,
    centavos: one.cents,
    since: new Date(one.since).toISOString(),
  }));
  return { list, total: await countUpTo(ctx.db, selection) };
}
