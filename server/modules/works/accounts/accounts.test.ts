import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Account, ContractStatement } from '#contract/works/accounts/model.ts';
import { moneyText } from '#contract/money.ts';
import type { NoticeKind } from '#contract/company/notifications/kinds.ts';
import type { ContractAddendumRow } from '#contract/works/contracts/model.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { partnerPapers, partners } from '#server/modules/company/partners/partners.table.ts';
import { accountsNight } from './accounts.notices.ts';
import { jobs } from '#server/modules/works/jobs/jobs.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import {
  accountant,
  approve,
  bond,
  boss,
  boss2,
  contractor,
  jobsOf,
  lawyer,
  makeParties,
  manager,
  move,
  one,
  project,
  promotora,
  reason,
  roble,
  signed,
  techos,
  url,
  type Answer,
} from '#test/contracts.ts';
import { makeUser } from '#test/factories.ts';
import { pdfText } from '#test/pdf.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';

const house = useApp();
const db = () => house.database.db;

beforeAll(() => makeParties(house));

const account = (answer: Answer) => {
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ data: Account }>().data;
};
const at = (id: number) => `/api/works/accounts/${id}`;
const step = (who: Browser, id: number, estado_id: number, params: object = {}) =>
  who.patch(`${at(id)}/status`, { params: { estado_id, ...params } });
const measure = (id: number, who: Browser = manager, body: object = {}) =>
  who.post(`/api/contracts/${id}/accounts`, body);
/** The application's day, on which the contract was signed. */
let today = '';
const PAID = {
  get fecha() {
    return today;
  },
  banco: 'Banco General',
  referencia: 'ACH 778',
};
const statement = async (id: number, who: Browser = manager) =>
  (await who.get(`/api/contracts/${id}/statement`)).json<{ data: ContractStatement }>().data;
/** A contract with 25 % of each job approved: 10,000 of 40,000. */
async function quarter() {
  const made = await signed();
  today = made.signed_on!;
  await approve(made.id, 2500);
  return made.id;
}
async function approved(contractId: number) {
  const { id } = account(await measure(contractId));
  account(await step(manager, id, 2));
  account(await step(contractor, id, 3));
  return account(await step(boss, id, 4));
}

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
  const everything = await signInUser(house, await makeUser(db(), { roles: ['gerencia', 'contabilidad'] }));
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
  await house.asOwner(
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
  await house.asOwner(
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
  const second = await signInAs(house, 'contabilidad');
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
      paid_on: today,
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
  const other = await signInUser(house, await makeUser(db(), { roles: ['contratista'], partnerId: techos }));
  expect((await other.get(at(id))).statusCode).toBe(404);
  expect((await other.get(`/api/contracts/${contract}/statement`)).statusCode).toBe(404);
  expect((await step(other, id, 3)).statusCode).toBe(404);
  expect((await other.get('/api/works/accounts')).json<{ data: unknown[] }>().data).toEqual([]);
  expect((await contractor.get(at(id))).statusCode).toBe(200);
  const inspector = await signInAs(house, { role: 'inspector', projectIds: [project.id] });
  const seen = account(await inspector.get(at(id)));
  expect([seen.net_centavos, ...seen.lines.map(({ cents }) => cents)].every((cents) => cents === null)).toBe(
    true,
  );
});

const night = () => house.app.house.jobs.run(accountsNight, {});
const told = ({ user }: Pick<StaffBrowser, 'user'>, kind: NoticeKind) =>
  db().$count(notices, and(eq(notices.userId, user.id), eq(notices.kind, kind)));

test('the account to sign and the statement are printed, for who sees amounts', async () => {
  const contract = await quarter();
  const made = account(await measure(contract));
  const paper = made.document_url!;
  const draft = (await pdfText((await manager.get(paper)).rawPayload)).join(' ');
  expect(draft).toContain('BORRADOR');
  await manager.post(`${at(made.id)}/deductions`, {
    kind: 'multa',
    reason: 'Atraso de la losa',
    paper: 'M-77',
    amount_centavos: 10_000,
  });
  account(await step(manager, made.id, 2));
  const [line] = made.lines;
  await contractor.post(`${at(made.id)}/lines/${line!.id}/dispute`, { reason: 'Falta un cuarto' });
  const signedOne = account(await step(contractor, made.id, 3));
  const text = (await pdfText((await contractor.get(paper)).rawPayload)).join(' ');
  for (const part of [
    'CUENTA DE OBRA',
    'El Roble',
    'Promotora',
    'Retención de garantía, 10 %',
    'ITBMS, 7 %',
    'M-77',
    'Atraso de la losa',
    'Líneas en disputa',
    'Falta un cuarto',
    'Neto a pagar',
    moneyText(signedOne.net_centavos!),
    signedOne.countersigned!.by,
    signedOne.countersigned!.hash,
  ])
    expect(text, part).toContain(part);
  expect(text).not.toContain('BORRADOR');
  const { document_url } = await statement(contract, contractor);
  const told_ = (await pdfText((await contractor.get(document_url!)).rawPayload)).join(' ');
  expect(told_).toContain('ESTADO DE CUENTA');
  expect(told_).toContain(moneyText(signedOne.gross_centavos!));
  const other = await signInUser(house, await makeUser(db(), { roles: ['contratista'], partnerId: techos }));
  expect((await other.get(paper)).statusCode).toBe(404);
  expect((await other.get(document_url!)).statusCode).toBe(404);
  const inspector = await signInAs(house, { role: 'inspector', projectIds: [project.id] });
  expect((await inspector.get(paper)).statusCode).toBe(403);
});

test('each step tells who takes the next one, and the activity says who did what', async () => {
  const contract = await quarter();
  const { id, lines } = account(await measure(contract));
  account(await step(manager, id, 2));
  expect(await told(contractor, 'cuenta_por_refrendar')).toBeGreaterThan(0);
  const disputes = await told(manager, 'cuenta_disputada');
  await contractor.post(`${at(id)}/lines/${lines[0]!.id}/dispute`, { reason: 'No está terminado' });
  expect(await told(manager, 'cuenta_disputada')).toBe(disputes + 1);
  const asked = await told(boss, 'cuenta_refrendada');
  account(await step(contractor, id, 3));
  expect(await told(boss, 'cuenta_refrendada')).toBe(asked + 1);
  const due = await told(accountant, 'cuenta_por_pagar');
  account(await step(boss, id, 4));
  expect(await told(accountant, 'cuenta_por_pagar')).toBe(due + 1);
  const paid = await told(contractor, 'cuenta_pagada');
  account(await step(accountant, id, 5, PAID));
  expect(await told(contractor, 'cuenta_pagada')).toBe(paid + 1);
  const after = account(await step(accountant, id, 6, { motivo: 'Banco equivocado' }));
  expect(await told(contractor, 'cuenta_reversada')).toBeGreaterThan(0);
  expect(after.history.map(({ to, text, reason: why }) => to ?? `${text}: ${why}`)).toEqual([
    'Reversada',
    'Pagada',
    'Aprobada',
    'Refrendada',
    'Enviada al contratista',
    'Borrador',
    // The clock of the test stands still.
    'Línea en disputa: No está terminado',
  ]);
  expect(after.history[0]).toMatchObject({ from: 'Pagada', reason: 'Banco equivocado' });
});

test('the rest of the retention returns after the months of guarantee with its bond; the night tells once', async () => {
  const contract = await quarter();
  await approve(contract, 10_000);
  const made = await approved(contract);
  account(await step(accountant, made.id, 5, PAID));
  one(await move(manager, contract, 7));
  const give = () =>
    accountant.post(`/api/contracts/${contract}/retention/return`, {
      paid_on: today,
      bank: 'BG',
      reference: 'ACH 9',
    });
  const about = () =>
    db().$count(
      notices,
      and(
        eq(notices.userId, accountant.user.id),
        eq(notices.kind, 'retenido_por_devolver'),
        sql`${notices.event} like ${`contrato:${contract}:%`}`,
      ),
    );
  await night();
  await night();
  expect(await about()).toBe(1);
  expect((await give()).statusCode).toBe(200);
  expect(reason(await give())).toContain('con una fianza de vicios ocultos vigente');
  await house.asOwner(
    `update contracts set state_since = now() - interval '13 months' where id = ${contract}`,
  );
  expect(reason(await give())).toContain('con una fianza de vicios ocultos vigente');
  one(await bond(contract, { kind: 'vicios' }));
  await night();
  expect(await about()).toBe(2);
  expect((await give()).json<{ data: ContractStatement }>().data.retained_centavos).toBe(0);
});

test('an expired paper of a contractor at work is told to who pays and to the contractor, once', async () => {
  await quarter();
  const paper = and(eq(partnerPapers.partnerId, roble), eq(partnerPapers.kind, 'paz_salvo_css'));
  await db().update(partnerPapers).set({ expiresOn: '2026-11-01' }).where(paper);
  await night();
  await night();
  expect(await told(accountant, 'papel_contratista_vencido')).toBe(1);
  expect(await told(contractor, 'papel_contratista_vencido')).toBe(1);
  await db().update(partnerPapers).set({ expiresOn: '2027-06-30' }).where(paper);
});

test('the contractor says whether ITBMS is withheld, else the company that pays', async () => {
  const contract = await quarter();
  const withheld = async () => {
    const made = account(await measure(contract));
    account(await step(manager, made.id, 7, { motivo: 'Otra vez' }));
    return made.withheld_centavos;
  };
  const say = (id: number, itbmsWithholding: 'retiene' | 'no_retiene' | null) =>
    db().update(partners).set({ itbmsWithholding }).where(eq(partners.id, id));
  await say(promotora, 'retiene');
  expect(await withheld()).toBe(35_000);
  await say(roble, 'no_retiene');
  expect(await withheld()).toBe(0);
  await say(promotora, null);
  await say(roble, null);
});

test('the addenda of all contracts are one list, exported and found; a contractor sees the signed ones', async () => {
  const contract = (await signed()).id;
  const [job] = await jobsOf(contract);
  const [made] = one(
    await manager.post(`${url(contract)}/addenda`, {
      reason: 'Muro del lindero norte',
      houses: [{ house_id: job!.houseId, delta_centavos: 5000 }],
    }),
  ).addenda;
  const list = async (who: Browser) =>
    (await who.get(`/api/works/addenda?contrato_id=${contract}`)).json<{ data: ContractAddendumRow[] }>()
      .data;
  expect(await list(manager)).toMatchObject([{ number: 1, delta_centavos: 5000, state: { id: 1 } }]);
  const found = async (who: Browser) => (await who.post('/api/seeker', { q: 'lindero norte' })).body;
  expect(await found(manager)).toContain(`/oficina/contratos/${contract}?ver=adendas`);
  expect(await list(contractor)).toEqual([]);
  expect(await found(contractor)).not.toContain('lindero');
  expect((await manager.get('/api/works/addenda/exportar?formato=xlsx')).statusCode).toBe(200);
  expect((await contractor.get('/api/works/addenda/exportar?formato=xlsx')).statusCode).toBe(403);
  const state = (who: Browser, estado_id: number) =>
    who.patch(`${url(contract)}/addenda/${made!.id}/status`, { params: { estado_id } });
  one(await state(boss, 2));
  one(await state(lawyer, 3));
  expect(await list(contractor)).toMatchObject([{ number: 1, delta_centavos: 5000 }]);
});
