import fc from 'fast-check';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Account, ContractStatement } from '#contract/works/accounts/model.ts';
import type { Contract } from '#contract/works/contracts/model.ts';
import { row } from '#server/kernel/db.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { useApp } from '#test/app.ts';
import {
  accountant,
  approve,
  bond,
  boss,
  contractor,
  jobsOf,
  lawyer,
  makeParties,
  manager,
  one,
  signed,
  url,
  type Answer,
} from '#test/contracts.ts';
import { deep } from '#test/deep.ts';

const llave = useApp();
const db = () => llave.database.db;
beforeAll(() => makeParties(llave));

const at = (id: number) => `/api/works/accounts/${id}`;
/** A refusal is a sentence, never a fault. */
const said = (answer: Answer) => {
  expect(answer.statusCode, answer.body).toBeLessThan(500);
  return answer;
};
const statementOf = async (id: number) =>
  (await boss.get(`/api/contracts/${id}/statement`)).json<{ data: ContractStatement }>().data;

/** A contract in force for 40,000 with 20 % of advance. */
async function begin(): Promise<Contract> {
  const made = await signed({ advance_percent: 20 });
  one(await bond(made.id, { kind: 'anticipo', amount_centavos: '800000' }));
  return one(
    await accountant.post(`${url(made.id)}/advance`, { paid_on: made.signed_on, reference: 'ACH 100' }),
  );
}

/** Sets what is approved of some jobs; a fall has its inspection. */
async function correct(contractId: number, part: number, bp: number): Promise<void> {
  const chosen = sql`id % 5 = ${part}`;
  await llave.asOwner(
    `insert into inspections (job_id, key, inspector_id, result, before_bp, approved_bp, reason, created_at)
      select j.id, gen_random_uuid(), (select min(id) from users), 'rebajado', j.approved_bp, ${bp}, 'Se midió otra vez', now()
      from jobs j where j.contract_id = ${contractId} and j.id % 5 = ${part} and j.approved_bp > ${bp}`,
  );
  await approve(contractId, bp, chosen);
}

type Step = { do: string; part: number; bp: number; cents: number };
const STEPS: Readonly<Record<string, (contract: Contract, step: Step) => Promise<unknown>>> = {
  correct: ({ id }, { part, bp }) => correct(id, part, bp),
  measure: async ({ id }) => {
    const answer = said(await manager.post(`${url(id)}/accounts`, {}));
    if (answer.statusCode !== 201) return;
    const { billed_centavos, certified_centavos } = await statementOf(id);
    expect(billed_centavos).toBe(certified_centavos);
  },
  deduct: (contract, { cents }) =>
    withLast(contract, (id) =>
      manager.post(`${at(id)}/deductions`, {
        kind: 'multa',
        reason: 'Atraso',
        paper: 'M-1',
        amount_centavos: Math.abs(cents) + 1,
      }),
    ),
  dispute: (contract, { part }) =>
    withLast(contract, async (id) => {
      const { data } = (await boss.get(at(id))).json<{ data: Account }>();
      const line = data.lines[part % data.lines.length];
      return line && contractor.post(`${at(id)}/lines/${line.id}/dispute`, { reason: 'No lo veo igual' });
    }),
  send: (contract) => withLast(contract, (id) => step(manager, id, 2)),
  approve: (contract) =>
    withLast(contract, async (id) => {
      said(await step(manager, id, 2));
      said(await step(contractor, id, 3));
      return step(boss, id, 4);
    }),
  pay: (contract) =>
    withLast(contract, (id) =>
      step(accountant, id, 5, { fecha: contract.signed_on, banco: 'BG', referencia: 'ACH 1' }),
    ),
  void: (contract) => withLast(contract, (id) => step(manager, id, 7, { motivo: 'Otra vez' })),
  reverse: (contract) => withLast(contract, (id) => step(accountant, id, 6, { motivo: 'Otra vez' })),
  addendum: async ({ id, houses }, { part, cents }) => {
    const answer = said(
      await manager.post(`${url(id)}/addenda`, {
        reason: 'Cambia la obra',
        houses: [{ house_id: houses[part % houses.length]!.id, delta_centavos: cents || 1 }],
      }),
    );
    if (answer.statusCode >= 300) return;
    const addendum = answer.json<{ data: Contract }>().data.addenda[0]!.id;
    const to = (who: typeof boss, estado_id: number) =>
      who.patch(`${url(id)}/addenda/${addendum}/status`, { params: { estado_id } });
    said(await to(boss, 2));
    said(await to(lawyer, 3));
  },
  receive: ({ id }, { part }) =>
    db()
      .update(contracts)
      .set({ stateId: part % 2 === 0 ? 7 : 8 })
      .where(eq(contracts.id, id)),
  return: async ({ id, signed_on }) =>
    said(
      await accountant.post(`${url(id)}/retention/return`, { paid_on: signed_on, bank: 'BG', reference: 'ACH 2' }),
    ),
  charge: async ({ id }, { cents }) =>
    said(
      await accountant.post(`${url(id)}/retention/charge`, {
        amount_centavos: Math.abs(cents) + 1,
        reason: 'Filtración',
        paper: 'T-1',
      }),
    ),
}; // prettier-ignore

const step = (who: typeof boss, id: number, estado_id: number, params: object = {}) =>
  who.patch(`${at(id)}/status`, { params: { estado_id, ...params } });

async function withLast({ id }: Contract, act: (id: number) => Promise<Answer | undefined>): Promise<void> {
  const last = (await statementOf(id)).accounts.at(-1);
  if (!last) return;
  const answer = await act(last.id);
  if (answer) said(answer);
}

/** What holds after each step, read from the rows themselves. */
async function check({ id }: Contract): Promise<void> {
  const told = await statementOf(id);
  const sums = await row<Record<'lines' | 'gross' | 'amortised' | 'beyond' | 'jobs', string>>(
    db(),
    sql`select (select coalesce(sum(l.cents), 0) from account_lines l join progress_accounts a on a.id = l.account_id
        where a.contract_id = ${id} and l.dispute is null and a.state_id <= 5) lines,
      (select coalesce(sum(gross_cents), 0) from progress_accounts where contract_id = ${id} and state_id <= 5) gross,
      (select coalesce(sum(amortised_cents), 0) from progress_accounts where contract_id = ${id} and state_id <= 5) amortised,
      (select coalesce(sum(amount_cents), 0) from jobs where contract_id = ${id}) jobs,
      (select count(*) from jobs j where j.contract_id = ${id} and j.amount_cents < (select coalesce(sum(l.cents), 0) from account_lines l
        join progress_accounts a on a.id = l.account_id where l.job_id = j.id and l.dispute is null and a.state_id <= 5)) beyond`,
  );
  expect(sums!.lines).toBe(sums!.gross);
  expect(Number(sums!.jobs)).toBe(told.contract_centavos);
  expect(Number(sums!.beyond)).toBe(0);
  expect(Number(sums!.amortised)).toBeLessThanOrEqual(told.advance_centavos!);
  expect(told.advance_left_centavos).toBeGreaterThanOrEqual(0);
  expect(told.retained_centavos).toBeGreaterThanOrEqual(0);
  expect(told.billed_centavos).toBeLessThanOrEqual(told.contract_centavos!);
  expect(told.paid_centavos).toBeLessThanOrEqual(told.contract_centavos! + told.advance_left_centavos!);
}

test('any course of measuring, correcting, addenda, deductions and returns keeps the sums', async () => {
  const arbitrary = fc.record<Step>({
    // What brings an account on its way comes more often.
    do: fc.constantFrom(
      ...Object.keys(STEPS).filter((name) => name !== 'receive'),
      'correct',
      'correct',
      'measure',
      'measure',
      'approve',
      'pay',
    ),
    part: fc.nat(4),
    bp: fc.constantFrom(0, 1, 2500, 3333, 5000, 9999, 10_000),
    cents: fc.integer({ min: -300_000, max: 300_000 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitrary, { minLength: 6, maxLength: deep(12, 30) }),
      fc.array(fc.record<Step>({ do: fc.constantFrom('receive', 'return', 'charge', 'reverse', 'pay'), part: fc.nat(4), bp: fc.constant(0), cents: fc.nat(100_000) }), { maxLength: 4 }), // prettier-ignore
      async (building, received) => {
        const contract = await begin();
        for (const one_ of [...building, ...received]) {
          await STEPS[one_.do]!(contract, one_);
          await check(contract);
        }
        expect((await statementOf(contract.id)).contract_centavos).toBeGreaterThan(0);
      },
    ),
    { numRuns: deep(2, 40) },
  );
});

test('an addendum signed while somebody measures takes nothing that the account took', async () => {
  const contract = await begin();
  const [home] = contract.houses;
  await approve(contract.id, 5000, sql`house_id = ${home!.id} and id % 2 = 0`);
  const { addenda } = one(
    await manager.post(`${url(contract.id)}/addenda`, {
      reason: 'Menos obra',
      houses: [{ house_id: home!.id, delta_centavos: -50_000 }],
    }),
  );
  const sign = (estado_id: number, who: typeof boss) =>
    who.patch(`${url(contract.id)}/addenda/${addenda[0]!.id}/status`, { params: { estado_id } });
  one(await sign(2, boss));
  const answers = await Promise.all([
    sign(3, lawyer),
    manager.post(`${url(contract.id)}/accounts`, {}),
    correct(contract.id, 1, 2500).then(() => undefined),
  ]);
  for (const answer of answers) if (answer) said(answer);
  await check(contract);
  expect((await jobsOf(contract.id)).every(({ amountCents }) => amountCents >= 0)).toBe(true);
});

test('of two deductions that together pass the account one stays; a countersigned account takes none', async () => {
  const contract = await begin();
  await approve(contract.id, 2500);
  const { data } = (await manager.post(`${url(contract.id)}/accounts`, {})).json<{ data: Account }>();
  const deduct = () =>
    manager.post(`${at(data.id)}/deductions`, {
      kind: 'prestamo',
      reason: 'Adelanto de planilla',
      paper: 'P-1',
      amount_centavos: Math.floor(data.net_centavos! * 0.6),
    });
  const answers = await Promise.all([deduct(), deduct()]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422]);
  said(await step(manager, data.id, 2));
  const both = await Promise.all([step(contractor, data.id, 3), deduct()]);
  for (const answer of both) said(answer);
  await check(contract);
});
