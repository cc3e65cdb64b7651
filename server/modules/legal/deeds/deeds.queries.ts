import { sql, type SQL } from 'drizzle-orm';
import { DEED } from '#contract/company/catalogs/states.ts';
import { panamaDay } from '#contract/dates.ts';
import type { DeedFilter } from '#contract/legal/deeds/model.ts';
import { OPEN_DEEDS, type CertificateKind } from '#contract/legal/deeds/rules.ts';
import type { DeedTaxKind, TaxRate } from '#contract/legal/deeds/taxes.ts';
import type { HouseFacts } from '#contract/legal/houseFile/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import { anyOf, idOf, countUpTo, inOrder, limited, row, rows, type Db } from '#server/kernel/db.ts';
import { cursorRows } from '#server/kernel/exports/lists.ts';
import { FIELDS_JSON } from '#server/modules/legal/houseFile/houseFile.service.ts';
import { salesMatching } from '#server/modules/sales/sale/search.service.ts';

interface FileRow {
  id: string;
  name: string;
  mime: string;
  size: number;
}
export interface FoundTax {
  kind: DeedTaxKind;
  baseCents: number;
  percent: number | null;
  computedCents: number;
  paidCents: number;
  receipt: string | null;
  paidOn: string;
  exemptReason: string | null;
  by: string | null;
  file: FileRow | null;
}
export interface FoundCertificate {
  kind: CertificateKind;
  number: string;
  issuedOn: string;
  expiresOn: string;
  file: FileRow | null;
}

/** A deed of a list, with the facts that its rules need. */
export interface FoundDeed {
  id: number;
  version: number;
  stateId: number;
  stateSince: string;
  dueOn: string | null;
  saleId: number;
  saleCode: string | null;
  saleState: number;
  paymentForm: string;
  priceCents: number;
  adviserId: number | null;
  processorId: number | null;
  lawyerId: number | null;
  lawyer: string | null;
  name: string;
  projectId: number;
  project: string;
  lotId: number | null;
  lote: string | null;
  house: (HouseFacts & { valor_catastral_centavos: number | null }) | null;
  bank: string | null;
  letterState: number | null;
  letterUntil: string | null;
  ph: boolean;
  sentToBankOn: string | null;
  bankApprovedOn: string | null;
  notary: string | null;
  notaryOn: string | null;
  buyerSignedOn: string | null;
  companySignedOn: string | null;
  bankSignedOn: string | null;
  number: string | null;
  closedOn: string | null;
  entry: string | null;
  folio: string | null;
  inscribedOn: string | null;
  givenBankOn: string | null;
  givenBuyerOn: string | null;
  notes: string;
  voidAskedBy: number | null;
  voidAskedName: string | null;
  voidAskedAt: string | null;
  voidReason: string | null;
  taxes: FoundTax[];
  certificates: FoundCertificate[];
}

const fileJson = (file: string) =>
  `case when ${file}.id is not null then json_build_object('id', ${file}.id, 'name', ${file}.name, 'mime', ${file}.mime, 'size', ${file}.size) end`;

const SELECTED = sql`select d.id, d.version, d.state_id "stateId", d.state_since "stateSince", d.due_on "dueOn", s.id "saleId", s.code "saleCode",
  s.state_id "saleState", s.payment_form "paymentForm", s.price_cents "priceCents", s.adviser_id "adviserId", s.processor_id "processorId",
  s.lawyer_id "lawyerId", y.name lawyer, b.name, p.id "projectId", p.name project, l.id "lotId", l.name lote,
  case when f.lot_id is not null then ${FIELDS_JSON} end house, k.label bank, a.state_id "letterState", t.expires_on "letterUntil",
  d.ph, d.sent_to_bank_on "sentToBankOn", d.bank_approved_on "bankApprovedOn", d.notary, d.notary_on "notaryOn",
  d.buyer_signed_on "buyerSignedOn", d.company_signed_on "companySignedOn", d.bank_signed_on "bankSignedOn", d.number,
  d.closed_on "closedOn", (select e.number from deed_entries e where e.deed_id = d.id order by e.id desc limit 1) entry,
  d.folio, d.inscribed_on "inscribedOn", d.given_bank_on "givenBankOn", d.given_buyer_on "givenBuyerOn", d.notes,
  d.void_asked_by "voidAskedBy", v.name "voidAskedName", d.void_asked_at "voidAskedAt", d.void_reason "voidReason",
  (select coalesce(json_agg(json_build_object('kind', x.kind, 'baseCents', x.base_cents, 'percent', x.percent, 'computedCents', x.computed_cents,
      'paidCents', x.paid_cents, 'receipt', x.receipt, 'paidOn', x.paid_on, 'exemptReason', x.exempt_reason, 'by', xu.name, 'file', ${sql.raw(fileJson('xf'))})), '[]')
    from deed_taxes x left join users xu on xu.id = x.entered_by left join files xf on xf.id = x.file_id where x.deed_id = d.id) taxes,
  (select coalesce(json_agg(json_build_object('kind', c.kind, 'number', c.number, 'issuedOn', c.issued_on, 'expiresOn', c.expires_on,
      'file', ${sql.raw(fileJson('cf'))})), '[]')
    from deed_certificates c left join files cf on cf.id = c.file_id where c.deed_id = d.id) certificates`;

const FROM = sql.raw(`from deeds d join sales s on s.id = d.sale_id join people b on b.id = s.person_id
  join projects p on p.id = s.project_id left join users y on y.id = s.lawyer_id left join users v on v.id = d.void_asked_by
  left join lateral (select lot_id from lot_claims q where q.sale_id = s.id order by q.released_at is not null, q.id desc limit 1) c on true
  left join lots l on l.id = c.lot_id left join house_files f on f.lot_id = l.id
  left join bank_applications a on a.sale_id = s.id and a.chosen
  left join promise_letters t on t.application_id = a.id
  left join catalog_items k on k.catalog = 'bank_type' and k.id = a.bank_id`);

type Conditions = Partial<
  Pick<DeedFilter, 'estado_id' | 'proyecto_id' | 'abogado_id' | 'mias' | 'tardias' | 'todas' | 'q'>
>;

function matching(filter: Conditions, { reach, userId, now }: Asking): SQL {
  const { estado_id, proyecto_id, abogado_id, mias, tardias, todas, q } = filter;
  const asked = [mias, tardias, q].some((one) => one !== undefined && one !== '');
  const late = sql`(d.due_on < ${panamaDay(now)}::date and d.state_id in ${anyOf(OPEN_DEEDS)})`;
  const mine = sql`s.lawyer_id = ${userId}`;
  const conditions = [
    reach,
    estado_id && estado_id.length > 0
      ? sql`d.state_id = any(${sql.param(estado_id)}::int[])`
      : asked || todas === '1'
        ? undefined
        : sql`d.state_id < ${idOf(DEED.registered)}`,
    proyecto_id === undefined ? undefined : sql`s.project_id = ${proyecto_id}`,
    abogado_id === undefined
      ? undefined
      : abogado_id === 0
        ? sql`s.lawyer_id is null`
        : sql`s.lawyer_id = ${abogado_id}`,
    mias === undefined ? undefined : mias === '1' ? mine : sql`${mine} is not true`,
    tardias === undefined ? undefined : tardias === '1' ? late : sql`${late} is not true`,
    q
      ? sql`(d.number = ${q} or exists (select from sales where sales.id = s.id and ${salesMatching(q)}))`
      : undefined,
  ];
  return sql.join(
    conditions.filter((one) => one !== undefined),
    sql` and `,
  );
}

interface Asking {
  reach: SQL;
  userId: number;
  now: Date;
}

const ORDER = {
  id: sql.raw('d.id'),
  state_since: sql.raw('d.state_since'),
  due_on: sql.raw('d.due_on'),
  letter_until: sql.raw('t.expires_on'),
};

const select = (filter: DeedFilter, asking: Asking, limit: SQL) =>
  sql`${SELECTED} ${FROM} where ${matching(filter, asking)} order by ${inOrder(filter, ORDER, ORDER.id, ['id', 'desc'])} ${limit}`;

/** A page of deeds within scope, and their total up to COUNT_LIMIT. */
export async function findDeeds(db: Db, filter: DeedFilter, asking: Asking) {
  const found = await rows<FoundDeed>(db, select(filter, asking, limited(filter.per_page, offsetOf(filter))));
  const total = await countUpTo(
    db,
    sql`select from deeds d join sales s on s.id = d.sale_id where ${matching(filter, asking)}`,
  );
  return { found, total };
}

/** Every matching deed in the list's order: for exports. */
export const allDeeds = (db: Db, filter: DeedFilter, asking: Asking) =>
  cursorRows<FoundDeed>(db, select(filter, asking, sql``));

/** Cards per column of the board. */
const CARDS = 30;

/** The first cards of each state, the longest in it first, and the count of each. Void deeds have no column. */
export async function findBoard(db: Db, filter: Conditions, asking: Asking) {
  const columns = [];
  for (let stateId = DEED.toDo as number; stateId < DEED.voided; stateId += 1) {
    const where = matching({ ...filter, estado_id: [stateId] }, asking);
    const found = await rows<FoundDeed>(
      db,
      sql`${SELECTED} ${FROM} where ${where} order by d.state_since, d.id ${limited(CARDS)}`,
    );
    const total =
      found.length < CARDS
        ? found.length
        : await countUpTo(db, sql`select from deeds d join sales s on s.id = d.sale_id where ${where}`);
    columns.push({ stateId, total, found });
  }
  return columns;
}

/** One deed within scope. */
export const findDeed = (db: Db, id: number, reach: SQL) =>
  row<FoundDeed>(db, sql`${SELECTED} ${FROM} where d.id = ${id} and ${reach}`);

/** The deeds of a sale, the current one first. */
export const findDeedsOfSale = (db: Db, saleId: number, reach: SQL) =>
  rows<FoundDeed>(db, sql`${SELECTED} ${FROM} where d.sale_id = ${saleId} and ${reach} order by d.id desc`);

/** The entries of a deed in the registry, the latest first. */
export const findEntries = (db: Db, deedId: number) =>
  rows<{
    id: number;
    number: string;
    entered_on: string;
    defect: string | null;
    defect_on: string | null;
    limit_on: string | null;
  }>(
    db,
    sql`select id, number, entered_on, defect, defect_on, limit_on from deed_entries where deed_id = ${deedId} order by id desc`,
  );

/** All tax rates. */
export const findRates = (db: Db) =>
  rows<TaxRate & { id: number; version: number }>(
    db,
    sql`select id, kind, up_to_cents "upToCents", percent::float8 percent, valid_from "validFrom", valid_to "validTo", version
      from deed_tax_rates order by kind, up_to_cents nulls last, valid_from desc`,
  );
