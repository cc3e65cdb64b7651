import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { HouseFile, HouseFileRow } from '#contract/legal/houseFile/model.ts';
import { missingForDeed } from '#contract/legal/houseFile/rules.ts';
import { useApp } from '#test/app.ts';
import { HOUSE_FILES, makeHouseFile } from '#test/deeds.ts';
import { makeLot, makeProject, makeSale } from '#test/factories.ts';
import { fileOf, makePdf } from '#test/papers.ts';
import { signInAs } from '#test/signIn.ts';
import { houseFiles } from './houseFile.table.ts';

const llave = useApp();
const one = (answer: { json<T>(): T }) => answer.json<{ data: HouseFile }>().data;
const errorsIn = (answer: { json<T>(): T }) =>
  answer.json<{ errors: { field: string; message: string }[] }>().errors;
const labels = (file: HouseFileRow) => file.missing.map(({ label }) => label);

describe('the legal file of a house', () => {
  test('says what its deed lacks as its papers arrive, and who wrote them', async () => {
    const { db } = llave.database;
    const lawyer = await signInAs(llave, 'abogado');
    const lot = await makeLot(db);
    const url = `${HOUSE_FILES}/${lot.id}`;
    expect(labels(one(await lawyer.get(url)))).toEqual([
      'Segregación de la finca',
      'Código de ubicación de la finca',
      'Permiso de ocupación',
      'Inscripción de las mejoras',
      'Liberación firmada de la hipoteca interina',
    ]);
    const entered = await lawyer.patch(url, {
      version: 0,
      finca_madre: '28123',
      segregacion_entrada: '512233/2026',
      segregacion_ingresada: '2026-11-02',
      codigo_ubicacion: '8a05',
    });
    expect(one(entered)).toMatchObject({
      version: 1,
      codigo_ubicacion: '8A05',
      standings: { segregacion: 'en_tramite', permiso: 'pendiente' },
    });
    expect(labels(one(entered))[0]).toBe('Inscripción de la segregación');
    const ready = await lawyer.patch(url, {
      version: 1,
      finca: '30412345',
      segregacion_inscrita: '2026-11-10',
      permiso_numero: 'PO-88',
      permiso_fecha: '2026-11-12',
      mejoras_inscrita: '2026-11-15',
      liberacion_aplica: false,
    });
    expect(labels(one(ready))).toEqual([]);
    const { history } = one(ready);
    expect(history).toHaveLength(2);
    expect(history[0]).toMatchObject({ who: lawyer.user.name });
    expect(history[0]!.text).toContain('Finca: 30412345');
    const stale = await lawyer.patch(url, { version: 1, finca: '1' });
    expect(stale.statusCode).toBe(409);
    const found = await lawyer.get(`${HOUSE_FILES}?q=30412&proyecto_id=${lot.projectId}`);
    expect(found.json<{ data: HouseFileRow[] }>().data.map(({ id }) => id)).toEqual([lot.id]);
  });

  test('refuses days that cannot be, a permit without its number, and what its deed relies on', async () => {
    const { db } = llave.database;
    const lawyer = await signInAs(llave, 'abogado');
    const lot = await makeLot(db);
    const wrong = await lawyer.patch(`${HOUSE_FILES}/${lot.id}`, {
      segregacion_ingresada: '2026-11-10',
      segregacion_inscrita: '2026-11-09',
      permiso_fecha: '2026-11-30',
      liberacion_firmada: '2026-11-01',
      liberacion_vence: '2026-10-01',
    });
    expect(errorsIn(wrong).map(({ field }) => field)).toEqual([
      'permiso_fecha',
      'segregacion_inscrita',
      'liberacion_vence',
      'permiso_numero',
    ]);
    await makeHouseFile(db, lot.id);
    await makeSale(db, { stateId: 11, projectId: lot.projectId, lotId: lot.id, claim: { kind: 'sale' } });
    const emptied = await lawyer.patch(`${HOUSE_FILES}/${lot.id}`, { finca: null });
    expect(errorsIn(emptied)).toEqual([
      {
        field: 'finca',
        message: 'La venta ya está en escritura con este dato: corrígelo, pero no lo borres.',
      },
    ]);
    expect((await lawyer.patch(`${HOUSE_FILES}/${lot.id}`, { finca: '777' })).statusCode).toBe(200);
  });

  test('twenty houses are written at once: all, or none with the fault at its cell', async () => {
    const { db } = llave.database;
    const lawyer = await signInAs(llave, 'abogado');
    const project = await makeProject(db);
    const lots = [];
    for (let n = 0; n < 20; n += 1) lots.push(await makeLot(db, { projectId: project.id }));
    const rows = lots.map(({ id }, n) => ({
      lote_id: id,
      version: 0,
      finca: String(40_000_000 + n),
      codigo_ubicacion: '8716',
      segregacion_inscrita: '2026-11-03',
    }));
    const written = () => db.$count(houseFiles, eq(houseFiles.locationCode, '8716'));
    const late = rows.map((row, at) => (at === 13 ? { ...row, segregacion_inscrita: '2027-01-01' } : row));
    const refused = await lawyer.patch(HOUSE_FILES, { filas: late });
    expect(errorsIn(refused)).toEqual([
      { field: 'filas[13][segregacion_inscrita]', message: 'La fecha no puede ser posterior a hoy.' },
    ]);
    const twice = rows.map((row, at) => (at === 7 ? { ...row, finca: rows[2]!.finca } : row));
    const taken = await lawyer.patch(HOUSE_FILES, { filas: twice });
    expect(taken.statusCode).toBe(409);
    expect(errorsIn(taken)[0]!.field).toBe('filas[7][finca]');
    expect(await written()).toBe(0);
    const all = await lawyer.patch(HOUSE_FILES, { filas: rows });
    expect(all.json()).toMatchObject({ success: 'Se guardaron 20 expedientes.', data: { changed: 20 } });
    expect(await written()).toBe(20);
    // The same again changes nothing.
    expect(
      (
        await lawyer.patch(HOUSE_FILES, { filas: rows.map((row) => ({ ...row, version: undefined })) })
      ).json(),
    ).toMatchObject({ data: { changed: 0 } });
  });

  test('two people at once: the second of one version is told, and two houses never share a finca', async () => {
    const { db } = llave.database;
    const lawyer = await signInAs(llave, 'abogado');
    const [a, b] = [await makeLot(db), await makeLot(db)];
    await lawyer.patch(`${HOUSE_FILES}/${b.id}`, { finca_madre: '1' });
    const same = await Promise.all(
      ['1', '2', '3', '4'].map((n) => lawyer.patch(`${HOUSE_FILES}/${a.id}`, { version: 0, finca_madre: n })),
    );
    expect(same.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
    const finca = await Promise.all(
      [a, b].map(({ id }) =>
        lawyer.patch(`${HOUSE_FILES}/${id}`, { finca: '5550001', codigo_ubicacion: '8A05' }),
      ),
    );
    expect(finca.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  test('is found by its buyer, in any order of the names and without accents', async () => {
    const { db } = llave.database;
    const lawyer = await signInAs(llave, 'abogado');
    const lot = await makeLot(db);
    await makeSale(db, {
      stateId: 11,
      projectId: lot.projectId,
      lotId: lot.id,
      claim: { kind: 'sale' },
      name: 'Xiomára Quezadilla',
    });
    const search = async (q: string) => {
      const found = await lawyer.get(`${HOUSE_FILES}?q=${encodeURIComponent(q)}`);
      return found.json<{ data: HouseFileRow[] }>().data.map(({ id }) => id);
    };
    for (const q of ['xiomara', 'Quezadilla Xio']) expect(await search(q)).toEqual([lot.id]);
    expect(await search('Xiomara Otra')).toEqual([]);
  });

  test('the list filters what lacks by the same rule as the page', async () => {
    const { db } = llave.database;
    const lawyer = await signInAs(llave, 'abogado');
    const project = await makeProject(db);
    const made: number[] = [];
    const cases: Parameters<typeof makeHouseFile>[2][] = [
      {},
      { permitUntil: '2026-11-20' },
      { permitUntil: '2026-11-21' },
      { ownFinca: null },
      { releaseSignedOn: null },
      { releaseSignedOn: null, releaseApplies: false },
      { releaseUntil: '2026-11-01' },
      { releaseUntil: '2026-11-01', releaseInscribedOn: '2026-11-01' },
      { improvementsInscribedOn: null },
      { locationCode: null },
    ];
    for (const over of cases) {
      const lot = await makeLot(db, { projectId: project.id });
      await makeHouseFile(db, lot.id, over);
      made.push(lot.id);
    }
    made.push((await makeLot(db, { projectId: project.id })).id);
    const list = async (falta?: string) =>
      (
        await lawyer.get(
          `${HOUSE_FILES}?per_page=50&proyecto_id=${project.id}${falta ? `&falta=${falta}` : ''}`,
        )
      ).json<{
        data: HouseFileRow[];
      }>().data;
    const rows = await list();
    expect(rows.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
    for (const row of rows) expect(row.missing).toEqual(missingForDeed(row, '2026-11-21'));
    for (const falta of ['segregacion', 'permiso', 'mejoras', 'liberacion'])
      expect(
        (await list(falta)).map(({ id }) => id),
        falta,
      ).toEqual(rows.filter(({ missing }) => missing.some(({ code }) => code === falta)).map(({ id }) => id));
    expect((await list('lista')).map(({ id }) => id)).toEqual(
      rows.filter(({ missing }) => missing.length === 0).map(({ id }) => id),
    );
  });

  test('keeps the file of each paper; who only reads writes nothing', async () => {
    const { db } = llave.database;
    const lawyer = await signInAs(llave, 'abogado');
    const accounting = await signInAs(llave, 'contabilidad');
    const lot = await makeLot(db);
    const url = `${HOUSE_FILES}/${lot.id}`;
    const filed = await lawyer.form(`${url}/papers`, {
      parte: 'permiso',
      archivo: fileOf(makePdf(), 'permiso.pdf', 'application/pdf'),
    });
    expect(filed.statusCode, filed.body).toBe(201);
    expect(one(filed).papers).toMatchObject([{ parte: 'permiso', name: 'permiso.pdf' }]);
    expect((await lawyer.get(one(filed).papers[0]!.url)).statusCode).toBe(200);
    expect((await accounting.patch(url, { finca: '1' })).statusCode).toBe(403);
    expect(one(await accounting.get(url)).may_edit).toBe(false);
    const processor = await signInAs(llave, 'procesador');
    expect((await processor.get(url)).statusCode).toBe(404);
  });
});
