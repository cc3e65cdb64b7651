import {
  DOCUMENT,
  DONE_DOCUMENTS,
  DOCUMENTS_TO_REVIEW,
  MISSING_DOCUMENTS,
} from '#contract/sales/documents/rules.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { ClaimKind } from '#contract/sales/claims/claims.ts';
import type { Acting } from '#server/kernel/context.ts';
import { anyOf, constant, idOf, preparedRows } from '#server/kernel/db.ts';
import { constantKnown, known, someKnown } from '#server/kernel/known.ts';
import type { BankKnown, Told } from '#contract/sales/sale/known.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Turn } from '#contract/sales/sale/turn.ts';
import { PRICE_TYPES, SETTLED_STATES } from '#contract/money/payments/rules.ts';
import { cededFrom, cededTo, type CessionSide } from '#server/modules/sales/sale/ceded.service.ts';
import { isUnconfirmed } from '#server/modules/sales/sale/known.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

interface NamedRow {
  id: number;
  name: string;
}

/** A timestamp as PostgreSQL formats it. */
type SqlInstant = string;

/** A sale with all data for its record and its rules, from one statement. */
export interface SaleRow {
  id: number;
  code: string | null;
  stateId: number;
  version: number;
  personId: number;
  projectId: number;
  modelId: number;
  priceCents: number;
  lotPremiumCents: number;
  paymentForm: 'hipoteca' | 'contado';
  workSector: string | null;
  employmentStatus: string | null;
  origin: string | null;
  campaignNumber: string | null;
  adviserId: number | null;
  processorId: number | null;
  lastActionId: number;
  lastActionAt: SqlInstant;
  draft: Record<string, unknown>;
  receivedAt: SqlInstant | null;
  stateSince: SqlInstant;
  createdAt: SqlInstant;
  person: {
    name: string;
    documentType: string | null;
    documentNumber: string | null;
    phone: string;
    email: string | null;
  };
  project: string;
  model: string;
  adviser: string | null;
  processor: string | null;
  lawyerId: number | null;
  lawyer: string | null;
  /** The unpaid part of the price, in centavos; only confirmed money counts. */
  balanceCents: number;
  /** The lot that the sale claims or claimed last, with its premium. */
  lot: NamedRow | null;
  /** The lot has no other claim and is for sale. */
  lotFree: boolean;
  claim: { kind: ClaimKind; since: SqlInstant; until: SqlInstant | null } | null;
  papers: {
    required: number;
    approved: number;
    toReview: number;
    /** Labels of required documents: those that wait for the customer, and those not approved. */
    open: string[];
    toApprove: string[];
    /** State of the latest letter of withdrawal, and the day of the latest notice of breach, if they were sent. */
    withdrawal: number | null;
    breachNoticedOn: string | null;
  };
  payments: {
    id: number;
    typeId: number;
    stateId: number;
    dueCents: number;
    dueAt: SqlInstant | null;
    reportedCents: number | null;
    receiptNumber: number | null;
    receiptPrefix: string;
    receiptDigits: number;
    confirmedAt: SqlInstant | null;
  }[];
  consents: {
    kind: 'datos' | 'apc';
    textVersion: string;
    channel: string;
    givenAt: SqlInstant;
    revokedAt: SqlInstant | null;
  }[];
  turn: Turn;
  nextStep: string;
  /** What the banks' applications say; null without them. */
  bank: BankKnown | null;
  /** What decides from a complete file on; null before. */
  told: Pick<Told, (typeof TOLD)[number]> | null;
  /** A co-debtor was added since the sale entered its state. */
  newCodebtor: boolean;
  /** Begun on the web by a buyer who has not confirmed an email or phone. */
  unconfirmed: boolean;
  /** At least one buyer signed the pre-contract. */
  signed: boolean;
  /** A prepared rescission that is not decided yet. */
  rescission: { by: number; name: string; at: SqlInstant; reason: string } | null;
  /** The sales on the other side of a cession. */
  cededFrom: CessionSide | null;
  cededTo: CessionSide | null;
  /** The separation was extended; this is allowed once. */
  extended: boolean;
  stages: { stage: number; stateId: number; since: SqlInstant }[];
  family: { nombre: string; cedula: string | null; parentesco_id: number }[];
}

/** Facts of other features that the transitions after a complete file need. */
const TOLD = [
  'promise',
  'promiseSigned',
  'house',
  'deed',
  'installments',
  'handover',
] as const satisfies readonly (keyof Told)[];

const SENT = [...DOCUMENTS_TO_REVIEW, DOCUMENT.approved, DOCUMENT.signed];
/** A column of the latest sent document of a type that transitions require. */
const latest = (column: string, type: string) =>
  sql.raw(`(array_agg(d.${column} order by d.id desc)
      filter (where t.name = '${type}' and d.state_id in (${SENT.join()})))[1]`);

/** Required documents by state: 4, 7, 9 are done · 2, 3 wait for the processor · 1, 5, 6 wait for the customer. */
const papers = sql`(select json_build_object(
    'required', (count(*) filter (where d.required))::int,
    'approved', (count(*) filter (where d.required and d.state_id in ${anyOf(DONE_DOCUMENTS)}))::int,
    'toReview', (count(*) filter (where d.required and d.state_id in ${anyOf(DOCUMENTS_TO_REVIEW)}))::int,
    'open', coalesce(json_agg(d.label order by d.type_id, d.position)
      filter (where d.required and d.state_id in ${anyOf(MISSING_DOCUMENTS)}), '[]'),
    'toApprove', coalesce(json_agg(d.label order by d.type_id, d.position)
      filter (where d.required and d.state_id not in ${anyOf(DONE_DOCUMENTS)}), '[]'),
    'withdrawal', ${latest('state_id', 'desistimiento')},
    'breachNoticedOn', ${latest('issued_on', 'aviso_incumplimiento')})
  from documents d join document_types t on t.id = d.type_id where d.sale_id = sales.id)`;

const consents = sql`(select coalesce(json_agg(json_build_object(
    'kind', kind, 'textVersion', text_version, 'channel', channel, 'givenAt', given_at, 'revokedAt', revoked_at) order by id), '[]')
  from consents where sale_id = sales.id)`;

const PRICE = sql.raw(`(${PRICE_TYPES.join(', ')})`);
/** All payments, and the sum of those that count for the price: one reading of the table for both. */
const payments = sql`(select coalesce(json_agg(json_build_object(
    'id', id, 'typeId', type_id,
    'stateId', state_id,
    'dueCents', due_cents, 'dueAt', due_at, 'reportedCents', reported_cents,
    'receiptNumber', receipt_number, 'receiptPrefix', receipt_prefix, 'receiptDigits', receipt_digits, 'confirmedAt', confirmed_at) order by id), '[]') list,
    coalesce(sum(bank_cents) filter (where type_id in ${PRICE} and state_id in ${anyOf(SETTLED_STATES)}
      and reversed_at is null and passed_at is null), 0) paid
  from payments where sale_id = sales.id)`;

/**
 * The price minus confirmed payments for it. Credits moved to other charges are not counted; credits moved from them
 * are.
 */
const balance = sql`(sales.price_cents - money.paid
  - (select coalesce(sum(case when t.type_id in ${PRICE} then x.cents else -x.cents end), 0)
    from payment_credits x join payments f on f.id = x.from_id join payments t on t.id = x.to_id
    where f.sale_id = sales.id and x.undone_at is null and (f.type_id in ${PRICE}) <> (t.type_id in ${PRICE})))::bigint`;

const stages = sql`(select coalesce(json_agg(json_build_object(
    'stage', stage, 'stateId', state_id, 'since', since) order by stage), '[]')
  from sale_cards where sale_id = sales.id)`;

const rescission = sql`(select json_build_object('by', r.prepared_by, 'name', u.name, 'at', r.prepared_at, 'reason', r.reason)
  from rescissions r join users u on u.id = r.prepared_by
  where r.sale_id = sales.id and r.dropped_at is null and r.decided_at is null)`;

const family = sql`(select coalesce(json_agg(json_build_object(
    'nombre', name, 'cedula', document_number, 'parentesco_id', relationship_id) order by position), '[]')
  from sale_family where sale_id = sales.id)`;

/** The columns of the record, without the facts of other features. */
const COLUMNS =
  constant(sql`sales.id, sales.code, sales.state_id "stateId", sales.version, sales.person_id "personId",
  sales.project_id "projectId", sales.model_id "modelId", sales.price_cents "priceCents",
  sales.lot_premium_cents "lotPremiumCents", sales.payment_form "paymentForm", sales.work_sector "workSector",
  sales.employment_status "employmentStatus", sales.origin, sales.campaign_number "campaignNumber",
  sales.adviser_id "adviserId", sales.processor_id "processorId", sales.last_action_id "lastActionId",
  sales.last_action_at "lastActionAt", sales.draft, sales.received_at "receivedAt",
  sales.state_since "stateSince", sales.created_at "createdAt",
  json_build_object('name', p.name, 'documentType', p.document_type, 'documentNumber', p.document_number,
    'phone', p.phone, 'email', p.email) person,
  pr.name project, m.name model, a.name adviser, w.name processor,
  sales.lawyer_id "lawyerId", y.name lawyer, ${balance} "balanceCents",
  case when c.id is not null then json_build_object('id', l.id, 'name', l.name) end lot,
  coalesce(not l.withheld and not exists (select 1 from lot_claims o
    where o.lot_id = c.lot_id and o.released_at is null and o.sale_id <> sales.id), false) "lotFree",
  case when c.released_at is null and c.id is not null
    then json_build_object('kind', c.kind, 'since', c.since, 'until', c.until) end claim,
  ${isUnconfirmed(sql.raw('p'))} unconfirmed, sales.turn, sales.next_step "nextStep", exists (select from sale_buyers b where b.sale_id = sales.id and b.role = 'codeudor'
    and b.added_at >= sales.state_since) "newCodebtor", exists (select from separation_extensions x where x.sale_id = sales.id) extended,
  exists (select from signatures g where g.sale_id = sales.id and g.outcome = 'firmada') signed,
  ${rescission} rescission, ${cededFrom} "cededFrom", ${cededTo} "cededTo", ${papers} papers, money.list payments, ${consents} consents, ${stages} stages, ${family} family`);
const JOINED = constant(sql`from ${sales}
  join people p on p.id = sales.person_id
  join projects pr on pr.id = sales.project_id
  join house_models m on m.id = sales.model_id
  left join users a on a.id = sales.adviser_id
  left join users w on w.id = sales.processor_id
  left join users y on y.id = sales.lawyer_id
  left join lateral (select * from lot_claims where sale_id = sales.id
    order by released_at is not null, id desc limit 1) c on true
  left join lots l on l.id = c.lot_id
  cross join lateral ${payments} money`);

const SELECTED = constantKnown(
  (knowing) => sql`${COLUMNS}, ${known(knowing, 'precontrato', 'bank')} bank,
      case when sales.state_id >= ${idOf(SALE.complete)} then ${someKnown(knowing, 'precontrato', TOLD)} end told
    ${JOINED}`,
);

/** One sale within scope, in one statement. `reach` is the row scope over `sales`. */
export async function findSaleRow(
  { db, knows }: Pick<Acting, 'db' | 'knows'>,
  id: number,
  reach?: SQL,
): Promise<SaleRow | undefined> {
  // As one JSON column: fifty columns of one row cost more to describe and to parse.
  const [found] = await preparedRows<{ sale: SaleRow }>(
    db,
    sql`select to_json(one) sale from (select ${SELECTED({ knows })} where sales.id = ${id} and ${reach ?? sql`true`}) one`,
  );
  return found?.sale;
}

/** The current separation payment: the last one requested. */
export const separationOf = (sale: Pick<SaleRow, 'payments'>) =>
  sale.payments.findLast(({ typeId }) => typeId === SEPARATION) ?? null;

/** tipo_pagos, domain.md §2 */
export const SEPARATION = 1;
