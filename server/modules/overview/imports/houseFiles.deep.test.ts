import { expect, test } from 'vitest';
import type { CheckedRow, ImportRow } from '#contract/overview/imports/model.ts';
import type { HouseFile } from '#contract/legal/houseFile/model.ts';
import { useApp } from '#test/app.ts';
import { HOUSE_FILES, makeHouseFile } from '#test/deeds.ts';
import { makeLot, makeProject } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();

test('house files come from a sheet: tried first, told by row and column, imported once, and undone', async () => {
  const { db } = llave.database;
  const lawyer = await signInAs(llave, 'abogado');
  const project = await makeProject(db);
  const lots = [];
  for (let n = 0; n < 4; n += 1) lots.push(await makeLot(db, { projectId: project.id }));
  const [first, second, third, fourth] = lots;
  await makeHouseFile(db, fourth!.id, { ownFinca: '900', locationCode: '8A05' });
  const line = (lot: { name: string } | undefined, finca: string, permit: string) =>
    [project.name, lot?.name ?? 'Z-99', finca, '8A05', 'PO-1', permit, 'no'].join(',');
  const csv = [
    'Proyecto,Lote,Folio real,Código,Permiso,Fecha del permiso,En la hipoteca interina',
    line(first, '101', '15/10/2026'),
    line(second, 'X-1', '15/10/2026'),
    line(third, '900', '15/10/2026'),
    line(undefined, '103', '15/10/2026'),
  ].join('\n');
  const archivo = new File([csv], 'expedientes.csv', { type: 'text/csv' });
  const tried = (await lawyer.form('/api/imports', { tipo: 'houseFiles', archivo })).json<{
    data: ImportRow;
  }>().data;
  expect(tried.counts).toMatchObject({ new: 1, bad: 3 });
  const rows = (await lawyer.get(`/api/imports/${tried.id}/rows?per_page=50`)).json<{ data: CheckedRow[] }>()
    .data;
  expect(rows.flatMap(({ faults }) => faults.map(({ message }) => message))).toEqual([
    expect.stringContaining('Fila 3, columna «Finca»'),
    'Fila 4, columna «Finca»: esa finca ya es de otra vivienda.',
    expect.stringContaining('Fila 5, columna «Lote»'),
  ]);
  const done = await lawyer.post(`/api/imports/${tried.id}/confirm`, {
    sha256: tried.sha256,
    plan: tried.plan,
    solo_buenas: true,
  });
  expect(done.statusCode, done.body).toBe(200);
  const read = async () => (await lawyer.get(`${HOUSE_FILES}/${first!.id}`)).json<{ data: HouseFile }>().data;
  expect(await read()).toMatchObject({ finca: '101', permiso_fecha: '2026-10-15', liberacion_aplica: false });
  const undone = await lawyer.post(`/api/imports/${tried.id}/undo`, { motivo: 'Era otro archivo' });
  expect(undone.statusCode, undone.body).toBe(200);
  expect(await read()).toMatchObject({ finca: null, permiso_fecha: null, liberacion_aplica: true });
});
