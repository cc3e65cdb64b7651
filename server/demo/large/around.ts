import type pg from 'pg';
import { COMMISSION } from '#contract/sales/commissions/rules.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { REFUND } from '#contract/money/refunds/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { iso } from './telling.ts';

/** Tables that `tellAround` fills. */
export const AROUND_TABLES = [
  'bank_statements',
  'bank_statement_lines',
  'statement_matches',
  'commissions',
  'commission_lines',
  'refunds',
  'lot_waitlist',
  'appointment_templates',
  'bank_profiles',
  'sale_buyers',
] as const;

interface Around {
  now: number;
  /** Stored once; every statement refers to it. */
  file: UploadedFile;
  people: { accountant: number; coordinator: number; manager: number };
  /** The last of the sales that were told: later ones are not touched. */
  last: number;
}

/**
 * Creates the data around the sales, with set-based SQL over the existing rows: bank statements with a line for every
 * confirmed payment, commissions, refunds, waitlists, bank profiles and co-buyers.
 */
export async function tellAround(client: pg.ClientBase, { now, file, people, last }: Around): Promise<void> {
  const at = `'${iso(now)}'::timestamptz`;
  const { accountant, coordinator, manager } = people;
  const history = (entity: string, table: string, most: string, when: string) =>
    `insert into changes (record, record_id, from_state, to_state, actor_kind, actor_id, at)
     select '${entity}', x.id, nullif(step - 1, 0), step, 'staff', '${accountant}', ${when}
     from ${table} x cross join generate_series(1, ${most}) step order by x.id, step`;

  for (const statement of [
    // One statement per account and month, since the first payment.
    `create temp table paid on commit drop as
       select p.id, p.bank_date, p.bank_cents, p.bank_reference, p.confirmed_at, s.person_id,
         coalesce(p.account_id, (select min(a.account_id) from project_bank_accounts a where a.project_id = s.project_id and a.for_buyers),
           1 + p.id % (select count(*) from bank_accounts)) as account
       from payments p join sales s on s.id = p.sale_id
       where p.state_id = ${PAYMENT.confirmed} and p.bank_reference is not null and s.id <= ${last}`,
    // In one statement, because the statement and its file refer to each other.
    `with made as (insert into bank_statements (account_id, format, file_id, file_name, sha256, from_on, to_on, new_lines, known_lines, imported_by, imported_at)
       select account, 'csv', md5('extracto' || account || month)::uuid, 'extracto-' || to_char(month, 'YYYY-MM') || '.csv',
         md5('extracto' || account || month), month, (month + interval '1 month' - interval '1 day')::date, count(*), 0, ${accountant},
         least(${at}, month + interval '1 month')
       from (select account, date_trunc('month', bank_date)::date as month from paid) months
       group by account, month order by month, account returning id, file_id, file_name, imported_at)
     insert into files (id, sha256, mime, size, name, reference, reference_id, uploaded_by, sensitive, created_at)
       select file_id, '${file.sha256}', 'text/csv', ${file.size}, file_name, 'extracto', id, '${accountant}', false, imported_at
       from made`,
    `insert into bank_statement_lines (statement_id, account_id, row, posted_on, cents, reference, description, key, state, version)
       select b.id, paid.account, row_number() over (partition by b.id order by paid.bank_date, paid.id) + 1, paid.bank_date,
         paid.bank_cents, paid.bank_reference, 'ACH ' || upper(p.name), 'c:' || paid.id, 'matched', 2
       from paid join people p on p.id = paid.person_id
         join bank_statements b on b.account_id = paid.account and b.to_on = (date_trunc('month', paid.bank_date) + interval '1 month' - interval '1 day')::date
           and b.file_name like 'extracto-____-__.csv'
       order by paid.bank_date, paid.id`,
    `insert into statement_matches (line_id, payment_id, score, matched_by, matched_at)
       select l.id, paid.id, 100, ${accountant}, paid.confirmed_at
       from paid join bank_statement_lines l on l.account_id = paid.account and l.key = 'c:' || paid.id order by l.id`,
    // Ignored interest lines, and recent lines that nobody has matched; most of them pay what a buyer reported.
    `insert into bank_statement_lines (statement_id, account_id, row, posted_on, cents, reference, description, key, state, state_reason, version)
       select id, account_id, 1, to_on, 137 + id % 900, '', 'INTERESES', 'i:' || id, 'ignored', 'Intereses del banco', 2
       from bank_statements where file_name like 'extracto-____-__.csv' and to_on < ${at}::date`,
    `insert into bank_statement_lines (statement_id, account_id, row, posted_on, cents, reference, description, key)
       select last.id, last.account_id, 100000 + row_number() over (order by p.id), least(last.to_on, ${at}::date),
         p.reported_cents + case when p.id % 7 = 0 then 150 else 0 end, 'TR' || (10000000 + p.id), 'DEPOSITO ' || upper(w.name), 'o:' || p.id
       from payments p join sales s on s.id = p.sale_id join people w on w.id = s.person_id
         cross join (select id, account_id, to_on from bank_statements where file_name like 'extracto-____-__.csv'
           order by to_on desc, id desc limit 1) last
       where p.state_id = ${PAYMENT.reported} and s.id <= ${last}`,
    `update bank_statements b set new_lines = c.count
       from (select statement_id, count(*) from bank_statement_lines group by 1) c where c.statement_id = b.id`,

    // Advisers' commissions, released by their events; those released more than 60 days ago are paid.
    `insert into commission_rules (payee, percent, separation, promise, disbursement, valid_from, created_at)
             select 'asesor', 1.5, 30, 40, 30, date '2015-01-01', ${at}
       where not exists (select from commission_rules where payee = 'asesor')`,
    `insert into commissions (sale_id, payee, user_id, rule_id, total_cents, named_at)
       select s.id, 'asesor', s.adviser_id, (select max(id) from commission_rules where payee = 'asesor'), round(s.price_cents * 0.015), s.received_at
       from sales s where s.adviser_id is not null and s.received_at is not null and s.state_id < ${SALE.withdrawn} and s.id <= ${last} order by s.id`,
    `insert into commission_lines (commission_id, event, cents, state_id, version, released_at, prepared_by, prepared_at, approved_by,
         approved_at, paid_by, paid_at, reference, paid_on, created_at)
       select c.id, e.event, e.cents, x.state, x.state, e.at, case when x.paid then ${accountant} end, x.due, case when x.paid then ${manager} end,
         x.due, case when x.paid then ${accountant} end, x.due, case when x.paid then 'CM' || c.id || e.event end, x.due::date, c.named_at
       from commissions c join sales s on s.id = c.sale_id and s.id <= ${last}
         left join lateral (select min(confirmed_at) at from payments where sale_id = c.sale_id and type_id = 1 and state_id = ${PAYMENT.confirmed}) paid on true
         left join payment_plans plan on plan.sale_id = c.sale_id
         left join lateral (select min(confirmed_at) at from disbursements where sale_id = c.sale_id) disbursed on true
         cross join lateral (values
           ('separacion', round(c.total_cents * 0.3), paid.at),
           ('promesa', round(c.total_cents * 0.7) - round(c.total_cents * 0.3), plan.created_at),
           ('desembolso', c.total_cents - round(c.total_cents * 0.7), disbursed.at)) e (event, cents, at)
         cross join lateral (select e.at is not null and e.at < ${at} - interval '60 days' paid) o
         cross join lateral (select o.paid,
           case when o.paid then ${COMMISSION.paid} when e.at is null then ${COMMISSION.planned} else ${COMMISSION.released} end state,
           case when o.paid then e.at + interval '30 days' end due) x
       order by c.id, e.event`,
    history('comision', `(select l.* from commission_lines l join commissions c on c.id = l.commission_id where c.sale_id <= ${last})`, 'x.state_id', 'case when step = 1 then x.created_at when step = 2 then x.released_at else x.paid_at end'), // prettier-ignore

    // A sale that ended was refunded its payments, less the penalty.
    `insert into refunds (sale_id, state_id, version, cause, paid_cents, penalty_percent, penalty_cents, amount_cents, payee_name, bank_id,
         account, due_on, prepared_by, prepared_at, agreed_by, agreed_at, approved_by, approved_at, paid_by, paid_at, bank_reference, bank_date)
       select s.id, ${REFUND.paid}, ${REFUND.paid}, 'desistimiento', m.cents, 10, round(m.cents * 0.1), m.cents - round(m.cents * 0.1), p.name,
         1 + s.id % 5, '04-' || (1000000 + s.id), (s.state_since + interval '30 days')::date, coalesce(s.processor_id, s.adviser_id), s.state_since,
         ${coordinator}, s.state_since, ${manager}, s.state_since, ${accountant}, s.state_since, 'DV' || s.id, s.state_since::date
       from sales s join people p on p.id = s.person_id
         cross join lateral (select sum(bank_cents) cents from payments where sale_id = s.id and state_id = ${PAYMENT.confirmed}) m
       where s.state_id in (${SALE.withdrawn}, ${SALE.rescinded}, ${SALE.expired}) and m.cents > 0 and s.processor_id is not null
         and s.id <= ${last} order by s.id`,
    history('devolucion', `(select * from refunds where sale_id <= ${last})`, 'x.state_id', 'x.prepared_at'),
    `insert into changes (record, record_id, from_state, to_state, actor_kind, actor_id, at)
       select 'pago', p.id, p.state_id, ${PAYMENT.refunded}, 'staff', '${accountant}', r.paid_at
       from payments p join refunds r on r.sale_id = p.sale_id and r.state_id = ${REFUND.paid}
       where p.state_id = ${PAYMENT.confirmed} and p.sale_id <= ${last} order by p.id`,
    `update payments p set state_id = ${PAYMENT.refunded}, version = p.version + 1 from refunds r
       where r.sale_id = p.sale_id and r.state_id = ${REFUND.paid} and p.state_id = ${PAYMENT.confirmed} and p.sale_id <= ${last}`,

    // Two people wait for each lot whose claim may still expire; they are buyers of other sales.
    `insert into lot_waitlist (lot_id, place, person_id, phone, joined_at, consent_at)
       select c.lot_id, place, p.id, p.phone, c.since + place * interval '1 hour', c.since + place * interval '1 hour'
       from lot_claims c cross join generate_series(1, 2) place
         join people p on p.id = 1 + (c.id * 31 + place * 7) % (select max(person_id) from sales where id <= ${last})
       where c.released_at is null and c.kind in ('reservation', 'separation') and c.sale_id <= ${last} and p.phone is not null order by c.lot_id, place`,

    // The advisers of published projects attend visits.
    `insert into appointment_templates (project_id, agent_id, hours)
       select t.project_id, t.user_id, (select jsonb_agg(jsonb_build_object('weekday', d, 'from', '08:00', 'to', case when d = 6 then '12:00' else '17:00' end))
         from generate_series(1, 6) d)
       from project_team t join projects p on p.id = t.project_id
       where p.published and t.user_id in (select x.user_id from user_roles x join roles r on r.id = x.role_id where r.name = 'asesor') and not exists (select from appointment_templates)
       order by 1, 2`,

    // Buyers who applied to a bank filled in its data; one sale in eight has a second buyer.
    `insert into bank_profiles (sale_id, version, values, at_page, gaps, pages_checked, sent_at, times_sent, updated_at, created_at)
       select id, 3, '{"dependientes": 1, "corregimiento": "Vista Alegre", "empresa": "Grupo Istmo, S.A.", "cargo": "Analista"}',
         case when id % 10 = 0 then 3 else 6 end, case when id % 10 = 0 then 1 + id % 9 else 0 end, case when state_id > ${SALE.inBank} then 5 else id % 5 end,
         case when id % 10 <> 0 then received_at + interval '4 days' end, case when id % 10 = 0 then 0 else 1 end,
         received_at + interval '4 days', received_at + interval '1 day'
       from sales where payment_form = 'hipoteca' and state_id between ${SALE.inBank} and ${SALE.closed} and id <= ${last} order by id`,
    `insert into sale_buyers (sale_id, person_id, role, position, consent_version, consent_at, added_at)
       select s.id, before.person_id, case when s.id % 16 = 0 then 'codeudor' else 'comprador' end, 1, c.text_version, s.received_at, s.received_at
       from sales s join sales before on before.id = s.id - 5 and before.person_id <> s.person_id
         join consents c on c.sale_id = s.id and c.kind = 'datos'
       where s.id % 8 = 0 and s.received_at is not null and s.id <= ${last} order by s.id`,
  ])
    await client.query(statement);
}
