import { beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { panamaDay } from '#contract/dates.ts';
import type { Loan, LoanMove, LoanRow } from '#contract/money/interimLoans/model.ts';
import { useApp } from '#test/app.ts';
import { balanceIn, followBooks, postedOf } from '#test/books.ts';
import { makeSale } from '#test/factories.ts';
import { faultOf, LOANS, makeLoans } from '#test/loans.ts';
import { got } from '#test/payables.ts';
import { fileOf, makePicture } from '#test/papers.ts';
import { signInAs } from '#test/signIn.ts';
import { rows, sql, violatedConstraint } from '#server/kernel/db.ts';

const llave = useApp();
const db = () => llave.database.db;
let desk: Awaited<ReturnType<typeof makeLoans>>;
let letter: Buffer;
beforeAll(async () => {
  desk = await makeLoans(llave);
  letter = await makePicture({ width: 60, height: 40 });
});
const today = () => panamaDay(llave.clock.now());

describe('a loan', () => {
  test('is approved by another person, and then its terms are fixed', async () => {
    const { clerk, second, enter, form, status } = desk;
    const loan = await enter();
    expect(faultOf(await status(clerk, '', loan.id, 2))[2]).toContain('otra persona');
    const changed = got<Loan>(
      await clerk.patch(`${LOANS}/${loan.id}`, {
        ...form({ limit_cents: 900_000_00 }),
        version: loan.version,
      }),
    );
    expect(changed.limit_centavos).toBe(900_000_00);
    expect((await clerk.patch(`${LOANS}/${loan.id}`, { ...form(), version: loan.version })).statusCode).toBe(
      409,
    );
    expect(got<Loan>(await status(second, '', loan.id, 2))).toMatchObject({
      state: { name: 'Vigente' },
      rate: 7.2,
      rates: [{ rate: 7.2 }],
    });
    const late = await clerk.patch(`${LOANS}/${loan.id}`, { ...form(), version: changed.version + 1 });
    expect(faultOf(late)[2]).toContain('ya se aprobó');
  });

  test('has a number once, the promotora of its project, and one price', async () => {
    const { clerk, form, enter } = desk;
    const loan = await enter();
    const refused = async (over: object) => faultOf(await clerk.post(LOANS, form(over))).slice(0, 2);
    expect(await refused({ number: loan.number.toLowerCase() })).toEqual([409, 'number']);
    expect(await refused({ company_id: (await makeLoans(llave)).company.id })).toEqual([422, 'company_id']);
    expect(await refused({ ends_on: '2026-01-01' })).toEqual([422, 'ends_on']);
    expect(await refused({ release_percent: 60 })).toEqual([422, 'release_cents']);
    expect(await refused({ rate: 7.123_45 })).toEqual([422, 'rate']);
  });

  test('is seen by who sees accounting, within its projects, and by nobody else', async () => {
    const loan = await desk.inForce();
    const stranger = await signInAs(llave, 'procesador');
    expect((await stranger.get(`${LOANS}/${loan.id}`)).statusCode).toBe(403);
    const auditor = await signInAs(llave, 'auditor');
    expect((await auditor.get(`${LOANS}/${loan.id}`)).statusCode).toBe(200);
    expect((await desk.ask(loan.id, 1_00, {}, auditor)).statusCode).toBe(403);
    const { drawdowns } = got<Loan>(await desk.ask(loan.id, 1_00));
    expect((await desk.status(auditor, 'drawdowns', drawdowns[0]!.id, 2)).statusCode).toBe(403);
    expect((await llave.browser().get(LOANS)).statusCode).toBe(401);
  });
});

describe('drawdowns', () => {
  test('asked for at once never pass the limit', async () => {
    const { inForce, ask, read } = desk;
    const loan = await inForce({ limit_cents: 100_000_00 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(loan.id, 30_000_00)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 201, 422, 422, 422]);
    expect((await read(loan.id)).available_centavos).toBe(10_000_00);
    expect(faultOf(await ask(loan.id, 10_000_01))[1]).toBe('cents');
    const past = db().execute(
      sql`insert into interim_drawdowns (loan_id, number, cents, purpose, requested_on, made_by, created_at)
        values (${loan.id}, 99, 1000001, 'x', '2026-01-05', ${desk.clerk.user.id}, now())`,
    );
    expect(await past.catch(violatedConstraint)).toBe('interim_loans_limit');
  });

  test('are approved by another, once, and give the limit back when refused', async () => {
    const { clerk, second, inForce, ask, status, read } = desk;
    const loan = await inForce({ limit_cents: 50_000_00 });
    const [one] = got<Loan>(await ask(loan.id, 50_000_00)).drawdowns;
    expect(faultOf(await status(clerk, 'drawdowns', one!.id, 2))[2]).toContain('otra persona');
    expect(faultOf(await status(clerk, 'drawdowns', one!.id, 3))[0]).toBe(422);
    const decided = await Promise.all(
      [2, 2].map(() => status(second, 'drawdowns', one!.id, 2, { version: 1 })),
    );
    expect(decided.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(faultOf(await status(clerk, 'drawdowns', one!.id, 3))[1]).toBe('params[fecha]');
    expect(faultOf(await status(clerk, 'drawdowns', one!.id, 3, { fecha: '2025-12-31' }))[1]).toBe(
      'params[fecha]',
    );
    got(await status(second, 'drawdowns', one!.id, 4, { motivo: 'El banco lo negó' }));
    expect((await read(loan.id)).available_centavos).toBe(50_000_00);
    const again = db().execute(
      sql`update interim_drawdowns set state_id = 2, end_reason = null where id = ${one!.id}`,
    );
    expect(await again.catch(violatedConstraint)).toBe('interim_drawdowns_frozen');
  });
});

describe('interest', () => {
  test('of ended months is kept by the job, once, and follows a rate that another approves', async () => {
    const { clerk, second, inForce, drawn, read, night } = desk;
    const { id } = await inForce();
    await drawn(id, 100_000_00, '2026-09-16');
    await night();
    const before = await read(id);
    // 15 days of September, then October; November has not ended.
    expect(before.months.map(({ period, days, cents }) => [period, days, cents])).toEqual([
      [202610, 31, 620_00],
      [202609, 15, 300_00],
    ]);
    await night();
    expect((await read(id)).months).toEqual(before.months);
    const asked = got<Loan>(await clerk.post(`${LOANS}/${id}/rates`, { from: '2026-10-16', rate: 9 }));
    expect(asked.months).toEqual(before.months);
    const rate = asked.rates.find((one) => one.from === '2026-10-16')!;
    const decide = (who: typeof clerk) =>
      who.post(`${LOANS}/${id}/rates/${rate.id}/decision`, { accept: true });
    expect(faultOf(await decide(clerk))[2]).toContain('otra persona');
    // 15 days at 7.2 % and 16 at 9 %.
    expect(got<Loan>(await decide(second)).months[0]!.cents).toBe(300_00 + 400_00);
    expect((await read(id)).interest_centavos).toBe(1_000_00);
    expect(faultOf(await clerk.post(`${LOANS}/${id}/rates`, { from: '2026-10-16', rate: 8 }))[0]).toBe(409);
  });
});

describe('payments', () => {
  test('are of another’s approval, never above what is owed, and can be reversed', async () => {
    const { clerk, second, inForce, drawn, prepare, paid, read, night, status } = desk;
    const { id } = await inForce({ closing_fee_cents: 500_00 });
    await drawn(id, 100_000_00, '2026-10-01');
    await night();
    expect(faultOf(await prepare(id, { interest_cents: 620_01 }))[1]).toBe('interest_cents');
    expect(faultOf(await prepare(id, { capital_cents: 100_000_01 }))[1]).toBe('capital_cents');
    expect(faultOf(await prepare(id, {}))[1]).toBe('interest_cents');
    const half = await Promise.all([
      prepare(id, { capital_cents: 60_000_00 }),
      prepare(id, { capital_cents: 60_000_00 }),
    ]);
    expect(half.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422]);
    const [one] = (await read(id)).payments;
    expect(faultOf(await status(clerk, 'payments', one!.id, 2))[2]).toContain('otra persona');
    got(await status(second, 'payments', one!.id, 4, { motivo: 'Se paga después' }));
    const after = await paid(
      id,
      { interest_cents: 620_00, capital_cents: 40_000_00, fee_cents: 500_00 },
      '2026-11-10',
    );
    expect(after).toMatchObject({
      balance_centavos: 60_000_00,
      interest_centavos: 0,
      fee_paid_centavos: 500_00,
    });
    const [payment] = after.payments;
    await followBooks(llave);
    expect(await postedOf(db(), 'pago_prestamo', payment!.id)).toEqual([
      ['pagado', ACCOUNT.interestPayable, 620_00],
      ['pagado', ACCOUNT.interimLoan, 40_000_00],
      ['pagado', ACCOUNT.financingCost, 500_00],
      ['pagado', ACCOUNT.operatingBanks, -620_00],
      ['pagado', ACCOUNT.operatingBanks, -40_000_00],
      ['pagado', ACCOUNT.operatingBanks, -500_00],
    ]);
    const back = { fecha: '2026-11-12', motivo: 'El banco lo devolvió' };
    expect(got<Loan>(await status(clerk, 'payments', payment!.id, 5, back))).toMatchObject({
      balance_centavos: 100_000_00,
      interest_centavos: 620_00,
    });
    await followBooks(llave);
    expect(
      await balanceIn(
        db(),
        ACCOUNT.interimLoan,
        sql`l.project_id = ${desk.project.id} and exists (select from journal_entries e
      where e.id = l.entry_id and e.source_record = 'pago_prestamo' and e.source_id = ${payment!.id})`,
      ),
    ).toBe(0);
  });

  test('that clear the capital bring the interest of the running month, and the loan can be closed', async () => {
    const { second, inForce, drawn, prepare, paid, night, status } = desk;
    const { id } = await inForce();
    await drawn(id, 100_000_00, '2026-10-01');
    await night();
    // October 620.00, and nine days of November: 180.00
    expect(
      faultOf(
        await prepare(id, { capital_cents: 50_000_00, interest_cents: 800_00, pay_on: '2026-11-10' }),
      )[1],
    ).toBe('interest_cents');
    expect(faultOf(await status(second, '', id, 3))[2]).toContain('capital');
    const done = await paid(id, { capital_cents: 100_000_00, interest_cents: 800_00 }, '2026-11-10');
    expect(done).toMatchObject({ balance_centavos: 0, interest_centavos: 0, running_centavos: 0 });
    expect(done.months[0]).toMatchObject({ period: 202611, until: '2026-11-10', cents: 180_00 });
    await night();
    expect(got<Loan>(await status(second, '', id, 3)).state.name).toBe('Cancelado');
  });
});

describe('releases', () => {
  test('of a house are due once, paid with a payment, and lifted by the letter in its legal file', async () => {
    const { clerk, second, homes, model, inForce, drawn, prepare, paid, status, read } = desk;
    const { id } = await inForce();
    await drawn(id, 80_000_00, '2026-10-01');
    got(
      await clerk.post(`${LOANS}/${id}/prices`, {
        model_id: model.id,
        release_percent: 60,
        release_least_cents: 10_00,
      }),
    );
    const lot = homes[0]!.lotId;
    const release = (over: object = {}) =>
      clerk.post(`${LOANS}/${id}/releases`, {
        lot_id: lot,
        due_on: '2026-11-01',
        reason: 'Venta de contado',
        ...over,
      });
    const made = await Promise.all([release(), release()]);
    expect(made.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    const [due] = (await read(id)).releases;
    // 60 % of the model's 85,000.00
    expect(due).toMatchObject({ cents: 51_000_00, late: true, state: { id: 1 } });
    got(await release({ lot_id: homes[1]!.lotId, cents: 70_000_00 }));
    const file = (who = clerk, over: object = {}) =>
      who.form(`${LOANS}/releases/${due!.id}/letter`, {
        lifted_on: '2026-11-20',
        carta: fileOf(letter, 'carta.png', 'image/png'),
        ...over,
      });
    expect(faultOf(await file())[2]).toContain('pagada');
    const both = (await read(id)).releases.map((one) => one.id);
    const two = await Promise.all([
      prepare(id, { release_ids: [due!.id] }),
      prepare(id, { release_ids: [due!.id] }),
    ]);
    expect(two.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422]);
    const [first] = (await read(id)).payments;
    got(await status(second, 'payments', first!.id, 4, { motivo: 'Van juntas' }));
    // The last house pays what is left of the loan.
    const after = await paid(id, { release_ids: both }, '2026-11-15');
    expect(after.payments[0]).toMatchObject({ capital_centavos: 80_000_00 });
    expect(after.releases.map(({ state }) => state.id)).toEqual([3, 3]);
    await followBooks(llave);
    expect(await postedOf(db(), 'pago_prestamo', after.payments[0]!.id)).toHaveLength(4);
    expect(
      faultOf(await clerk.form(`${LOANS}/releases/${due!.id}/letter`, { lifted_on: '2026-11-20' }))[1],
    ).toBe('carta');
    const lifted = got<Loan>(await file());
    expect(lifted.releases.find((one) => one.id === due!.id)).toMatchObject({
      state: { id: 4 },
      lifted_on: '2026-11-20',
    });
    const lawyer = await signInAs(llave, 'abogado');
    const paper = got<{ liberacion_firmada: string; liberacion_banco: string; papers: { parte: string }[] }>(
      await lawyer.get(`/api/legal/house_files/${lot}`),
    );
    expect(paper.liberacion_firmada).toBe('2026-11-20');
    expect(paper.papers.map(({ parte }) => parte)).toContain('liberacion');
    const reversal = await status(clerk, 'payments', after.payments[0]!.id, 5, {
      fecha: today(),
      motivo: 'Error',
    });
    expect(faultOf(reversal)[2]).toContain('carta');
  });

  test('of a sale are told to who sees the sale, without amounts', async () => {
    const { clerk, homes, model, project, inForce } = desk;
    const { id } = await inForce();
    const lotId = homes[1]!.lotId;
    const adviser = await signInAs(llave, 'asesor');
    const sale = await makeSale(db(), {
      projectId: project.id, modelId: model.id, lotId, claim: { kind: 'sale' }, stateId: 12, adviserId: adviser.user.id,
    }); // prettier-ignore
    const ofSale = async (who: typeof clerk) =>
      got<{ loan_id: number | null; state: object | null }[]>(
        await who.get(`/api/sale/precontracts/${sale.id}/interim_releases`),
      ).at(-1);
    expect(await ofSale(adviser)).toMatchObject({ loan_id: null, state: null, lifted: false });
    got(
      await clerk.post(`${LOANS}/${id}/releases`, {
        lot_id: lotId,
        due_on: '2026-11-01',
        reason: 'De contado',
      }),
    );
    expect(await ofSale(clerk)).toMatchObject({ loan_id: id, state: { name: 'Por pagar' }, late: true });
    const other = await signInAs(llave, 'asesor');
    expect((await other.get(`/api/sale/precontracts/${sale.id}/interim_releases`)).statusCode).toBe(404);
    const [kept] = await rows<{ saleId: number }>(
      db(),
      sql`select sale_id "saleId" from interim_releases where loan_id = ${id}`,
    );
    expect(Number(kept!.saleId)).toBe(sale.id);
  });
});

test('the statement of a loan ends with its balances, as a file too', async () => {
  const { clerk, inForce, drawn, paid, night } = desk;
  const { id } = await inForce();
  await drawn(id, 100_000_00, '2026-09-01');
  await night();
  await paid(id, { interest_cents: 600_00, capital_cents: 10_000_00 }, '2026-10-05');
  const moves = got<LoanMove[]>(await clerk.get(`${LOANS}/moves?prestamo_id=${id}&per_page=50`));
  expect(moves.map(({ text, balance_centavos }) => [text.slice(0, 9), balance_centavos])).toEqual([
    ['Desembols', 100_000_00],
    ['Interés d', 100_000_00],
    ['Pago 1', 90_000_00],
    ['Interés d', 90_000_00],
  ]);
  expect(moves.at(-1)!.interest_balance_centavos).toBe((await desk.read(id)).interest_centavos);
  expect(
    got<LoanMove[]>(await clerk.get(`${LOANS}/moves?prestamo_id=${id}&desde=2026-10-01`))[0]!
      .balance_centavos,
  ).toBe(90_000_00);
  const pdf = await clerk.get(`${LOANS}/moves/exportar?prestamo_id=${id}&formato=pdf`);
  expect(pdf.statusCode, pdf.body).toBe(200);
  const list = got<LoanRow[]>(
    await clerk.get(`${LOANS}?q=${encodeURIComponent((await desk.read(id)).number)}`),
  );
  expect(list).toMatchObject([{ id, balance_centavos: 90_000_00 }]);
});
