import {
  headOf,
  rowAs,
  type JournalColumn,
  type JournalFileQuery,
  type JournalFormat,
  type JournalFormatForm,
  type JournalLine,
} from '#contract/money/books/formats.ts';
import { entryNumber } from '#contract/money/ledger/model.ts';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows, violatedConstraint, type Db } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { booksInReach } from '#server/modules/money/ledger/ledger.scope.ts';
import { journalEntries } from '#server/modules/money/ledger/ledger.table.ts';
import { journalFormats } from './formats.table.ts';

type Format = typeof journalFormats.$inferSelect;
const titled = (...columns: [JournalColumn, string][]) => columns.map(([key, title]) => ({ key, title }));

/** The formats that the product starts with: a plain one, and one with the amount in a single column for tab-separated imports. */
const FORMATS: readonly Omit<Format, 'id' | 'version'>[] = [
  {
    name: 'Debe y haber, con punto y coma',
    separator: ';',
    decimal: ',',
    dateFormat: 'DD/MM/AAAA',
    heads: true,
    columns: titled(
      ['fecha', 'Fecha'],
      ['asiento', 'Asiento'],
      ['cuenta', 'Cuenta'],
      ['nombre', 'Nombre'],
      ['descripcion', 'Descripción'],
      ['debe', 'Debe'],
      ['haber', 'Haber'],
      ['proyecto', 'Proyecto'],
      ['lote', 'Lote'],
    ),
  },
  {
    name: 'Un solo monto, con comas (MM/DD/AAAA)',
    separator: ',',
    decimal: '.',
    dateFormat: 'MM/DD/AAAA',
    heads: true,
    columns: titled(
      ['fecha', 'Date'],
      ['asiento', 'Reference'],
      ['descripcion', 'Description'],
      ['cuenta', 'Account'],
      ['monto', 'Amount'],
      ['proyecto', 'Job'],
    ),
  },
];

/** Adds the product's formats where there is none. */
export async function seedJournalFormats(db: Db): Promise<void> {
  if ((await db.$count(journalFormats)) === 0) await db.insert(journalFormats).values([...FORMATS]);
}

export const findFormats = async (ctx: Context) =>
  (await ctx.db.select().from(journalFormats).orderBy(journalFormats.id)).map(shapeOf);

type Line = Omit<JournalLine, 'entry'> & { entryId: number; year: number; number: number };
const lineOf = ({ year, number, ...line }: Line): JournalLine => ({
  ...line,
  entry: entryNumber(year, number),
});
const shapeOf = ({ dateFormat, columns, ...one }: Format) => ({
  ...one,
  columns: [...columns],
  date_format: dateFormat,
});

async function saving(write: PromiseLike<{ id: number }[]>): Promise<number> {
  try {
    return (await write)[0]!.id;
  } catch (error) {
    if (violatedConstraint(error) !== 'journal_formats_name') throw error;
    const message = 'Ya hay un formato con ese nombre.';
    throw new Refused(409, 'NAME_TAKEN', message, { errors: [{ field: 'name', message }] });
  }
}

/** Adds a format, or changes one. Raises 404, 409 NAME_TAKEN or STALE. */
export async function saveFormat(
  ctx: Context,
  { version, date_format, ...form }: JournalFormatForm,
  id?: number,
): Promise<JournalFormat> {
  const [before] =
    id === undefined
      ? []
      : await ctx.db.select().from(journalFormats).where(eq(journalFormats.id, id)).for('no key update');
  if (id !== undefined && !before) throw notFound();
  if (before && version !== undefined && version !== before.version)
    throw conflict('STALE', undefined, { version: before.version });
  const values = { ...form, dateFormat: date_format };
  const saved = await saving(
    before
      ? ctx.db
          .update(journalFormats)
          .set({ ...values, version: before.version + 1 })
          .where(eq(journalFormats.id, before.id))
          .returning({ id: journalFormats.id })
      : ctx.db.insert(journalFormats).values(values).returning({ id: journalFormats.id }),
  );
  await announce(ctx, { record: 'formato_diario', id: saved, verb: before ? 'cambiar' : 'crear' });
  await audit(ctx, before ? 'cambiar' : 'crear', 'formato_diario', saved, {
    ...(before && { before: shapeOf(before) }),
    after: form,
  });
  return (await findFormats(ctx)).find((one) => one.id === saved)!;
}

const linesFrom = (
  entries: SQL,
) => sql`select e.id "entryId", e.day, e.year, e.number, e.description, c.extra ->> 'codigo' code,
    c.label account, l.note, p.name project, o.name lot, l.debit_cents debit, l.credit_cents credit from (${entries}) e
  join journal_lines l on l.entry_id = e.id join catalog_items c on c.catalog = 'accounting_accounts' and c.id = l.account_id
  left join projects p on p.id = l.project_id left join lots o on o.id = l.lot_id order by e.day, e.id, l.position`;

/** The lines of the newest entries that the caller sees. */
export const sampleLines = async (ctx: Context): Promise<JournalLine[]> =>
  (
    await rows<Line>(
      ctx.db,
      linesFrom(
        sql`select * from journal_entries where ${booksInReach(ctx, 'contabilidad.ver', journalEntries.bookId) ?? sql`true`}
          order by day desc, id desc limit 3`,
      ),
    )
  ).map(lineOf);

/** Entries that are read at once: the file needs little memory, however long it is. */
const BATCH = 1000;

/**
 * The journal of a company between two days, in a format, as text with a byte order mark. Entries stay whole and in the order of
 * day and entry. Raises 404 for an unknown format or a company out of reach, 422 when the last day is before the first.
 */
export async function journalFile(ctx: Context, query: JournalFileQuery): Promise<AsyncIterable<string>> {
  const { formato_id, libro_id, desde, hasta } = query;
  if (hasta < desde)
    throw invalid([{ field: 'hasta', message: 'Elige un día igual o posterior al primero.' }]);
  const [format] = await ctx.db.select().from(journalFormats).where(eq(journalFormats.id, formato_id));
  const [book] = await ctx.db
    .select({ id: partners.id })
    .from(partners)
    .where(and(eq(partners.id, libro_id), booksInReach(ctx, 'contabilidad.ver', partners.id)));
  if (!format || !book) throw notFound();
  await audit(ctx, 'exported', 'lista', '/api/accounting/journal_file', {
    title: format.name,
    filter: query,
  });
  return linesOf(ctx, format, query);
}

async function* linesOf(ctx: Context, format: Format, query: JournalFileQuery): AsyncIterable<string> {
  const shape = shapeOf(format);
  const head = headOf(shape);
  yield `\uFEFF${head === null ? '' : `${head}\r\n`}`;
  let after: [day: string, id: number] = [query.desde, 0];
  for (;;) {
    const found = await rows<Line>(
      ctx.db,
      linesFrom(sql`select id, day, year, number, description from journal_entries where book_id = ${query.libro_id}
        and (day, id) > (${after[0]}::date, ${after[1]}::bigint) and day <= ${query.hasta} order by day, id limit ${sql.raw(String(BATCH))}`),
    );
    const last = found.at(-1);
    if (!last) return;
    yield found.map((line) => `${rowAs(shape, lineOf(line))}\r\n`).join('');
    after = [last.day, last.entryId];
  }
}
