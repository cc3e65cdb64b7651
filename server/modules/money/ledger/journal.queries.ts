import { and, sql, type SQL } from 'drizzle-orm';
import { recordUrl } from '#contract/company/comments/recordUrl.ts';
import { offsetOf } from '#contract/paging.ts';
import {
  entryNumber,
  type Entry,
  type EntryFilter,
  type EntryKind,
  type EntryLine,
  type EntryRow,
} from '#contract/money/ledger/model.ts';
import type { RecordEntry } from '#contract/company/comments/recordEntries.ts';
import { eventSpec } from '#contract/money/ledger/rules.ts';
import { entityLabel } from '#contract/company/audit/entities.ts';
import type { Context } from '#server/kernel/context.ts';
import { containing, countUpTo, inOrder, limited, rows } from '#server/kernel/db.ts';
import { journalEntries } from './ledger.table.ts';
import { booksInReach } from './ledger.scope.ts';

interface Found {
  id: number;
  year: number;
  number: number;
  day: string;
  occurredOn: string;
  bookId: number;
  book: string;
  kind: EntryKind;
  description: string;
  cents: number;
  sourceRecord: string;
  sourceId: number;
  reversesId: number | null;
  reversesYear: number | null;
  reversesNumber: number | null;
  reversedId: number | null;
  reversedYear: number | null;
  reversedNumber: number | null;
}

const link = (id: number | null, year: number | null, number: number | null) =>
  id === null ? null : { id, number: entryNumber(year!, number!) };

/** The record of an entry, with its page where it has one. */
export function sourceOf(record: string, id: number) {
  const url = recordUrl(record, id);
  return { record, id, name: entityLabel(record), url: url === '/oficina' ? null : url };
}

const present = (one: Found): EntryRow => ({
  id: one.id,
  number: entryNumber(one.year, one.number),
  day: one.day,
  occurred_on: one.occurredOn,
  book: { id: one.bookId, name: one.book },
  kind: one.kind,
  description: one.description,
  centavos: one.cents,
  source: sourceOf(one.sourceRecord, one.sourceId),
  reverses: link(one.reversesId, one.reversesYear, one.reversesNumber),
  reversed: link(one.reversedId, one.reversedYear, one.reversedNumber),
});

/** The columns of entries that `chosen` selects, in its order. */
const detailed = (chosen: SQL, order: SQL, more: SQL = sql``) => sql`
  select e.id, e.year, e.number, e.day, e.occurred_on "occurredOn", e.book_id "bookId", b.name book, e.kind, e.description,
    e.source_record "sourceRecord", e.source_id "sourceId",
    (select sum(l.debit_cents)::bigint from journal_lines l where l.entry_id = e.id) cents,
    o.id "reversesId", o.year "reversesYear", o.number "reversesNumber",
    r.id "reversedId", r.year "reversedYear", r.number "reversedNumber" ${more}
  from (${chosen}) chosen join journal_entries e on e.id = chosen.id join partners b on b.id = e.book_id
  left join journal_entries o on o.id = e.reversal_of left join journal_entries r on r.reversal_of = e.id ${order}`;

/** A number as people type it: 123, or 2026-000123. */
function numbered(q: string): SQL | undefined {
  const found = /^(?:(\d{4})-)?0*(\d{1,9})$/.exec(q);
  if (!found) return undefined;
  const number = sql`journal_entries.number = ${Number(found[2])}`;
  return found[1] ? and(number, sql`journal_entries.year = ${Number(found[1])}`) : number;
}

function matching(ctx: Context, filter: EntryFilter): SQL {
  const { libro_id, desde, hasta, clase, registro, cuenta_id, proyecto_id, q } = filter;
  const ofLine =
    cuenta_id === undefined && proyecto_id === undefined
      ? undefined
      : sql`exists (select from journal_lines l where l.entry_id = journal_entries.id
          ${cuenta_id === undefined ? sql`` : sql`and l.account_id = ${cuenta_id}`}
          ${proyecto_id === undefined ? sql`` : sql`and l.project_id = ${proyecto_id}`})`;
  return (
    and(
      booksInReach(ctx, 'contabilidad.ver', journalEntries.bookId),
      libro_id === undefined ? undefined : sql`journal_entries.book_id = ${libro_id}`,
      desde === undefined ? undefined : sql`journal_entries.day >= ${desde}`,
      hasta === undefined ? undefined : sql`journal_entries.day <= ${hasta}`,
      clase === undefined ? undefined : sql`journal_entries.kind = ${clase}`,
      registro === undefined ? undefined : sql`journal_entries.source_record = ${registro}`,
      ofLine,
      q ? (numbered(q) ?? sql`journal_entries.description ilike ${containing(q)}`) : undefined,
    ) ?? sql`true`
  );
}

/** A page of the journal, and the total up to COUNT_LIMIT. */
export async function findEntries(ctx: Context, filter: EntryFilter) {
  const selection = sql`select journal_entries.id from journal_entries where ${matching(ctx, filter)}`;
  const order = (id: SQL, day: SQL, number: SQL) =>
    inOrder(filter, { dia: day, numero: number }, id, ['dia', 'desc']);
  const found = await rows<Found>(
    ctx.db,
    detailed(
      sql`${selection} order by ${order(sql`journal_entries.id`, sql`journal_entries.day`, sql`journal_entries.number`)} ${limited(filter.per_page, offsetOf(filter))}`,
      sql`order by ${order(sql`e.id`, sql`e.day`, sql`e.number`)}`,
    ),
  );
  return { list: found.map(present), total: await countUpTo(ctx.db, selection) };
}

interface FoundOne extends Found {
  eventKind: string | null;
  reason: string | null;
  madeBy: string | null;
  approvedBy: string | null;
  createdAt: string;
}

/** One entry in scope with its lines; undefined outside. */
export async function findEntry(ctx: Context, id: number): Promise<Entry | undefined> {
  const reach = booksInReach(ctx, 'contabilidad.ver', journalEntries.bookId) ?? sql`true`;
  const [found] = await rows<FoundOne>(
    ctx.db,
    detailed(
      sql`select journal_entries.id from journal_entries where id = ${id} and ${reach}`,
      sql``,
      sql`, e.event_kind "eventKind", e.reason, e.created_at "createdAt",
        (select name from users where id = e.made_by) "madeBy", (select name from users where id = e.approved_by) "approvedBy"`,
    ),
  );
  if (!found) return undefined;
  return {
    ...present(found),
    event: found.eventKind === null ? null : (eventSpec(found.eventKind)?.title ?? found.eventKind),
    reason: found.reason,
    made_by: found.madeBy,
    approved_by: found.approvedBy,
    created_at: new Date(found.createdAt).toISOString(),
    lines: await linesOf(ctx, id),
  };
}

interface FoundLine {
  id: number;
  accountId: number;
  code: string;
  account: string;
  debit: number;
  credit: number;
  note: string | null;
  projectId: number | null;
  project: string | null;
  lotId: number | null;
  lot: string | null;
  saleId: number | null;
  code_of_sale: string | null;
  partnerId: number | null;
  partner: string | null;
  contractId: number | null;
  contract: string | null;
  bank: string | null;
}

async function linesOf(ctx: Context, entryId: number): Promise<EntryLine[]> {
  const found = await rows<FoundLine>(
    ctx.db,
    sql`select l.id, l.account_id "accountId", c.extra ->> 'codigo' code, c.label account, l.debit_cents debit, l.credit_cents credit, l.note,
        l.project_id "projectId", p.name project, l.lot_id "lotId", t.name lot, l.sale_id "saleId", s.code code_of_sale,
        l.partner_id "partnerId", q.name partner, l.contract_id "contractId", k.reference contract, a.name bank
      from journal_lines l join catalog_items c on c.catalog = 'accounting_accounts' and c.id = l.account_id
      left join projects p on p.id = l.project_id left join lots t on t.id = l.lot_id left join sales s on s.id = l.sale_id
      left join partners q on q.id = l.partner_id left join contracts k on k.id = l.contract_id
      left join bank_accounts a on a.id = l.bank_account_id
      where l.entry_id = ${entryId} order by l.position`,
  );
  const about = (one: FoundLine): EntryLine['about'] =>
    [
      { label: 'Proyecto', text: one.project, url: recordUrl('proyecto', one.projectId ?? 0) },
      { label: 'Lote', text: one.lot, url: recordUrl('lote', one.lotId ?? 0) },
      {
        label: 'Venta',
        text: one.saleId === null ? null : (one.code_of_sale ?? `Venta ${one.saleId}`),
        url: recordUrl('precontrato', one.saleId ?? 0),
      },
      { label: 'Contratista o proveedor', text: one.partner, url: null },
      { label: 'Contrato', text: one.contract, url: recordUrl('contrato', one.contractId ?? 0) },
      { label: 'Cuenta bancaria', text: one.bank, url: null },
    ].flatMap(({ label, text, url }) => (text === null ? [] : [{ label, text, url }]));
  return found.map((one) => ({
    id: one.id,
    account: { id: one.accountId, code: one.code, name: one.account },
    debit: one.debit,
    credit: one.credit,
    about: about(one),
    note: one.note,
  }));
}

/** The entries that a record left, oldest first: also those of its parts, for an order, and of its sale. */
export async function entriesOfRecord(ctx: Context, record: string, id: number): Promise<RecordEntry[]> {
  const reach = booksInReach(ctx, 'contabilidad.ver', journalEntries.bookId) ?? sql`true`;
  const found = await rows<{
    id: number;
    year: number;
    number: number;
    day: string;
    description: string;
    reversed: boolean;
    lines: RecordEntry['lines'];
  }>(
    ctx.db,
    sql`select journal_entries.id, year, number, day, description,
        exists (select from journal_entries r where r.reversal_of = journal_entries.id) reversed,
        (select json_agg(json_build_object('account', (c.extra ->> 'codigo') || ' ' || c.label, 'debit', l.debit_cents, 'credit', l.credit_cents) order by l.position)
          from journal_lines l join catalog_items c on c.catalog = 'accounting_accounts' and c.id = l.account_id
          where l.entry_id = journal_entries.id) lines
      from journal_entries where ${ofRecord(record, id)} and ${reach} order by day, journal_entries.id ${limited(200)}`,
  );
  return found.map(({ year, number, ...one }) => ({ ...one, number: entryNumber(year, number) }));
}

function ofRecord(record: string, id: number): SQL {
  if (record === 'orden_compra')
    return sql`source_record = 'existencia' and source_id in (
      select l.movement_id from order_receipt_lines l join order_receipts r on r.id = l.receipt_id where r.order_id = ${id}
      union select l.movement_id from order_return_lines l join order_returns r on r.id = l.return_id where r.order_id = ${id})`;
  if (record === 'precontrato')
    return sql`journal_entries.id in (select entry_id from journal_lines where sale_id = ${id})`;
  return sql`source_record = ${record} and source_id = ${id}`;
}
