import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { DAY_MS, panamaDay } from '#contract/dates.ts';
import type { Fund } from '#contract/money/pettyCash/model.ts';
import type { WithheldRow } from '#contract/money/withholding/model.ts';
import { useApp } from '#test/app.ts';
import { balanceIn, followBooks, postedOf } from '#test/books.ts';
import { makeHouse } from '#test/factories.ts';
import { fileOf, makePicture, pdfWords } from '#test/papers.ts';
import { got, makePayables } from '#test/payables.ts';
import { signInAs } from '#test/signIn.ts';
import { refusal } from '#test/worksite.ts';

const llave = useApp();
let desk: Awaited<ReturnType<typeof makePayables>>;
let picture: Buffer;
beforeAll(async () => {
  desk = await makePayables(llave);
  picture = await makePicture({ width: 60, height: 40 });
});
const FUNDS = '/api/payables/petty_cash';

test('petty cash: vouchers with photo, a count with its difference, and a replenishment approved by another', async () => {
  const { clerk, second, boss, company, project, bank, step } = desk;
  const fund = got<Fund>(
    await boss.post(FUNDS, {
      name: 'Caja obra',
      company_id: company.id,
      project_id: project.id,
      custodian_id: clerk.user.id,
      cents: 200_00,
    }),
  );
  const spend = (cents: number, over: object = {}) =>
    clerk.form(`${FUNDS}/${fund.id}/vouchers`, {
      spent_on: '2026-11-10', supplier: 'Abarrotería', ruc: '8-712-45', dv: '12', paper: 'T-1', concept: 'Agua', cents: String(cents),
      itbms_centavos: '70', account_id: '34', foto: fileOf(picture, 'vale.jpg', 'image/jpeg'), ...over,
    }); // prettier-ignore
  expect((await clerk.form(`${FUNDS}/${fund.id}/vouchers`, { spent_on: '2026-11-10', supplier: 'Abarrotería', paper: 'T-1', concept: 'Agua', cents: '1070', account_id: '34' })).json().errors[0].field).toBe('foto'); // prettier-ignore
  got(await spend(10_70));
  expect((await spend(300_00)).json().errors[0].field).toBe('cents');
  const count = (counted_centavos: number, reason = '') =>
    clerk.post(`${FUNDS}/${fund.id}/counts`, { counted_centavos, reason });
  expect(refusal(await count(180_00))[1]).toContain('faltan');
  expect(got<Fund>(await count(189_00, 'Falta vuelto')).counts[0]).toMatchObject({
    difference_centavos: -30,
  });
  const asked = got<Fund>(await clerk.post(`${FUNDS}/${fund.id}/replenishments`, {}));
  const [replenishment] = asked.replenishments;
  const decide = (who: typeof clerk) =>
    who.patch(`/api/payables/petty_replenishments/${replenishment!.id}/status`, { params: { estado_id: 2 } });
  expect(refusal(await decide(clerk))[0]).toBe(422);
  got(await decide(second));
  const item = [{ kind: 'caja', id: replenishment!.id }];
  expect((await desk.prepare(item)).json().errors[0].field).toBe('items');
  got(
    await clerk.send({
      method: 'PUT',
      url: `/api/payables/cheques/${bank.id}`,
      payload: { next_number: 1, last_number: 9 },
    }),
  );
  const batch = got<{ id: number }>(await desk.prepare(item, { kind: 'cheque' }));
  const today = panamaDay(llave.clock.now());
  got(await step(second, batch.id, 2));
  got(await step(clerk, batch.id, 3));
  got(await step(second, batch.id, 4, { fecha: today, referencia: 'Cheque 1' }));
  expect(got<Fund>(await clerk.get(`${FUNDS}/${fund.id}`))).toMatchObject({
    cash_centavos: 200_00,
    open_centavos: 0,
  });
  const report = await second.get('/api/payables/reports/43?mes=2026-11');
  expect(report.body.split('\r\n').slice(0, 2)).toEqual([
    'RUC\tDV\tNombre\tFactura\tFecha\tConcepto\tCompra de\tMonto en balboas\tITBMS pagado',
    '8-712-45\t12\tAbarroteria\tT-1\t10/11/2026\tAgua\t1\t10.00\t0.70',
  ]);
});

test('the ITBMS withheld of a month has one certificate per supplier, and is in the report 433', async () => {
  const { second, approved, paid, account, supplier, company } = desk;
  await account();
  const invoice = await approved({ withheld_centavos: 3_50 });
  expect(invoice.balance_centavos).toBe(103_50);
  const today = panamaDay(llave.clock.now());
  const month = today.slice(0, 7);
  await paid([{ kind: 'factura', id: invoice.id }], today);
  const rows = got<WithheldRow[]>(await second.get(`/api/payables/withheld?mes=${month}`));
  expect(rows).toMatchObject([
    { partner: { id: supplier.id }, itbms_centavos: 7_00, withheld_centavos: 3_50, certificate: null },
  ]);
  const issue = (who = second) =>
    who.post('/api/payables/certificates', { company_id: company.id, partner_id: supplier.id, month });
  expect(refusal(await issue())[1]).toBe('El certificado se emite cuando el mes termina.');
  llave.clock.set(new Date(llave.clock.now().getTime() + 40 * DAY_MS));
  const later = await signInAs(llave, 'contabilidad');
  const again = await issue(later);
  expect(again.statusCode, again.body).toBe(201);
  const [row] = got<WithheldRow[]>(again);
  const paper = await later.get(row!.certificate!.url);
  expect(await pdfWords(paper.rawPayload)).toContain('CERTIFICADO DE RETENCIÓN');
  expect((await issue(later)).statusCode).toBe(409);
  const report = await later.get(`/api/payables/reports/433?mes=${month}`);
  expect(report.body).toContain(`\t100.00\t7.00\t3.50`);
});

test('a fund is corrected while it is open, and closed once its money is whole and counted by another', async () => {
  // The clock went on: everybody signs in again.
  desk = await makePayables(llave);
  const { clerk, second, boss, company, project } = desk;
  const home = await makeHouse(llave.database.db, { projectId: project.id });
  const open = (name: string) =>
    boss.post(FUNDS, { name, company_id: company.id, custodian_id: clerk.user.id, cents: 100_00 });
  const fund = got<Fund>(await open('Caja patio'));
  await open('Caja taller');
  const change = (over: object = {}, who = boss) =>
    who.send({
      method: 'PUT',
      url: `${FUNDS}/${fund.id}`,
      payload: { name: 'Caja del patio', custodian_id: clerk.user.id, project_id: project.id, ...over },
    });
  expect((await change({ name: 'caja TALLER' })).statusCode).toBe(409);
  expect((await change({ custodian_id: boss.user.id })).json().errors[0].field).toBe('custodian_id');
  expect((await change({ version: 9 })).statusCode).toBe(409);
  const changed = got<Fund>(await change({ version: fund.version }));
  expect(changed).toMatchObject({ name: 'Caja del patio', project: { id: project.id }, cents: 100_00 });

  const spent = await clerk.form(`${FUNDS}/${fund.id}/vouchers`, {
    spent_on: '2026-11-10', supplier: 'Ferretería', paper: 'T-9', concept: 'Tornillos', cents: '1000', account_id: '34',
    project_id: String(project.id), house_id: String(home.id), foto: fileOf(picture, 'vale.jpg', 'image/jpeg'),
  }); // prettier-ignore
  const [voucher] = got<Fund>(spent).vouchers;
  expect(voucher).toMatchObject({ house: { id: home.id } });
  await followBooks(llave);
  expect(await balanceIn(llave.database.db, 34, sql`l.lot_id = ${home.lotId}`)).toBe(10_00);

  const close = (counted_centavos: number, who = boss) =>
    who.post(`${FUNDS}/${fund.id}/close`, { counted_centavos });
  expect(refusal(await close(90_00))[1]).toContain('por reponer');
  got(
    await clerk.post(`${FUNDS}/${fund.id}/vouchers/${voucher!.id}/void`, {
      reason: 'Se devolvió lo comprado',
    }),
  );
  expect(refusal(await close(100_00, clerk))[1]).toContain('Quien custodia');
  expect(refusal(await close(99_00))[1]).toContain('Debe haber');
  const both = await Promise.all([close(100_00), close(100_00, second)]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
  const closed = got<Fund>(await clerk.get(`${FUNDS}/${fund.id}`));
  expect(closed).toMatchObject({ open: false, may: { spend: false, change: false } });
  expect(closed.counts[0]).toMatchObject({ counted_centavos: 100_00, difference_centavos: 0 });
  expect((await change()).statusCode).toBe(422);
  expect((await clerk.post(`${FUNDS}/${fund.id}/counts`, { counted_centavos: 0 })).statusCode).toBe(422);
  await followBooks(llave);
  expect(await postedOf(llave.database.db, 'caja_menuda', fund.id)).toEqual([
    ['abierta', ACCOUNT.pettyCash, 100_00],
    ['abierta', ACCOUNT.operatingBanks, -100_00],
    ['cerrada', ACCOUNT.pettyCash, -100_00],
    ['cerrada', ACCOUNT.operatingBanks, 100_00],
  ]);
});
