import { desc, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RuleChange, RuleRow, TouchedRow } from '#contract/projects/interest/model.ts';
import { row } from '#server/kernel/db.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { useApp } from '#test/app.ts';
import { makeModel, makeProject, makeSale, makeUser } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { interestRules } from './interest.table.ts';
import { seedInterest } from './interest.seed.ts';

const llave = useApp();
let admin: StaffBrowser;
const base = '/api/interest/rules';

const form = (over: object = {}) => ({
  regime: 'Ley de prueba',
  region: 1,
  min_centavos: 13_000_001,
  max_centavos: 14_000_000,
  points_percent: 3,
  months: 60,
  conditions: ['nueva'],
  valid_from: '2027-01-01',
  sure: false,
  source: 'Gaceta de prueba',
  motivo: 'Para probar',
  ...over,
});
const listed = async (who: StaffBrowser, ver = 'vigentes') =>
  (await who.get(`${base}?ver=${ver}&per_page=200`)).json<{ data: RuleRow[] }>().data;
const made = async (over: object = {}) => {
  const answer = await admin.post(base, form(over));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: RuleRow }>().data;
};

beforeAll(async () => {
  admin = await signInAs(llave, 'administrador');
});

describe('the interest rules', () => {
  test('the initial rules are inserted once, each with its status', async () => {
    const { db } = llave.database;
    const before = await db.$count(interestRules);
    await seedInterest(db);
    expect(await db.$count(interestRules)).toBe(before);
    const all = await listed(admin, 'todas');
    expect(all.filter(({ standing }) => standing === 'vigente')).toHaveLength(4);
    expect(all.filter(({ standing }) => standing === 'pasada')).toHaveLength(5);
    expect(await listed(admin)).toHaveLength(4);
    expect(all.find(({ max_centavos }) => max_centavos === 5_000_000)).toMatchObject({
      region: 1,
      points_percent: 5,
      months: 96,
      sure: false,
      created_by: 'Inicio del sistema',
    });
  });

  test('rules that overlap in region, price and days are refused with a message, also under a race', async () => {
    const answer = await admin.post(base, form({ min_centavos: 11_000_000, max_centavos: 12_500_000 }));
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'RULES_OVERLAP', message: expect.stringContaining('Ya hay una regla') },
    ]);
    // A rule without a region overlaps every region.
    await made({ region: 2 });
    expect((await admin.post(base, form({ region: null }))).statusCode).toBe(409);
    const raced = await Promise.all(
      Array.from({ length: 6 }, () =>
        admin.post(base, form({ min_centavos: 16_000_000, max_centavos: 17_000_000 })),
      ),
    );
    expect(raced.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('invalid input is reported at its field', async () => {
    const fields = async (over: object) =>
      (await admin.post(base, form(over)))
        .json<{ errors: { field: string }[] }>()
        .errors.map(({ field }) => field);
    expect(await fields({ max_centavos: 1 })).toEqual(['max_centavos']);
    expect(await fields({ valid_to: '2026-12-31' })).toEqual(['valid_to']);
    expect(await fields({ points_percent: 0 })).toEqual(['points_percent']);
    expect(await fields({ points_percent: 1.23456 })).toEqual(['points_percent']);
    expect(await fields({ motivo: ' ' })).toEqual(['motivo']);
  });

  test('a change starts on its day: a copy is valid until the day before, and the old row is not changed', async () => {
    const { db } = llave.database;
    const old = await made({ min_centavos: 20_000_000, max_centavos: 21_000_000 });
    const answer = await admin.post(
      `${base}/${old.id}/versions`,
      form({
        min_centavos: 20_000_000,
        max_centavos: 21_000_000,
        points_percent: 2,
        valid_from: '2027-07-01',
        sure: true,
      }),
    );
    expect(answer.statusCode, answer.body).toBe(201);
    const rows = (await listed(admin, 'todas')).filter(({ min_centavos }) => min_centavos === 20_000_000);
    expect(
      rows.map((one) => [one.valid_from, one.valid_to, one.points_percent, one.standing]).toSorted(),
    ).toEqual([
      ['2027-01-01', null, 3, 'reemplazada'],
      ['2027-01-01', '2027-06-30', 3, 'futura'],
      ['2027-07-01', null, 2, 'futura'],
    ]);
    const again = await admin.post(`${base}/${old.id}/versions`, form({ valid_from: '2027-08-01' }));
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'STALE']);
    await expect(db.execute(sql`update interest_rules set months = 1 where id = ${old.id}`)).rejects.toThrow(
      'Failed query',
    );
  });

  test('a day outside the rule is refused; its first day replaces the whole rule', async () => {
    const old = await made({ min_centavos: 22_000_000, max_centavos: 23_000_000 });
    const url = `${base}/${old.id}/versions`;
    const early = await admin.post(url, form({ valid_from: '2026-12-31' }));
    expect(early.json()).toMatchObject({ errors: [{ field: 'valid_from' }] });
    const same = await admin.post(
      url,
      form({ min_centavos: 22_000_000, max_centavos: 23_000_000, months: 90 }),
    );
    expect(same.json()).toMatchObject({ data: { months: 90, valid_from: '2027-01-01' } });
    const ended = await admin.post(`${base}/${same.json<{ data: RuleRow }>().data.id}/end`, {
      valid_to: '2027-03-31',
      motivo: 'Derogada',
    });
    expect(ended.json()).toMatchObject({ data: { months: 90, valid_to: '2027-03-31' } });
  });

  test('sales staff read the rules, and only administrators change them', async () => {
    const adviser = await signInAs(llave, 'asesor');
    expect((await listed(adviser)).length).toBeGreaterThan(3);
    expect((await adviser.post(base, form())).statusCode).toBe(403);
    expect((await (await signInAs(llave, 'residente')).get(base)).statusCode).toBe(403);
  });
});

describe('the effects of a change', () => {
  test('open sales in the rule’s band are listed within scope, and their staff notified', async () => {
    const { db } = llave.database;
    const adviser = await signInAs(llave, 'asesor');
    const other = await makeUser(db);
    const project = await makeProject(db, { region: 2 });
    const model = await makeModel(db, { projectId: project.id });
    const sale = (over: object) => makeSale(db, { modelId: model.id, projectId: project.id, ...over });
    const mine = await sale({ priceCents: 7_000_000, adviserId: adviser.user.id });
    const theirs = await sale({ priceCents: 8_000_000, adviserId: other.id });
    await sale({ priceCents: 8_000_001, adviserId: adviser.user.id });
    await sale({ priceCents: 7_000_000, adviserId: adviser.user.id, stateId: 16 });
    await sale({ priceCents: 7_000_000, adviserId: adviser.user.id, paymentForm: 'contado' });
    const [rule] = (await listed(admin)).filter(
      ({ region, max_centavos }) => region === 2 && max_centavos === 8_000_000,
    );
    const answer = await admin.post(
      `${base}/${rule!.id}/versions`,
      form({
        region: 2,
        min_centavos: 0,
        max_centavos: 8_000_000,
        points_percent: 5,
        months: 120,
        valid_from: '2027-01-01',
      }),
    );
    expect(answer.statusCode, answer.body).toBe(201);
    const [change] = (await admin.get('/api/interest/changes')).json<{ data: RuleChange[] }>().data;
    expect(change).toMatchObject({
      effective_on: '2027-01-01',
      reason: 'Para probar',
      before: expect.stringMatching(/Región 2 · hasta USD\s80,000\.00: 5\.50% por 120 meses/),
    });
    const touched = async (who: StaffBrowser) =>
      (await who.get(`/api/interest/changes/${change!.id}/touched?tipo=venta`))
        .json<{ data: TouchedRow[] }>()
        .data.map(({ id }) => id);
    expect(await touched(admin)).toEqual([theirs.id, mine.id]);
    expect(await touched(adviser)).toEqual([mine.id]);
    expect((await adviser.get('/api/interest/changes/99999/touched')).statusCode).toBe(404);
    const [notice] = await db
      .select()
      .from(notices)
      .where(eq(notices.userId, adviser.user.id))
      .orderBy(desc(notices.id));
    expect(notice).toMatchObject({
      kind: 'reglas_cambiadas',
      text: 'El interés preferencial cambia desde el 01-01-2027: 1 venta tuya.',
    });
  });
});

describe('closing costs', () => {
  const cost = (over: object = {}) => ({
    code: 'avaluo',
    label: 'Avalúo',
    basis: 'fijo',
    amount_centavos: 15_000,
    payer: 'comprador',
    valid_from: '2026-11-01',
    sure: false,
    source: 'Tarifa del perito',
    motivo: 'Para probar',
    ...over,
  });

  test('closing costs are dated rows, and the transfer tax is never the buyer’s', async () => {
    const answer = await admin.post('/api/interest/costs', cost());
    expect(answer.statusCode, answer.body).toBe(201);
    expect((await admin.post('/api/interest/costs', cost())).json()).toMatchObject({ code: 'RULES_OVERLAP' });
    expect((await admin.post('/api/interest/costs', cost({ code: 'itbi_2' }))).json()).toMatchObject({
      errors: [{ field: 'payer', message: expect.stringContaining('nulo por ley') }],
    });
    const { id } = answer.json<{ data: { id: number } }>().data;
    const next = await admin.post(
      `/api/interest/costs/${id}/versions`,
      cost({ amount_centavos: 20_000, valid_from: '2027-01-01' }),
    );
    expect(next.json()).toMatchObject({ data: { amount_centavos: 20_000, standing: 'futura' } });
    const found = await row<{ n: number }>(
      llave.database.db,
      sql`select count(*)::int n from closing_costs where code = 'avaluo'`,
    );
    expect(found?.n).toBe(3);
  });
});
