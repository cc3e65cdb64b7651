import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { urlOf, type EndpointSpec } from '#contract/endpoint.ts';
import { isExportable } from '#contract/company/exports/endpoints.ts';
import type { RuleRow } from '#contract/projects/interest/model.ts';
import type { BoardRow } from '#contract/sales/board/board.ts';
import type { SaleRow } from '#contract/sales/sale/model.ts';
import { endpointsOf } from '#server/kernel/route.ts';
import { computeCashNow } from '#server/modules/money/cashForecast/cashForecast.jobs.ts';
import { useApp } from './app.ts';
import { fillLarge } from './largeCompany.ts';
import { signInAs, type StaffBrowser } from './signIn.ts';

/** Checks every paged list, by each of its columns in both directions. A new list is included automatically. */
const llave = useApp();
let admin: StaffBrowser;

type Row = Record<string, unknown>;
type Listed = EndpointSpec & { query: z.ZodObject };

const lists = (): Listed[] =>
  endpointsOf(llave.app).filter(
    (spec): spec is Listed =>
      spec.method === 'GET' &&
      spec.query !== undefined &&
      // A conversation is read in its own order, the newest first (spec §4).
      !/^\/api\/sale\/(conversations|messages)/.test(spec.path) &&
      'page' in spec.query.shape &&
      // The sums of a list take its query, too.
      spec.answer instanceof z.ZodObject &&
      'meta' in spec.answer.shape,
  );

/** The values of an enum, also of an optional one; none for other types. */
function wordsOf(schema: unknown): readonly string[] {
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  return schema instanceof z.ZodOptional ? wordsOf(schema.unwrap()) : [];
}
const columnsOf = (spec: Listed) => wordsOf(spec.query.shape['order_column']);

/** The list's URL, with the first enum value for each required parameter. */
function addressOf(spec: Listed, query: object): string {
  const needed = Object.entries(spec.query.shape)
    .filter(([, schema]) => !(schema as z.ZodType).safeParse(undefined).success)
    .map(([key, schema]) => [key, wordsOf(schema)[0]]);
  return urlOf(spec, { params: { id: 1 }, query: { ...Object.fromEntries(needed), ...query } });
}

/** Columns whose value is neither a field of the row nor in its export. */
const ELSEWHERE: Readonly<Record<string, (row: never) => unknown>> = {
  claim_until: (row: SaleRow) => row.claim?.until,
  due: (row: BoardRow) => row.due_on,
  age: (row: BoardRow) => row.stage?.days,
  proformas: (row: RuleRow) => row.quotes,
};

/** The value that a row shows in a column. */
function shown(spec: Listed, row: Row, column: string): unknown {
  if (column in row) return row[column];
  const elsewhere = ELSEWHERE[column];
  if (elsewhere) return elsewhere(row as never);
  const columns = isExportable(spec) ? spec.exports.columns : [];
  const found = columns.find(({ key }) => key === column) ?? columns.find(({ of }) => of === column);
  if (!found) throw new Error(`Say in ELSEWHERE what ${column} of ${spec.path} shows`);
  return found.value(row as never);
}

const { compare } = new Intl.Collator('es-PA', { sensitivity: 'base' });
const inWay = (one: unknown, next: unknown, down: boolean) => {
  const step =
    typeof one === 'number' && typeof next === 'number' ? one - next : compare(String(one), String(next));
  return down ? step >= 0 : step <= 0;
};

async function ask(spec: Listed, query: object): Promise<Row[]> {
  const answer = await admin.get(addressOf(spec, query));
  expect(answer.statusCode, `${spec.path} ${answer.body}`).toBe(200);
  return answer.json<{ data: Row[] }>().data;
}

beforeAll(async () => {
  await fillLarge(llave, { count: 120, seed: 5 });
  // Two users who were here at different times.
  await signInAs(llave, 'gerencia');
  llave.clock.advance(60);
  admin = await signInAs(llave, 'administrador');
  await llave.asOwner(FILL);
  // The movements of the cash forecast are known once a job has computed it.
  await llave.app.core.jobs.run(computeCashNow, { anew: true });
});

describe('every paged list', () => {
  test('declares its order columns and refuses others', async () => {
    expect(lists().length).toBeGreaterThan(40);
    for (const spec of lists()) {
      expect([spec.path, columnsOf(spec).length]).not.toEqual([spec.path, 0]);
      expect(wordsOf(spec.query.shape['order_type']), spec.path).toEqual(['asc', 'desc']);
      const refused = await admin.get(addressOf(spec, { order_column: 'secreto' }));
      expect([spec.path, refused.statusCode]).toEqual([spec.path, 422]);
      expect(refused.json(), spec.path).toMatchObject({
        code: 'INVALID',
        errors: [{ field: 'order_column' }],
      });
    }
  });

  test('is sorted by each of its columns, ascending and descending, page after page', async () => {
    const faults: unknown[] = [];
    for (const spec of lists()) {
      for (const order_column of columnsOf(spec))
        for (const order_type of ['asc', 'desc']) {
          const told = `${spec.path} ${order_column} ${order_type}`;
          const order = { order_column, order_type };
          const rows = await ask(spec, { ...order, per_page: 200 });
          const values = rows.map((row) => shown(spec, row, order_column) ?? null);
          const filled = values.filter((value) => value !== null);
          if (new Set(filled).size < 2) faults.push([told, 'nothing to order']);
          if (filled.some((one, at) => at > 0 && !inWay(filled[at - 1], one, order_type === 'desc')))
            faults.push([told, filled.slice(0, 20)]);
          // Rows without a value are together, before or after all others.
          const [first, last] = [
            values.findIndex((one) => one !== null),
            values.findLastIndex((one) => one !== null),
          ];
          if (last - first + 1 !== filled.length)
            faults.push([told, 'rows without a value among the others']);

          const per_page = Math.max(1, Math.floor(rows.length / 2));
          const pages = [
            await ask(spec, { ...order, per_page }),
            await ask(spec, { ...order, per_page, page: 2 }),
          ];
          if (JSON.stringify(pages.flat()) !== JSON.stringify(rows.slice(0, 2 * per_page)))
            faults.push([told, 'another order from page to page']);
        }
    }
    expect(faults).toEqual([]);
  });
});

/** Rows that the large company lacks, or has only one of. */
const FILL = `
  set session_replication_role = replica;
  create temp view two as select n, timestamptz '2026-03-01T12:00:00Z' + n * interval '1 day' as at from generate_series(1, 2) n;
  insert into mailed_lists (owner_id, title, list, params, query, format, every, hour, skips_holidays, state, next_at, created_at)
    select (select min(id) from users), 'Lista ' || n, '/api/mailed-lists', '{}', '{}', 'xlsx', 'dia', '07:00', false, 'activa', at, at from two;
  insert into partners (kind, name, ruc, ruc_key, dv, created_at)
    select 'contratista', 'Constructora ' || n, '155612345-2-201' || n, '155612345-2-201' || n, '12', at from two;
  insert into partner_papers (partner_id, kind, expires_on, created_at) select id, 'seguro', date '2027-01-01' + id::int, created_at from partners where kind = 'contratista';
  insert into contracts (project_id, type_id, name, reference, contractor_id, contracting_party_id, amount_cents, starts_on, ends_on, created_at)
    select (select min(id) from projects), 1, 'Obra ' || n, 'C-' || n, p.id, p.id, 1000000, at::date, at::date + 90, at
      from two, (select min(id) id from partners) p;
  insert into action_plans (model_id, number, days, created_at, published_at)
    select m.id, 1, 70 + n, at, at from two join lateral (select id from house_models order by id offset n - 1 limit 1) m on true
    on conflict do nothing;
  insert into action_plan_steps (plan_id, activity_id, position, days) select p.id, a, a, 5 from action_plans p, generate_series(1, 2 + p.id::int % 5) a on conflict do nothing;
  insert into jobs (contract_id, item_id, amount_cents, quantity, price_cents, approved_quantity, reported_quantity, created_at)
    select c.id, 900 + c.id, 1000, 1, 1000, 0, 0, c.created_at from contracts c;
  insert into jobs (contract_id, house_id, activity_id, amount_cents, week, created_at)
    select (select min(id) from contracts), (select min(id) from houses), n, 1000, '2026-W1' || n, at from two;
  insert into jobs (contract_id, house_id, activity_id, amount_cents, created_at) select (select min(id) from contracts), (select max(id) from houses), 3, 1000, min(at) from two;
  insert into tickets (code, title, department_id, category_id, priority_id, state_id, state_since, project_id, origin, clock_from, answer_due, solve_due, created_at)
    select 'TK-2026-9000' || n, 'Ticket ' || n, 9, n, n, 1, at, (select min(id) from projects), 'oficina', at, at, at + interval '2 days', at from two;
  insert into interim_loans (company_id, project_id, bank_id, number, state_id, limit_cents, revolving, starts_on, ends_on, day_count, bank_account_id,
      release_days, drawn_cents, held_cents, made_by, approved_by, created_at)
    select p.id, (select min(id) from projects), 1, 'INT-' || n, 2, 100000, false, at::date, at::date + 300 + n, 'real_360',
      (select coalesce(min(id), 1) from bank_accounts), 5, 5000, 5000, u.a, u.b, at from two, (select min(id) id from partners) p, (select min(id) a, max(id) b from users) u;
  insert into interim_drawdowns (loan_id, number, state_id, cents, purpose, requested_on, received_on, made_by, approved_by, created_at)
    select l.id, n, 3, 1000, 'Obra', at::date, at::date + n, u.a, u.b, at from two, (select max(id) id from interim_loans) l, (select min(id) a, max(id) b from users) u;
  insert into ticket_orders (code, ticket_id, contractor_id, what, due_on, state_id, state_since, created_at)
    select 'OT-2026-9000' || n, t.id, (select min(id) from partners where kind = 'contratista'), 'Trabajo ' || n, at::date, 1, at, at
      from two join tickets t on t.code = 'TK-2026-9000' || n;
  insert into bank_reconciliations (account_id, period, state_id, made_by, created_at)
    select (select min(id) from bank_accounts), 202600 + n, 1, (select min(id) from users), at from two;
  update contracts set state_id = 10;
  insert into cash_expectations (company_id, type_id, concept, cents, first_on, made_by, created_at)
    select (select min(id) from partners), n, 'Previsto ' || n, n * 100, at::date, (select min(id) from users), at from two;
  insert into contract_addenda (contract_id, number, reason, delta_cents, created_by, created_at) select (select min(id) from contracts), n, 'Motivo ' || n, n, (select min(id) from users), at from two;
  insert into diaries (project_id, type_id, day, created_at) select (select min(id) from projects), 1, at::date, at from two;
  insert into diary_entries (diary_id, sealed_in_id, client_id, section, text, reason, hours, author_id, written_at, received_at)
    select d.id, d.id, gen_random_uuid(), 'paro', 'Paro', case when d.id % 2 = 0 then 'lluvia' else 'material' end, 2, (select min(id) from users), d.created_at, d.created_at from diaries d;
  insert into schedules (contract_id, starts_on, pace, stamped_at, forecast_on) select min(id), '2026-03-01', 5, now(), '2026-03-01' from contracts;
  insert into schedule_tasks (schedule_id, house_id, activity_id, position, crew, days, base_start, base_finish, start, finish, late, float, critical, driving)
    select (select min(id) from schedules), (select min(id) from houses), n, n, 0, 5, at::date, at::date + n, at::date, at::date + n, n, n, true, true from two;
  insert into progress_accounts (contract_id, number, measured_on, contract_cents, advance_bp, retention_bp, itbms_bp, withholding_bp, gross_cents, amortised_cents, retained_cents, itbms_cents, withheld_cents, net_cents, made_by, created_at)
    select c.id, 1, c.created_at::date, 1000000, 0, 1000, 700, 0, 1000, 0, 100, 70, 0, 970, (select min(id) from users), c.created_at from contracts c;
  insert into diary_entries (diary_id, sealed_in_id, client_id, section, text, author_id, written_at, received_at)
    select id, id, gen_random_uuid(), 'trabajo', 'Losa', (select min(id) from users), created_at, created_at from diaries;
  insert into handovers (code, sale_id, house_id, model_id, state_id, state_since, scheduled_on, delivered_on, imported, created_at)
    select 'EN-2026-0000' || n, s.id, -n, s.model_id, 4, at, at::date, at::date, true, at
      from two join lateral (select id, model_id from sales order by id offset n - 1 limit 1) s on true;
  update handovers set house_id = (select id from houses order by id offset -house_id - 1 limit 1);
  insert into handover_inspections (handover_id, key, round, on_day, inspector_id, attended, answer, manual, rules, created_at)
    select id, gen_random_uuid(), 1, scheduled_on, (select min(id) from users), 'Familia', 'pendientes', true, false, created_at from handovers;
  insert into punch_items (handover_id, house_id, inspection_id, room, point, part, severity, text, state_id, due_on, created_at)
    select i.handover_id, k.house_id, i.id, 'Baño', 'Ducha', 'plomeria', 'leve', 'Gotea', 1, k.scheduled_on + 15, i.created_at
      from handover_inspections i join handovers k on k.id = i.handover_id;
  insert into back_charges (code, contract_id, state_id, amount_cents, paper, reason, made_by, created_at)
    select 'CG-2026-0000' || n, (select min(id) from contracts), 1, n * 1000, 'F-' || n, 'Reparación', (select min(id) from users), at from two;
  insert into survey_asks (record, record_id, sale_id, person_id, project_id, channel, token_hash, asked_at, expires_at)
    select 'ticket', 100 * n + m, s.id, s.person_id, s.project_id, 'correo', n || '-' || m, at - interval '1 day', at + interval '29 days'
      from two cross join generate_series(1, 9 + n) m join lateral (select id, person_id, project_id from sales order by id offset n limit 1) s on true;
  insert into survey_answers (ask_id, score, reason, answered_at)
    select id, record_id / 100 * 4, 'trato', asked_at + interval '1 day' from survey_asks;
  insert into journal_entries (book_id, number, day, occurred_on, kind, description, source_record, source_id, event, fingerprint, created_at)
    select (select min(id) from partners), n, at::date, at::date, 'registro', 'Asiento ' || n, 'prueba', n, 'x', '', at from two;
  insert into journal_lines (entry_id, position, account_id, debit_cents, book_id, day) select id, 1, 2, 100 * number, book_id, day from journal_entries;
  insert into vouchers (book_id, kind, day, description, cents, made_by, created_at)
    select (select min(id) from partners), 'comprobante', at::date, 'Comprobante ' || n, 100 * n, (select min(id) from users), at from two;
  insert into unposted_events (source_record, source_id, event, event_kind, description, day, reason, cents, since)
    select 'prueba', n, 'x', 'x', 'Algo ' || n, at::date, 'sin_regla', n, at from two;
  insert into materials (code, name, unit, cost_code_id, price_cents, created_at) select 'M-' || n, 'Material ' || n, 'saco', 14, 100 * n, at from two;
  insert into material_requests (year, number, project_id, needed_on, created_at)
    select 2026, n, (select min(id) from projects), at::date, at from two;
  insert into purchase_orders (year, number, project_id, supplier_id, issued_on, expected_on, subtotal_cents, itbms_cents, issued_by, created_at)
    select 2026, n, (select min(id) from projects), (select min(id) from partners), at::date, at::date + 5, 1000 * n, 70 * n, (select min(id) from users), at from two;
  insert into purchase_order_lines (order_id, material_id, quantity, price_cents, taxed)
    select o.id, m.id, 10, 100, true from purchase_orders o, (select min(id) id from materials) m;
  insert into supplier_invoices (kind, partner_id, ruc_key, company_id, number, issued_on, due_on, concept, subtotal_cents, itbms_cents, made_by, created_at)
    select 'factura', p.id, 'r', p.id, 'F-' || n, at::date, at::date + 30, 'Concepto', 1000 * n, 70 * n, (select min(id) from users), at from two, (select min(id) id from partners) p;
  insert into supplier_advances (year, number, partner_id, company_id, reason, cents, asked_on, made_by, created_at)
    select 2026, n, p.id, p.id, 'Pedido', 1000 * n, at::date, (select min(id) from users), at from two, (select min(id) id from partners) p;
  insert into payment_batches (year, number, bank_account_id, kind, pay_on, made_by, created_at)
    select 2026, n, (select min(id) from bank_accounts), 'ach', at::date, (select min(id) from users), at from two;
  insert into progress_accounts (contract_id, number, state_id, measured_on, contract_cents, advance_bp, retention_bp, itbms_bp, withholding_bp, gross_cents, amortised_cents, retained_cents, itbms_cents, withheld_cents, net_cents, paid_on, paid_bank, paid_reference, imported, made_by, created_at)
    select c.id, 2, 5, c.created_at::date, 1000000, 0, 1000, 700, 0, 1000, 0, 100, 70, 0, 970, c.created_at::date, 'Banco', 'ACH', true, (select min(id) from users), c.created_at from contracts c;
  insert into stock_levels (project_id, material_id, quantity, value_cents) select (select min(id) from projects), id, id, 100 from materials;
  insert into stock_movements (project_id, material_id, kind, quantity, value_cents, paper, key, moved_on, made_by, created_at)
    select l.project_id, l.material_id, 'inicial', l.quantity, 100, 'Inventario', gen_random_uuid(), '2026-03-01', (select min(id) from users), now() from stock_levels l;
  insert into stock_counts (project_id, material_id, counted, expected, reason, key, made_by, created_at)
    select l.project_id, l.material_id, 1, l.quantity, 'Inventario', gen_random_uuid(), (select min(id) from users), now() from stock_levels l;
  insert into contract_templates (kind, name, payment_form, created_at) select 'promesa', 'Promesa ' || n, case n when 1 then 'hipoteca' else 'contado' end, at from two;
  insert into promises (code, sale_id, round, state_id, state_since, origin, writers, price_cents, sign_by, signed_on, created_at)
    select 'PR-2025-0000' || n, s.id, 1, 5, at, 'importada', '{}', 8000000 + n, at::date, at::date, at from two join lateral (select id from sales order by id offset n limit 1) s on true;
  insert into addenda (code, sale_id, promise_id, kind, state_id, state_since, change, effect, reason, sign_by, created_by, created_at)
    select 'AD-2025-0000' || n, p.sale_id, p.id, 'prorroga', 1, at, '{"tipo": "prorroga", "entrega": "2027-01-01"}', '[]', 'Motivo', at::date, (select min(id) from users), at
      from two join lateral (select id, sale_id from promises order by id offset n - 1 limit 1) p on true;
  insert into seals (record, record_id, title, source_file_id, source_hash, evidence, fingerprint, state_id, requested_at)
    select 'precontrato', n, 'Promesa ' || n, gen_random_uuid(), '', '{"code":"","signers":[],"events":[]}', 'f' || n, 1, at from two;
  insert into lawyers (full_name, firm, created_at) select 'Abogada ' || n, 'Bufete ' || n, at from two;
  insert into outbox_mails (kind, recipient, subject, body, state, created_at) select 'enlace', 'ana@llave.test', 'Correo ' || n, '', 'kept', at from two;
  insert into audit_log (at, actor_kind, action, entity, entity_id, data)
    select at, 'system', 'borrar_datos', 'venta', m::text, '{"reason": "compra_sin_pago"}' from two, generate_series(1, n) m;
  insert into notices (user_id, kind, event, about, text, url, at) select u.id, 'venta_asignada', 'e' || n, 'e' || n, 'Aviso ' || n, '/oficina', at from two, users u;
  insert into push_subscriptions (endpoint, keys, user_id, created_at) select 'https://push.example/' || n, '{}', (select min(id) from users), at from two;
  insert into price_increases (reason, effective_on, state, percent, round_to_cents, created_by, created_at)
    select 'Aumento ' || n, at::date, 'prepared', 3, 1000, u.id, at from two join lateral (select id from users order by id offset n limit 1) u on true;
  insert into price_increase_rows (increase_id, project_id, model_id, effective_on, from_cents, to_cents, state)
    select 1, project_id, id, '2026-12-01', price_cents, price_cents + 1, 'pending' from house_models limit 1;
  insert into price_changes (project_id, model_id, from_cents, to_cents, at, by_id, reason)
    select m.project_id, m.id, 1, 2, at, null, 'Mercado' from two, (select * from house_models limit 1) m;
  update house_models set price_until = date '2026-12-01' + id::int;
  update interest_rules set valid_from = valid_from + 1 where id = (select max(id) from interest_rules where valid_to is null);
  insert into interest_changes (after_id, effective_on, reason, by_id, at)
    select 1, at::date, 'Ley ' || n, u.id, at from two
      join lateral (select id from users order by id offset n limit 1) u on true;
  update quotes set state_id = 2, rule_id = (select max(id) from interest_rules where valid_to is null), price_cents = (select max_cents from interest_rules where id = 1) - id;
  update projects set region = coalesce((select region from interest_rules where id = 1), region);
  insert into imports (kind, file_id, file_name, sha256, plan_hash, new_rows, changed_rows, same_rows, bad_rows, created_by, created_at)
    select 'lots', f.id, 'lotes-' || n || '.xlsx', '', '', 1, 0, 0, 0, u.id, at from two
      join lateral (select id from users order by id offset n limit 1) u on true cross join (select id from files limit 1) f;
  insert into import_rows (import_id, row, status, cells, label) select 1, n, 'new', '{}', 'A-0' || n from two;
  insert into bank_transfers (sale_id, application_id, bank_id, format, papers, consent_id, income, at)
    select c.sale_id, 1, 1, 'pdf', '[]', c.id, false, at from two, (select * from consents limit 1) c;
  update sales set board_due = date '2026-12-01' + id::int where id % 2 = 0;
  update lot_claims set until = timestamptz '2026-12-01T12:00:00Z' + id * interval '1 hour' where id % 2 = 0;
  update prospects set next_follow_up_on = date '2026-12-01' + id::int;
  insert into people (name, phone, created_at) select 'Quien pregunta ' || n, '+5076999000' || n, at from two;
  insert into conversations (person_id, last_message_at, created_at) select id, created_at, created_at from people where name like 'Quien pregunta %';
  insert into chat_answers (conversation_id, asked_at, answered_at, user_id)
    select c.id, m.at, m.at + c.id % 7 * interval '3 minutes' + n * interval '5 minutes', u.id from conversations c, generate_series(1, 2) n
      cross join lateral (select timestamptz '2026-11-20T12:00:00Z' - n * interval '40 days' as at) m join lateral (select id from users order by id offset n limit 1) u on true
    where n = 1 or c.id % 2 = 0;
  insert into bot_sources (kind, title, created_by, created_at, changed_at) select 'direccion', 'Página ' || n, (select min(id) from users), at, at from two;
  insert into bot_readings (source_id, state, url, created_at) select id, 'en_cola', 'https://example.com/', created_at from bot_sources;
  insert into bank_mails (fingerprint, "from", subject, text, state, received_at) select 'f' || n, 'banco@llave.test', 'Correo ' || n, '', 'por_asignar', at from two;
  insert into bot_unanswered (key, question, count, first_at, last_at) select 'k' || n, 'Pregunta ' || n, n, at, at from two;
  insert into coincidences (left_id, right_id, score, reasons, found_at) select n, n + 10, 50 + n, '{nombre}', at from two;
  insert into brokers (name, created_at) values ('Corredora del Istmo', now());
  update commissions set payee = 'corredor', user_id = null, broker_id = 1 where id = (select min(id) from commissions);
  insert into representatives (name, document_type, document, document_key, phone, email, power_kind, power_text, valid_from, valid_until, created_by, created_at)
    select 'Representante ' || n, 'cedula', '8-1-' || n, '8-1-' || n, '+5076111000' || n, 'r' || n || '@llave.test', 'poder', 'Poder ' || n,
      at::date, date '2027-01-01' + n, (select min(id) from users), at from two;
  insert into envelopes (record, record_id, sale_id, title, state_id, since, file_id, current_file_id, summary, initials, expires_at, opened_at)
    select 'sobre', n, s.id, 'Carta ' || n, 1, at, f.id, f.id, '[]', false, at + interval '10 days', at
      from two, (select min(id) id from sales) s, (select id from files limit 1) f;
  insert into house_files (lot_id, own_finca, location_code, permit_number, permit_on, segregation_inscribed_on, updated_at, created_at)
    select l.id, '3000' || n, '8A05', 'PO-' || n, at::date, at::date - 30, at, at from two join lateral (select id from lots order by id offset n limit 1) l on true;
  insert into deeds (sale_id, state_id, state_since, due_on, created_at)
    select a.sale_id, 1 + n, at, at::date + 10, at from two join lateral (select sale_id from bank_applications where chosen order by id offset n limit 1) a on true;
  insert into promise_letters (application_id, number, amount_cents, rate_percent, term_months, issued_on, expires_on, file_id, created_at)
    select a.id, 'CP-' || a.id, 1, 6, 360, '2026-01-01', date '2026-12-01' + a.id::int, f.id, now()
      from bank_applications a join deeds d on d.sale_id = a.sale_id cross join (select id from files limit 1) f
    where a.chosen and not exists (select from promise_letters o where o.application_id = a.id);
  insert into complaints (sale_id, state_id, state_since, kind, detail, filed_on, due_on, created_at)
    select s.id, 1, at, 'otro', 'Reclamo ' || n, at::date, at::date + 10, at from two join lateral (select id from sales where state_id > 1 order by id offset n limit 1) s on true;
  insert into rights_requests (person_id, kind, channel, detail, received_on, due_on, created_at)
    select p.id, 'acceso', 'correo', 'Copia ' || n, at::date, at::date + 10, at from two join lateral (select id from people order by id offset n limit 1) p on true;
  insert into blueprint_versions (model_id, number, state_id, note, in_force_at, created_at)
    select m.id, 1, 2, 'Versión', at, at from two join lateral (select id from house_models order by id offset n - 1 limit 1) m on true;
  insert into permits (project_id, model_id, type_id, state_id, state_since, entity, entered_on, approved_on, expires_on, expected_on, created_at)
    select m.project_id, m.id, 14, 4, at, 'DOYC', at::date, at::date, date '2027-01-01' + n, at::date + n, at
      from two join lateral (select id, project_id from house_models order by id offset n - 1 limit 1) m on true;
  insert into journal_entries (book_id, number, day, occurred_on, kind, description, source_record, source_id, event, fingerprint, created_at)
    select (select min(id) from partners), 900 + n, at::date, at::date, 'registro', 'Costo de vivienda ' || n, 'vivienda', n, 'costo', 'v' || n, at from two;
  insert into journal_lines (entry_id, position, account_id, debit_cents, book_id, day, lot_id)
    select e.id, 1, 34, 1000, e.book_id, e.day, l.id from journal_entries e join lateral (select id from lots order by id offset e.source_id limit 1) l on true
    where e.source_record = 'vivienda';
  insert into invoice_series (company_id, branch, point, last_number, issues_from, created_at)
    select (select min(id) from partners), '0000', '001', 2, '2026-01-01', now();
  insert into issued_invoices (kind, series_id, number, receiver_type, receiver_name, issued_on, concept, subtotal_cents, created_at)
    select 'factura', (select max(id) from invoice_series), n, 'cedula', 'Cliente ' || n, at::date, 'Alquiler', n * 1000, at from two;
  insert into issued_invoice_lines (invoice_id, position, description, cents) select id, 0, 'Alquiler', subtotal_cents from issued_invoices;
  insert into online_deposits (reference, way, sale_id, payment_id, cents, created_at)
    select 'REF' || n, 'yappy', p.sale_id, p.id, n * 1000, at from two join lateral (select id, sale_id from payments order by id offset n limit 1) p on true;
  insert into user_roles (user_id, role_id) select (select max(id) from users), id from roles where name = 'inspector';
`;
