import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { DraftKept } from '#contract/sales/purchase/model.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { consents } from '#server/modules/sales/consents/consents.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { browserOf } from '#test/buyers.ts';
import { makeLot, makeModel, makeProject } from '#test/factories.ts';
import { fileOf, makePicture } from '#test/papers.ts';

const llave = useApp();
let telephones = 0;

async function begin() {
  const { db } = llave.database;
  const project = await makeProject(db);
  const model = await makeModel(db, { projectId: project.id });
  const browser = llave.browser();
  const celular = `6${String((telephones += 1) + 5_000_000)}`;
  const bought = await browser.form(`/clientes/comprar/${model.id}`, {
    nombre: 'Tomás Vega',
    email: 'tomas@correo.test',
    celular,
  });
  return { db, project, model, browser, celular, id: bought.json<{ precontratoId: number }>().precontratoId };
}
const keep = (browser: Browser, id: number, campos: object) =>
  browser.patch(`/clientes/precontrato/borrador/${id}`, { campos });
const keptOf = (answer: { json<T>(): T }) => answer.json<{ data: DraftKept }>().data;
const draftOf = async (id: number) => {
  const [sale] = await llave.database.db.select().from(sales).where(eq(sales.id, id));
  return sale!.draft;
};

describe('a draft saved field by field', () => {
  test('stores personal data only after the consent is ticked', async () => {
    const { db, browser, id } = await begin();
    const before = await keep(browser, id, { cedula: '8-712-45', origen: 'feria', nombre: 'Tomás A. Vega' });
    expect(keptOf(before)).toEqual({ guardados: ['nombre', 'origen'], sin_permiso: ['cedula'], errores: [] });
    expect(await draftOf(id)).toMatchObject({ nombre: 'Tomás A. Vega', origen: 'feria' });
    expect(await draftOf(id)).not.toHaveProperty('cedula');

    await keep(browser, id, { consentimiento_datos: '1', cedula: '8-712-45' });
    await keep(browser, id, { consentimiento_datos: '1', consentimiento_apc: '1' });
    expect(await draftOf(id)).toMatchObject({ cedula: '8-712-45' });
    const given = await db.select().from(consents).where(eq(consents.saleId, id));
    expect(given.map(({ kind, revokedAt }) => [kind, revokedAt])).toEqual([
      ['datos', null],
      ['apc', null],
    ]);

    // Consent withdrawn: the data goes, but the earlier consent stays on record.
    await keep(browser, id, { consentimiento_datos: '' });
    expect(await draftOf(id)).not.toHaveProperty('cedula');
    const revoked = await db.select().from(consents).where(eq(consents.saleId, id));
    expect(revoked.find(({ kind }) => kind === 'datos')?.revokedAt).toEqual(llave.clock.now());
  });

  test('stores malformed values too, and reports them', async () => {
    const { browser, id } = await begin();
    const answer = await keep(browser, id, {
      consentimiento_datos: '1',
      cedula: '8-71',
      grupo_familiar: [{ nombre: 'Eva', cedula: 'x', parentesco: '3' }, { nombre: '' }],
    });
    expect(keptOf(answer).errores.map(({ field }) => field)).toEqual(['cedula', 'grupo_familiar[0][cedula]']);
    expect(await draftOf(id)).toMatchObject({
      cedula: '8-71',
      grupo_familiar: [{ nombre: 'Eva', cedula: 'x', parentesco: '3' }],
    });
    await keep(browser, id, { cedula: '', grupo_familiar: [] });
    expect(Object.keys(await draftOf(id)).toSorted()).toEqual(['celular', 'email', 'nombre']);
  });

  test('continues on another phone by its link, which requires a code to change the telephone', async () => {
    const { browser, celular, id } = await begin();
    await keep(browser, id, { consentimiento_datos: '1', cedula: '8-712-45' });
    const other = await browserOf(llave, id);
    expect((await keep(other, id, { sector_trabajo: 'Privado' })).statusCode).toBe(200);
    expect((await keep(other, id, { celular: `+507 ${celular}` })).statusCode).toBe(200);
    const changed = await keep(other, id, { celular: '6999-8877' });
    expect([changed.statusCode, changed.json<{ code: string }>().code]).toEqual([403, 'CODE_NEEDED']);
    expect((await keep(other, id, { email: 'otra@correo.test' })).statusCode).toBe(403);
    expect((await keep(browser, id, { celular: '6999-8877' })).statusCode).toBe(200);
    expect(await draftOf(id)).toMatchObject({ sector_trabajo: 'Privado', celular: '6999-8877' });
  });

  test('that was sent from a phone opened by a link is signed only with a code, on both phones', async () => {
    const { browser, celular, id } = await begin();
    await keep(browser, id, { consentimiento_datos: '1', cedula: '8-712-45', email: '' });
    const other = await browserOf(llave, id);
    const sent = await other.form('/clientes/precontrato', { precontrato_id: String(id), celular });
    const { precontratoCodigo: code } = sent.json<{ precontratoCodigo: string }>();
    for (const one of [other, browser]) {
      const signature = fileOf(await makePicture(), 'firma.png');
      const signed = await one.form(`/clientes/firma/${code}`, { signature });
      expect([signed.statusCode, signed.json<{ code: string }>().code]).toEqual([403, 'CODE_NEEDED']);
    }
    const [person] = await llave.database.db
      .select({ email: people.email })
      .from(people)
      .innerJoin(sales, eq(sales.personId, people.id))
      .where(eq(sales.id, id));
    expect(person).toEqual({ email: null });
  });

  test('edited in two tabs at once loses no field', async () => {
    const { browser, id } = await begin();
    await keep(browser, id, { consentimiento_datos: '1' });
    const fields = {
      cedula: '8-1-1',
      sector_trabajo: 'Jubilado',
      numero_camp: '9',
      origen: 'web',
      forma_pago: 'contado',
    };
    await Promise.all(Object.entries(fields).map(([field, value]) => keep(browser, id, { [field]: value })));
    expect(await draftOf(id)).toMatchObject(fields);
  });

  test('is closed to other browsers, to visitors without a session, and after it was sent', async () => {
    const { browser, celular, id } = await begin();
    const other = await begin();
    expect((await keep(other.browser, id, { nombre: 'X' })).statusCode).toBe(404);
    expect((await keep(llave.browser(), id, { nombre: 'X' })).statusCode).toBe(401);
    await browser.form('/clientes/precontrato', {
      precontrato_id: String(id),
      celular,
      cedula: '8-712-45',
      consentimiento_datos: '1',
    });
    const late = await keep(browser, id, { nombre: 'X' });
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'NOT_DRAFT']);
  });
});

describe('the lot of a draft', () => {
  const choose = (browser: Browser, id: number, lote_id: number) =>
    browser.patch(`/clientes/precontrato/borrador/${id}/lote`, { lote_id });

  test('is chosen and changed, and stays when the other lot is taken', async () => {
    const one = await begin();
    const lots = [
      await makeLot(one.db, { projectId: one.project.id }),
      await makeLot(one.db, { projectId: one.project.id }),
    ] as const;
    const first = await choose(one.browser, one.id, lots[0].id);
    expect(first.json()).toEqual({
      data: { lote_id: lots[0].id, lote: lots[0].name, hasta: '2026-11-21T15:30:00.000Z' },
    });
    const rival = llave.browser();
    const bought = await rival.form(`/clientes/comprar/${one.model.id}`, {
      nombre: 'Rival',
      email: 'rival@correo.test',
      celular: '6777-0001',
      lote_id: String(lots[1].id),
    });
    expect(bought.statusCode).toBe(200);
    const taken = await choose(one.browser, one.id, lots[1].id);
    expect([taken.statusCode, taken.json<{ code: string }>().code]).toEqual([409, 'LOT_TAKEN']);
    expect(await draftOf(one.id)).toMatchObject({ lote_id: lots[0].id });
  });
});
