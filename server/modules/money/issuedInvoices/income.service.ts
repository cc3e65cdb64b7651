import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Receiver } from '#contract/money/issuedInvoices/model.ts';
import { INVOICED_EVENTS } from '#contract/money/issuedInvoices/rules.ts';
import type { Acting } from '#server/kernel/context.ts';
import { holdName, row, rows } from '#server/kernel/db.ts';
import type { PostingEvent } from '#server/kernel/postings.ts';
import { issue, lockIssued, takeBack, type Issued } from './issue.service.ts';
import { issuedInvoiceLines, issuedInvoices, uninvoicedEntries } from './issuedInvoices.table.ts';

const KINDS = sql.raw(`(${Object.keys(INVOICED_EVENTS).map((kind) => `'${kind}'`).join(', ')})`); // prettier-ignore
/** As many records as one run takes; the next goes on. */
const MOST = 500;

interface Standing {
  entryId: number;
  bookId: number;
  event: string;
  /** Its company issues from its day on. */
  due: boolean;
}

/**
 * Brings the invoices to what the books say: income without one gets it, income that was reversed gets its credit note, income
 * whose amounts changed gets both. One at a time; safe to repeat. Returns how many records it looked at.
 */
export async function invoiceIncome(ctx: Acting): Promise<number> {
  await holdName(ctx.db, 'issued invoices');
  const found = await rows<{ record: string; id: number }>(
    ctx.db,
    sql`select e.source_record record, e.source_id id from journal_entries e
        join invoice_series s on s.company_id = e.book_id and s.closed_on is null
      where e.event_kind in ${KINDS} and e.reversal_of is null and e.occurred_on >= s.issues_from
        and not exists (select from journal_entries r where r.reversal_of = e.id)
        and not exists (select from issued_invoices i where i.source_record = e.source_record and i.source_id = e.source_id
          and i.event = e.event and i.ended_on is null and i.entry_id = e.id)
        and not exists (select from uninvoiced_entries u where u.entry_id = e.id)
      union select i.source_record, i.source_id from issued_invoices i
      where i.kind = 'factura' and i.ended_on is null and exists (select from journal_entries r where r.reversal_of = i.entry_id)
      order by 1, 2 limit ${MOST}`,
  );
  for (const [record, group] of Map.groupBy(found, (one) => one.record))
    await compare(
      ctx,
      record,
      group.map(({ id }) => Number(id)),
    );
  return found.length;
}

async function compare(ctx: Acting, record: string, ids: readonly number[]): Promise<void> {
  const said = new Map<number, PostingEvent[]>();
  for (const source of ctx.postings.get(record) ?? [])
    for (const [id, events] of await source.events(ctx.db, ids))
      said.set(id, [...(said.get(id) ?? []), ...events.filter(({ kind }) => kind in INVOICED_EVENTS)]);
  for (const id of ids) {
    const standing = await rows<Standing>(
      ctx.db,
      sql`select e.id "entryId", e.book_id "bookId", e.event, coalesce(e.occurred_on >= s.issues_from, false) due from journal_entries e
        left join invoice_series s on s.company_id = e.book_id and s.closed_on is null
        where e.source_record = ${record} and e.source_id = ${id} and e.event_kind in ${KINDS} and e.reversal_of is null
          and not exists (select from journal_entries r where r.reversal_of = e.id)`,
    );
    const live = new Map((await liveOf(ctx, record, id)).map((one) => [one.event, one]));
    for (const entry of standing) {
      const event = said.get(id)?.find(({ key }) => key === entry.event);
      // What the books have and the record no longer says is reversed by the ledger first.
      const here = live.get(entry.event);
      if (event && (here || entry.due)) await follow(ctx, record, id, entry, event, here);
      live.delete(entry.event);
    }
    for (const gone of live.values())
      if (gone.entryId !== null) await takeBack(ctx, gone, 'El ingreso se reversó en los libros');
  }
}

const liveOf = async (ctx: Acting, record: string, id: number): Promise<Issued[]> =>
  ctx.db
    .select()
    .from(issuedInvoices)
    .where(
      and(
        eq(issuedInvoices.sourceRecord, record),
        eq(issuedInvoices.sourceId, id),
        eq(issuedInvoices.kind, 'factura'),
        isNull(issuedInvoices.endedOn),
      ),
    )
    .for('no key update');

async function follow(
  ctx: Acting,
  record: string,
  id: number,
  { entryId, bookId, event: name }: Standing,
  event: PostingEvent,
  live: Issued | undefined,
): Promise<void> {
  const { operation, amounts } = INVOICED_EVENTS[event.kind]!;
  const lines = event.amounts.flatMap(({ name: amount, cents }) =>
    amounts[amount] && cents > 0 ? [{ ...amounts[amount], cents }] : [],
  );
  if (live && (live.imported || (await sameLines(ctx, live.id, lines)))) {
    await ctx.db.update(issuedInvoices).set({ entryId }).where(eq(issuedInvoices.id, live.id));
    return;
  }
  if (live) await takeBack(ctx, (await lockIssued(ctx, live.id))!, 'El ingreso cambió en los libros');
  if (lines.length === 0) {
    await ctx.db.insert(uninvoicedEntries).values({ entryId }).onConflictDoNothing();
    return;
  }
  await issue(ctx, {
    kind: 'factura',
    operation,
    companyId: bookId,
    source: { record, id, event: name, entryId },
    projectId: event.of.projectId ?? null,
    saleId: event.of.saleId ?? null,
    receiver: await buyerOf(ctx, event.of.saleId ?? null),
    concept: event.description,
    lines,
    madeBy: null,
  });
}

async function sameLines(
  ctx: Acting,
  invoiceId: number,
  lines: readonly { cents: number; description: string }[],
): Promise<boolean> {
  const found = await ctx.db
    .select({ cents: issuedInvoiceLines.cents })
    .from(issuedInvoiceLines)
    .where(eq(issuedInvoiceLines.invoiceId, invoiceId))
    .orderBy(issuedInvoiceLines.position);
  return found.map(({ cents }) => cents).join() === lines.map(({ cents }) => cents).join();
}

/** The buyer of a sale as the receiver of its invoice. A RUC may be written with its DV. */
async function buyerOf(ctx: Acting, saleId: number | null): Promise<Receiver> {
  const buyer = await row<{
    name: string;
    type: Receiver['receiver_type'] | null;
    number: string | null;
    email: string | null;
  }>(
    ctx.db,
    sql`select p.name, p.document_type "type", p.document_number "number", p.email::text
      from sales s join people p on p.id = s.person_id where s.id = ${saleId}`,
  );
  const [, number = '', dv = ''] = /^(.*?)(?:\s+DV\s*(\d{1,2}))?$/i.exec(buyer?.number ?? '') ?? [];
  return {
    receiver_type: buyer?.type ?? 'cedula',
    receiver_name: buyer?.name || 'Consumidor final',
    receiver_document: number,
    receiver_dv: dv === '' ? '' : dv.padStart(2, '0'),
    receiver_address: '',
    receiver_email: buyer?.email ?? '',
  };
}
