import { APPLICATION, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { APPROVED, ENDED_APPLICATIONS } from '#contract/banking/applications/applicationRules.ts';
import { OVERDUE_MOST } from '#contract/money/cashForecast/rules.ts';
import { OWED_STATES, PRICE_TYPES, SETTLED_STATES } from '#contract/money/payments/rules.ts';
import { REFUND } from '#contract/money/refunds/rules.ts';
import { COMMISSION, OWED_COMMISSIONS } from '#contract/sales/commissions/rules.ts';
import { ENDED_STATES, SALE } from '#contract/sales/sale/rules.ts';
import { anyOf, idOf, panamaDayOf, sql } from '#server/kernel/db.ts';
import type { Days, Source } from './sources.ts';

/** Sales whose bank, or buyer, has not paid the rest of the price. */
const BEFORE_MONEY = [
  SALE.received,
  SALE.inReview,
  SALE.papersMissing,
  SALE.complete,
  SALE.inBank,
  SALE.promiseLetter,
  SALE.promiseSigning,
  SALE.promiseSigned,
  SALE.inDeed,
  SALE.registered,
] as const;

/** Dues that may be expected in the asked days, by the smallest and the largest delay. */
const nearDues = ({ asked }: Days) =>
  asked === undefined
    ? sql``
    : sql`and y.due_at >= (${asked.from}::date - (select coalesce(max(greatest(d20, d50, d80)), 0) from cash_steps where name = 'cuota'))::timestamp at time zone 'America/Panama'
      and y.due_at < (${asked.to}::date + 1 - (select coalesce(min(least(d20, d50, d80)), 0) from cash_steps where name = 'cuota'))::timestamp at time zone 'America/Panama'`;

/** What customers owe by their plans. What is late for longer than a year is told apart and expected no more. */
const installments: Source = {
  kinds: ['cuotas'],
  select: (
    days,
  ) => sql`select 'cuotas' kind, 'precontrato' record, y.sale_id record_id, coalesce(s.code, 'Venta ' || s.id) label,
      p.promoter_id book_id, s.project_id, 'cuota' pace, s.project_id pace_key, ${panamaDayOf('y.due_at')} base_on,
      null::date after50, null::date after80, y.due_cents cents
    from payments y join sales s on s.id = y.sale_id join projects p on p.id = s.project_id
    where y.state_id in ${anyOf(OWED_STATES)} and y.type_id <> ${idOf(PAYMENT_TYPE.disbursement)}
      and y.due_at >= (${days.today}::date - ${idOf(OVERDUE_MOST)})::timestamp at time zone 'America/Panama'
      and y.due_at < (${days.last}::date + 1)::timestamp at time zone 'America/Panama' ${nearDues(days)}
      and s.state_id not in ${anyOf([...ENDED_STATES, SALE.draft])}`,
};

/** The days by which the house of a sale is ready by its schedules. */
const READY = sql`(select c.sale_id, max(y.p50) p50, max(y.p80) p80 from schedule_houses y join houses h on h.id = y.house_id and h.archived_at is null
  join lot_claims c on c.lot_id = h.lot_id and c.released_at is null group by 1)`;

/** The rest of the price of a sale without a bank, of which there is no due yet. */
const cashRest: Source = {
  kinds: ['cuotas'],
  select:
    () => sql`select 'cuotas', 'precontrato', s.id, coalesce(s.code, 'Venta ' || s.id) || ' · Resto de contado', p.promoter_id, s.project_id,
      'contado', 0::bigint, ${panamaDayOf('coalesce(s.received_at, s.created_at)')}, h.p50, h.p80, s.price_cents - coalesce(y.cents, 0)
    from sales s join projects p on p.id = s.project_id
    left join lateral (select sum(case when y.state_id in ${anyOf(SETTLED_STATES)} then y.bank_cents else y.due_cents end) cents from payments y
      where y.sale_id = s.id and y.type_id in ${anyOf(PRICE_TYPES)} and (y.state_id in ${anyOf(SETTLED_STATES)} or y.state_id in ${anyOf(OWED_STATES)} and y.due_at is not null) and y.reversed_at is null
        and y.passed_at is null) y on true
    left join ${READY} h on h.sale_id = s.id
    where s.state_id in ${anyOf(BEFORE_MONEY)} and s.payment_form = 'contado' and s.price_cents > coalesce(y.cents, 0)`,
};

/**
 * What the bank of a sale still has to pay, from the last step that is known: request, answer, letter, deed, request of the
 * money. It does not come before the house is ready by the schedule. Of several applications the chosen one counts, or the
 * one that is furthest.
 */
const banks: Source = {
  kinds: ['bancos'],
  select:
    () => sql`select 'bancos', 'precontrato', s.id, coalesce(s.code, 'Venta ' || s.id), p.promoter_id, s.project_id,
      m.pace, coalesce(a.bank_id, 0), m.base_on, h.p50, h.p80,
      coalesce(l.amount_cents, a.approved_cents, a.requested_cents, greatest(0, s.price_cents - coalesce(n.total_cents, 0)))
    from sales s join projects p on p.id = s.project_id
    left join payment_plans n on n.sale_id = s.id and n.replaced_at is null
    left join (select distinct on (a.sale_id) a.* from bank_applications a where a.state_id not in ${anyOf([...ENDED_APPLICATIONS, APPLICATION.disbursed])}
      order by a.sale_id, a.chosen desc, a.state_id in ${anyOf([APPLICATION.letter, APPLICATION.letterExpired])} desc, a.state_id desc, a.id desc) a on a.sale_id = s.id
    left join promise_letters l on l.application_id = a.id
    left join disbursements d on d.application_id = a.id
    left join (select sale_id, max(inscribed_on) inscribed_on from deeds where inscribed_on is not null group by 1) e on e.sale_id = s.id
    left join ${READY} h on h.sale_id = s.id
    cross join lateral (select case when d.requested_on is not null then 'banco_pedido' when e.inscribed_on is not null then 'banco_inscrita'
        when l.issued_on is not null then 'banco_carta' when a.answered_at is not null and a.state_id in ${anyOf(APPROVED)} then 'banco_aprobada'
        when a.sent_at is not null then 'banco_enviada' else 'banco_recibida' end pace,
      coalesce(d.requested_on, e.inscribed_on, l.issued_on, case when a.state_id in ${anyOf(APPROVED)} then ${panamaDayOf('a.answered_at')} end,
        ${panamaDayOf('a.sent_at')}, ${panamaDayOf('coalesce(s.received_at, s.created_at)')}) base_on) m
    where s.state_id in ${anyOf(BEFORE_MONEY)} and s.payment_form = 'hipoteca'`,
};

const refunds: Source = {
  kinds: ['devoluciones'],
  select:
    () => sql`select 'devoluciones', 'devolucion', r.id, 'Devolución de ' || coalesce(s.code, 'venta ' || s.id), p.promoter_id, s.project_id,
      'devolucion', 0::bigint, r.due_on, null::date, null::date, r.amount_cents
    from refunds r join sales s on s.id = r.sale_id join projects p on p.id = s.project_id
    where r.state_id in ${anyOf([REFUND.prepared, REFUND.agreed, REFUND.approved])}`,
};

/** Released commissions, what was paid too much taken off, and those that a later step of the sale will release. */
const commissions: Source = {
  kinds: ['comisiones'],
  select:
    () => sql`select 'comisiones', 'precontrato', s.id, 'Comisión de ' || coalesce(s.code, 'venta ' || s.id), p.promoter_id, s.project_id,
      case when l.state_id = ${idOf(COMMISSION.planned)} then 'comision_' || l.event else 'comision' end, 0::bigint,
      ${panamaDayOf(`case when l.state_id = ${COMMISSION.planned} then coalesce(s.received_at, s.created_at) else coalesce(l.released_at, l.created_at) end`)},
      null::date, null::date, l.cents
    from commission_lines l join commissions c on c.id = l.commission_id join sales s on s.id = c.sale_id join projects p on p.id = s.project_id
    where l.state_id in ${anyOf([COMMISSION.planned, ...OWED_COMMISSIONS])} and l.ended_at is null and l.cents <> 0
      and s.state_id not in ${anyOf(ENDED_STATES)}`,
};

export const SALES_SOURCES: readonly Source[] = [installments, cashRest, banks, refunds, commissions];
