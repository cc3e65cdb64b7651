import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Prospect } from '#contract/sales/prospects/model.ts';
import { PROSPECT } from '#contract/sales/prospects/rules.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeSale } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
const URL = '/api/sale/prospects';
let adviser: StaffBrowser;
let projectId = 0;
let phones = 0;

beforeAll(async () => {
  adviser = await signInAs(llave, 'asesor');
  projectId = (await makeProject(llave.database.db)).id;
});

const record = (answer: { json: <T>() => T }) => answer.json<{ data: Prospect }>().data;

async function note(browser: Browser, over: object = {}): Promise<Prospect> {
  const celular = `6700-${String((phones += 1)).padStart(4, '0')}`;
  const answer = await browser.post(URL, { nombre: 'Ana Núñez', celular, proyecto_id: projectId, ...over });
  expect(answer.statusCode, answer.body).toBe(201);
  return record(answer);
}

describe('conversion to a pre-contract', () => {
  test('keeps the person, the adviser, the origin and the link', async () => {
    const model = await makeModel(llave.database.db, { projectId });
    const lot = await makeLot(llave.database.db, { projectId });
    const made = await note(adviser, {
      cedula: '8-44-55',
      consentimiento_datos: true,
      origen: 'feria',
      email: 'ana@casa.test',
    });
    const answer = await adviser.post(`${URL}/${made.id}/convert`, {
      modelo_id: model.id,
      lote_id: lot.id,
      version: made.version,
    });
    expect(answer.statusCode, answer.body).toBe(201);
    const { sale_id } = answer.json<{ data: { sale_id: number } }>().data;
    const [sale] = await llave.database.db.select().from(sales).where(eq(sales.id, sale_id));
    expect(sale).toMatchObject({ personId: made.person.id, adviserId: adviser.user.id, origin: 'feria' });
    expect((await adviser.get(`/api/sale/precontracts/${sale_id}`)).json()).toMatchObject({
      data: { form: { cedula: '8-44-55', nombre: 'Ana Núñez', origen: 'feria' }, lot: { id: lot.id } },
    });
    expect(record(await adviser.get(`${URL}/${made.id}`))).toMatchObject({
      stage: { id: PROSPECT.won },
      sale: { id: sale_id },
      next_follow_up_on: null,
    });
    const again = await adviser.post(`${URL}/${made.id}/convert`, { modelo_id: model.id });
    expect(again.statusCode).toBe(422);
  });

  test('several clicks at once make one pre-contract', async () => {
    const model = await makeModel(llave.database.db, { projectId });
    const made = await note(adviser);
    const answers = await Promise.all(
      [1, 2, 3].map(() => adviser.post(`${URL}/${made.id}/convert`, { modelo_id: model.id })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422]);
    const begun = await llave.database.db.select().from(sales).where(eq(sales.personId, made.person.id));
    expect(begun).toHaveLength(1);
  });

  test('a taken lot leaves the prospect unchanged', async () => {
    const model = await makeModel(llave.database.db, { projectId });
    const lot = await makeLot(llave.database.db, { projectId });
    await makeSale(llave.database.db, { projectId, modelId: model.id, lotId: lot.id });
    const made = await note(adviser);
    const answer = await adviser.post(`${URL}/${made.id}/convert`, { modelo_id: model.id, lote_id: lot.id });
    expect(answer.json()).toMatchObject({ code: 'LOT_TAKEN' });
    expect(record(await adviser.get(`${URL}/${made.id}`)).stage.id).toBe(PROSPECT.fresh);
  });
});
