import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { ContractStatement } from '#contract/works/accounts/model.ts';
import { moneyText } from '#contract/money.ts';
import type { NoticeKind } from '#contract/company/notifications/kinds.ts';
import type { ContractAddendumRow } from '#contract/works/contracts/model.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { partnerPapers, partners } from '#server/modules/company/partners/partners.table.ts';
import { account, approved, at, measure, PAID, quarter, statement, step } from '#test/accounts.ts';
import { useApp, type Browser } from '#test/app.ts';
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
  move,
  one,
  project,
  promotora,
  reason,
  roble,
  signed,
  techos,
  url,
} from '#test/contracts.ts';
import { makeUser } from '#test/factories.ts';
import { pdfText } from '#test/pdf.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { accountsNight } from './accounts.notices.ts';

const llave = useApp();
const db = () => llave.database.db;

beforeAll(() => makeParties(llave));

const night = () => llave.app.core.jobs.run(accountsNight, {});
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
  const other = await signInUser(llave, await makeUser(db(), { roles: ['contratista'], partnerId: techos }));
  expect((await other.get(paper)).statusCode).toBe(404);
  expect((await other.get(document_url!)).statusCode).toBe(404);
  const inspector = await signInAs(llave, { role: 'inspector', projectIds: [project.id] });
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
      paid_on: PAID.fecha,
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
  await llave.asOwner(
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
