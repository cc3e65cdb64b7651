import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Account, ContractStatement } from '#contract/works/accounts/model.ts';
import { partnerPapers } from '#server/modules/company/partners/partners.table.ts';
import { jobs } from '#server/modules/works/jobs/jobs.table.ts';
import { account, approved, at, measure, PAID, quarter, statement, step } from '#test/accounts.ts';
import { useApp, type Browser } from '#test/app.ts';
import {
  accountant,
  approve,
  bond,
  boss,
  boss2,
  contractor,
  jobsOf,
  makeParties,
  manager,
  move,
  one,
  project,
  reason,
  roble,
  signed,
  techos,
  url,
} from '#test/contracts.ts';
import { makeUser } from '#test/factories.ts';
import { signInAs, signInUser } from '#test/signIn.ts';

const llave = useApp();
const db = () => llave.database.db;

beforeAll(() => makeParties(llave));

test('measured, countersigned, approved and paid by different people', async () => {
  const contract = await quarter();
  expect((await measure(contract, contractor)).statusCode).toBe(403);
  const made = account(await measure(contract));
  expect(made).toMatchObject({
    number: 1,
    state: { id: 1 },
    gross_centavos: 1_000_000,
    retained_centavos: 100_000,
    itbms_centavos: 70_000,
    net_centavos: 970_000,
  });
  expect((await contractor.get(at(made.id))).statusCode).toBe(404);
  const again = await measure(contract);
  expect([again.statusCode, reason(again)]).toEqual([
    409,
    'La cuenta 1 ya tomó lo aprobado y sigue abierta: apruébala o anúlala antes de medir otra vez.',
  ]);
  account(await step(manager, made.id, 2));
  expect(reason(await step(boss, made.id, 3))).toBe('La refrenda el contratista del contrato.');
  expect(account(await step(contractor, made.id, 3)).countersigned?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(reason(await step(manager, made.id, 4))).toContain('Quien hizo la cuenta');
  const everything = await signInUser(llave, await makeUser(db(), { roles: ['gerencia', 'contabilidad'] }));
  account(await step(everything, made.id, 4));
  expect((await step(manager, made.id, 5, PAID)).statusCode).toBe(403);
  expect(reason(await step(everything, made.id, 5, PAID))).toContain('no puede pagarla');
  expect(reason(await step(accountant, made.id, 5))).toBe('Escribe el día del pago.');
  expect(account(await step(accountant, made.id, 5, PAID))).toMatchObject({
    state: { id: 5 },
    payment: { bank: 'Banco General' },
  });
  expect(await statement(contract, contractor)).toMatchObject({
    billed_centavos: 1_000_000,
    paid_centavos: 900_000,
    retained_centavos: 100_000,
    returnable_centavos: 0,
  });
  expect(reason(await measure(contract))).toBe('No hay nada aprobado que no esté ya en una cuenta.');
});

test('the example of the domain through the door, and the payer that withholds', async () => {
  const made = await signed({ advance_percent: 20 });
  one(await bond(made.id, { kind: 'anticipo', amount_centavos: '800000' }));
  one(await accountant.post(`${url(made.id)}/advance`, { paid_on: made.signed_on, reference: 'ACH 100' }));
  await approve(made.id, 2500);
  const first = account(await measure(made.id));
  expect(first).toMatchObject({
    amortised_centavos: 200_000,
    retained_centavos: 100_000,
    itbms_centavos: 70_000,
    net_centavos: 770_000,
  });
  account(await step(manager, first.id, 7, { motivo: 'Otra vez' }));
  const second = account(await measure(made.id, manager, { payer_withholds: true }));
  expect(second).toMatchObject({ number: 2, withheld_centavos: 35_000, net_centavos: 735_000 });
  account(await step(manager, second.id, 7, { motivo: 'Otra vez' }));
  expect(account(await measure(made.id)).withheld_centavos).toBe(35_000);
  account(await step(manager, second.id + 1, 7, { motivo: 'x y z' }));
  expect(account(await measure(made.id, manager, { payer_withholds: false })).withheld_centavos).toBe(0);
});

test('a disputed line stops only itself; a deduction never passes what is paid', async () => {
  const contract = await quarter();
  const made = account(await measure(contract));
  const deduct = (amount_centavos: number) =>
    manager.post(`${at(made.id)}/deductions`, {
      kind: 'multa',
      reason: 'Atraso',
      paper: 'M-1',
      amount_centavos,
    });
  expect(account(await deduct(10_000)).net_centavos).toBe(960_000);
  expect(reason(await deduct(970_000))).toBe('Los descuentos pasan de lo que se paga en esta cuenta.');
  account(await step(manager, made.id, 2));
  const [line] = made.lines;
  const disputing = (who: Browser) =>
    who.post(`${at(made.id)}/lines/${line!.id}/dispute`, { reason: 'Falta un cuarto' });
  expect((await disputing(manager)).statusCode).toBe(403);
  const after = account(await disputing(contractor));
  expect(after).toMatchObject({ disputed: 1, gross_centavos: 1_000_000 - line!.cents! });
  account(await step(contractor, made.id, 3));
  expect((await deduct(5)).statusCode).toBe(422);
  account(await step(boss, made.id, 4));
  const next = account(await measure(contract));
  expect(next.lines.map(({ job_id, cents }) => [job_id, cents])).toEqual([[line!.job_id, line!.cents]]);
});

test('what fell is a negative line of the next account, or waits', async () => {
  const contract = await quarter();
  await approved(contract);
  const [job] = await jobsOf(contract);
  await llave.asOwner(
    `insert into inspections (job_id, key, inspector_id, result, before_bp, approved_bp, reason, created_at)
      select ${job!.id}, gen_random_uuid(), min(id), 'rebajado', 5000, 1000, 'La losa tiene grietas', now() from users`,
  );
  await approve(contract, 1000, sql`id = ${job!.id}`);
  expect(reason(await measure(contract))).toContain('Lo aprobado bajó más de lo que subió');
  await approve(contract, 5000, sql`id <> ${job!.id}`);
  const made = account(await measure(contract));
  expect(made.lines.filter(({ cents }) => cents! < 0).map(({ job_id }) => job_id)).toEqual([job!.id]);
  const { billed_centavos, certified_centavos } = await statement(contract);
  expect(billed_centavos).toBe(certified_centavos);
});

test('an addendum takes nothing that an account took, even of a job that fell to 0 %', async () => {
  const contract = await quarter();
  await approved(contract);
  const [job] = await jobsOf(contract);
  await llave.asOwner(
    `insert into inspections (job_id, key, inspector_id, result, before_bp, approved_bp, reason, created_at)
      select ${job!.id}, gen_random_uuid(), min(id), 'rebajado', 2500, 0, 'Hay que demolerlo', now() from users`,
  );
  await approve(contract, 0, sql`id = ${job!.id}`);
  const take = await manager.post(`${url(contract)}/addenda`, {
    reason: 'Menos obra',
    houses: [{ house_id: job!.houseId, delta_centavos: -1 }],
  });
  expect([take.statusCode, reason(take)]).toEqual([
    422,
    expect.stringMatching(
      /solo quedan .+ sin avance aprobado ni facturado: la adenda no puede quitar más\.$/,
    ),
  ]);
  // The next account takes back what was billed; then the job gives its amount.
  await approve(contract, 5000, sql`id <> ${job!.id}`);
  account(await measure(contract));
  one(
    await manager.post(`${url(contract)}/addenda`, {
      reason: 'Menos obra',
      houses: [{ house_id: job!.houseId, delta_centavos: -1 }],
    }),
  );
});

test('of two measurings, and of two payments, one wins', async () => {
  const contract = await quarter();
  const answers = await Promise.all([measure(contract), measure(contract, boss2)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  const { id } = answers.find(({ statusCode }) => statusCode === 201)!.json<{ data: Account }>().data;
  account(await step(manager, id, 2));
  account(await step(contractor, id, 3));
  const maker = answers[0].statusCode === 201;
  account(await step(maker ? boss2 : boss, id, 4));
  const second = await signInAs(llave, 'contabilidad');
  const pays = await Promise.all([step(accountant, id, 5, PAID), step(second, id, 5, PAID)]);
  expect(pays.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(reason(pays.find(({ statusCode }) => statusCode === 409)!)).toBe('Esta cuenta ya está pagada.');
});

test('a payment is only reversed, the last first, and its jobs can be billed again', async () => {
  const contract = await quarter();
  await db()
    .update(jobs)
    .set({ approvedBp: 10_000, reportedBp: 10_000, stateId: 7 })
    .where(eq(jobs.contractId, contract));
  const first = await approved(contract);
  const states = async () => [...new Set((await jobsOf(contract)).map(({ stateId }) => stateId))];
  expect(await states()).toEqual([8]);
  const [job] = await jobsOf(contract);
  const legacy = await accountant.patch(`/api/contracts/update_total_amount_pay_jobs/${job!.id}`, {
    params: PAID,
  });
  expect(legacy.statusCode, legacy.body).toBe(200);
  expect(legacy.json<{ data: object }>().data).toMatchObject({
    id: job!.id,
    state_id: 9,
    total_amount_pay: job!.amountCents,
  });
  expect(await states()).toEqual([9]);
  expect(reason(await step(accountant, first.id, 6))).toBe('Escribe el motivo.');
  account(await step(accountant, first.id, 6, { motivo: 'Cheque devuelto' }));
  expect(await states()).toEqual([7]);
  expect(account(await measure(contract)).gross_centavos).toBe(4_000_000);
});

test('an expired paper stops the payment; the retention returns with the receptions, less what was charged', async () => {
  const contract = await quarter();
  await approve(contract, 10_000);
  const made = await approved(contract);
  const paper = and(eq(partnerPapers.partnerId, roble), eq(partnerPapers.kind, 'paz_salvo_css'));
  await db().update(partnerPapers).set({ expiresOn: '2020-01-01' }).where(paper);
  const stopped = await step(accountant, made.id, 5, PAID);
  expect([stopped.statusCode, reason(stopped)]).toEqual([422, expect.stringContaining('CSS')]);
  await db().update(partnerPapers).set({ expiresOn: '2027-06-30' }).where(paper);
  account(await step(accountant, made.id, 5, PAID));
  const give = () =>
    accountant.post(`/api/contracts/${contract}/retention/return`, {
      paid_on: PAID.fecha,
      bank: 'BG',
      reference: 'ACH 9',
    });
  const charge = (amount_centavos: number) =>
    accountant.post(`/api/contracts/${contract}/retention/charge`, {
      amount_centavos,
      reason: 'Filtración',
      paper: 'T-8',
    });
  expect(reason(await give())).toContain('recepción provisional');
  one(await move(manager, contract, 7));
  const half = (await give()).json<{ data: ContractStatement }>().data;
  expect(half.retained_centavos).toBe(200_000);
  expect(reason(await charge(200_001))).toContain('retenidos');
  expect((await charge(50_000)).statusCode).toBe(200);
  expect(reason(await step(accountant, made.id, 6, { motivo: 'Error' }))).toContain('ya se devolvió');
  one(await move(manager, contract, 8));
  expect(reason(await move(accountant, contract, 9))).toContain('retenido por devolver');
  const answers = await Promise.all([give(), give()]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
  expect((await statement(contract)).retained_centavos).toBe(0);
  one(await move(accountant, contract, 9));
});

test('another contractor sees nothing, and who sees no amounts sees no centavos', async () => {
  const contract = await quarter();
  const { id } = account(await measure(contract));
  account(await step(manager, id, 2));
  const other = await signInUser(llave, await makeUser(db(), { roles: ['contratista'], partnerId: techos }));
  expect((await other.get(at(id))).statusCode).toBe(404);
  expect((await other.get(`/api/contracts/${contract}/statement`)).statusCode).toBe(404);
  expect((await step(other, id, 3)).statusCode).toBe(404);
  expect((await other.get('/api/works/accounts')).json<{ data: unknown[] }>().data).toEqual([]);
  expect((await contractor.get(at(id))).statusCode).toBe(200);
  const inspector = await signInAs(llave, { role: 'inspector', projectIds: [project.id] });
  const seen = account(await inspector.get(at(id)));
  expect([seen.net_centavos, ...seen.lines.map(({ cents }) => cents)].every((cents) => cents === null)).toBe(
    true,
  );
});
