import { ACCOUNT_STATE, STANDING_STATES } from '#contract/works/accounts/rules.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import { ORDER_STATE } from '#contract/works/purchasing/rules.ts';
import { ADVANCE_STATE, INVOICE_STATE, LIVE_STATES } from '#contract/money/invoices/rules.ts';
import { REPLENISHMENT_STATE } from '#contract/money/pettyCash/rules.ts';
import { anyOf, idOf, sql } from '#server/kernel/db.ts';
import { yearlyCodeOf } from '#server/kernel/yearly.ts';
import type { Source } from './sources.ts';

const { draft, sent, countersigned, approved } = ACCOUNT_STATE;
/** Contracts that still build, and those whose retention is still held. */
const BUILDING = [CONTRACT_STATE.inForce, CONTRACT_STATE.suspended];
const HOLDING = [...BUILDING, CONTRACT_STATE.finished, CONTRACT_STATE.accepted];

/** The day on which an open batch pays something, by the column of its line. */
const inBatch = (column: string) =>
  sql`left join (select bl.${sql.raw(column)} of_id, min(b.pay_on) pay_on from payment_batch_lines bl join payment_batches b on b.id = bl.batch_id
    where bl.active and bl.state = 'pendiente' and bl.${sql.raw(column)} is not null group by 1) b`;

/** Contractors' accounts that are on their way or approved, at their net. */
const accounts: Source = {
  kinds: ['cuentas'],
  select:
    () => sql`select 'cuentas', 'cuenta_obra', a.id, c.reference || ' · Cuenta ' || a.number || ' · ' || w.name, c.contracting_party_id, c.project_id,
      case when b.pay_on is null then 'cuenta' else 'lote' end, 0::bigint, coalesce(b.pay_on, a.measured_on), null::date, null::date, a.net_cents
    from progress_accounts a join contracts c on c.id = a.contract_id join partners w on w.id = c.contractor_id
    ${inBatch('progress_account_id')} on b.of_id = a.id
    where a.state_id in ${anyOf([draft, sent, countersigned, approved])} and a.net_cents > 0`,
};

/** Advances of contracts that are signed and wait for theirs. */
const contractAdvances: Source = {
  kinds: ['cuentas'],
  select: ({
    today,
  }) => sql`select 'cuentas', 'contrato', c.id, c.reference || ' · Anticipo · ' || w.name, c.contracting_party_id, c.project_id,
      'anticipo', 0::bigint, coalesce(c.signed_on, c.starts_on, ${today}::date), null::date, null::date, round(c.amount_cents * c.advance_bp / 10000.0)::bigint
    from contracts c join partners w on w.id = c.contractor_id
    where c.state_id in ${anyOf([CONTRACT_STATE.signed, ...BUILDING])} and c.advance_bp > 0 and c.advance_cents is null and c.amount_cents > 0
      and not exists (select from progress_accounts a where a.contract_id = c.id and a.state_id in ${anyOf(STANDING_STATES)})`,
};

/** What accounts have taken of each job. */
const BILLED = sql`(select l.job_id, sum(l.cents) cents from account_lines l join progress_accounts a on a.id = l.account_id
  where a.state_id in ${anyOf(STANDING_STATES)} and l.dispute is null group by 1)`;

/** Of a job what is not billed yet, and the day on which the schedule ends it; without one, in equal parts by month until its contract ends. */
const LEFT = sql`(select j.contract_id, j.id, j.amount_cents - coalesce(b.cents, 0) cents, t.finish
  from jobs j left join ${BILLED} b on b.job_id = j.id left join schedules d on d.contract_id = j.contract_id
  left join schedule_tasks t on t.schedule_id = d.id and t.house_id = j.house_id and t.activity_id = j.activity_id
  where j.in_force and j.amount_cents > coalesce(b.cents, 0))`;

/** Works that the schedule still has to execute: less advance and retention, with ITBMS, as its account will pay it. */
const scheduled: Source = {
  kinds: ['obra'],
  select: ({
    today,
  }) => sql`select 'obra', 'contrato', c.id, c.reference || ' · ' || w.name, c.contracting_party_id, c.project_id, 'cuenta', 0::bigint,
      x.base_on, null::date, null::date, round(x.cents * (10000 - c.retention_bp - c.advance_bp + c.itbms_bp) / 10000)::bigint
    from contracts c join partners w on w.id = c.contractor_id join (
      select contract_id, finish base_on, sum(cents) cents from ${LEFT} l where finish is not null group by 1, 2
      union all
      select l.contract_id, g.day, l.cents / cardinality(z.days)
        from (select contract_id, sum(cents) cents from ${LEFT} l where finish is null group by 1) l join contracts k on k.id = l.contract_id
        cross join lateral (select array_agg(n::date) days from generate_series(${today}::date + 30, greatest(k.ends_on, ${today}::date + 30), interval '1 month') n) z
        cross join lateral unnest(z.days) g(day)
    ) x on x.contract_id = c.id
    where c.state_id in ${anyOf(BUILDING)}`,
};

/** The retention held and to be held: half with the provisional reception, the rest when the guarantee ends (domain.md §4.6). */
const retention: Source = {
  kinds: ['retenido'],
  select: ({
    today,
  }) => sql`select 'retenido', 'contrato', k.id, k.reference || ' · ' || k.name, k.contracting_party_id, k.project_id, 'fijo', 0::bigint,
      greatest(y.base_on, ${today}::date + 1), null::date, null::date, y.cents
    from (select c.id, c.reference, w.name, c.contracting_party_id, c.project_id, c.retention_months, c.state_id,
        coalesce(case when c.state_id not in ${anyOf(BUILDING)} then (c.state_since at time zone 'America/Panama')::date end, f.finish, c.ends_on, ${today}::date) done_on,
        coalesce(r.cents, 0) + round(case when c.state_id in ${anyOf(BUILDING)} then coalesce(f.cents, 0) else 0 end * c.retention_bp / 10000) total,
        coalesce(v.returned, 0) returned, coalesce(v.taken, 0) taken
      from contracts c join partners w on w.id = c.contractor_id
      left join (select contract_id, sum(retained_cents) cents from progress_accounts where state_id in ${anyOf(STANDING_STATES)} group by 1) r on r.contract_id = c.id
      left join (select contract_id, sum(cents) cents, max(finish) finish from ${LEFT} l group by 1) f on f.contract_id = c.id
      left join (select contract_id, sum(amount_cents) filter (where kind = 'devolucion') returned, sum(amount_cents) filter (where kind = 'cargo') taken
        from retention_moves group by 1) v on v.contract_id = c.id
      where c.state_id in ${anyOf(HOLDING)}) k
    cross join lateral (select greatest(0, round((k.total - k.taken) / 2) - k.returned)::bigint half, greatest(0, k.total - k.taken - k.returned)::bigint held) t
    cross join lateral (values (k.done_on, t.half),
      (case when k.state_id = ${idOf(CONTRACT_STATE.accepted)} then k.done_on else (k.done_on + make_interval(months => k.retention_months))::date end, t.held - t.half)) y(base_on, cents)
    where y.cents > 0`,
};

/** What orders promise and no invoice has billed. */
const orders: Source = {
  kinds: ['ordenes'],
  select:
    () => sql`select 'ordenes', 'orden_compra', o.id, ${yearlyCodeOf('OC', 'o')} || ' · ' || w.name, p.promoter_id, o.project_id,
      'orden', 0::bigint, o.issued_on, null::date, null::date, o.total_cents - coalesce(i.cents, 0) - coalesce(a.cents, 0)
    from purchase_orders o join projects p on p.id = o.project_id join partners w on w.id = o.supplier_id
    left join (select order_id, sum(case kind when 'factura' then total_cents else -total_cents end) cents from supplier_invoices
      where order_id is not null and state_id in ${anyOf(LIVE_STATES)} group by 1) i on i.order_id = o.id
    left join (select order_id, sum(cents - settled_cents) cents from supplier_advances
      where order_id is not null and state_id in ${anyOf([ADVANCE_STATE.asked, ADVANCE_STATE.approved, ADVANCE_STATE.inPayment, ADVANCE_STATE.paid])} group by 1) a on a.order_id = o.id
    where o.state_id not in ${anyOf([ORDER_STATE.closedShort, ORDER_STATE.voided])} and o.total_cents > coalesce(i.cents, 0) + coalesce(a.cents, 0)`,
};

/** Invoices that are owed or will be; of several projects the first line's. One that documents an account of works follows it. */
const invoices: Source = {
  kinds: ['facturas'],
  select: () => sql`select 'facturas', 'factura_proveedor', i.id, i.number || ' · ' || w.name, i.company_id,
      (select l.project_id from supplier_invoice_lines l where l.invoice_id = i.id order by l.position limit 1),
      case when b.pay_on is null then 'factura' else 'lote' end, 0::bigint, coalesce(b.pay_on, i.due_on), null::date, null::date,
      i.total_cents - i.withheld_cents - i.settled_cents
    from supplier_invoices i join partners w on w.id = i.partner_id ${inBatch('invoice_id')} on b.of_id = i.id
    where i.kind = 'factura' and i.progress_account_id is null
      and i.state_id in ${anyOf([INVOICE_STATE.entered, INVOICE_STATE.toApprove, INVOICE_STATE.approved, INVOICE_STATE.inPayment, INVOICE_STATE.disputed])}
      and i.total_cents > i.withheld_cents + i.settled_cents`,
};

const advances: Source = {
  kinds: ['anticipos'],
  select:
    () => sql`select 'anticipos', 'anticipo_proveedor', a.id, 'Anticipo ' || a.year || '-' || a.number || ' · ' || w.name, a.company_id, a.project_id,
      case when b.pay_on is null then 'anticipo' else 'lote' end, 0::bigint, coalesce(b.pay_on, a.asked_on), null::date, null::date, a.cents
    from supplier_advances a join partners w on w.id = a.partner_id ${inBatch('advance_id')} on b.of_id = a.id
    where a.state_id in ${anyOf([ADVANCE_STATE.asked, ADVANCE_STATE.approved, ADVANCE_STATE.inPayment])}`,
};

const pettyCash: Source = {
  kinds: ['caja'],
  select:
    () => sql`select 'caja', 'caja_menuda', f.id, f.name || ' · Reposición ' || r.number, f.company_id, f.project_id,
      case when b.pay_on is null then 'caja' else 'lote' end, 0::bigint, coalesce(b.pay_on, r.asked_on), null::date, null::date, r.cents
    from petty_replenishments r join petty_funds f on f.id = r.fund_id ${inBatch('replenishment_id')} on b.of_id = r.id
    where r.state_id in ${anyOf([REPLENISHMENT_STATE.asked, REPLENISHMENT_STATE.approved, REPLENISHMENT_STATE.inPayment])}`,
};

export const WORKS_SOURCES: readonly Source[] = [
  accounts,
  contractAdvances,
  scheduled,
  retention,
  invoices,
  orders,
  advances,
  pettyCash,
];
