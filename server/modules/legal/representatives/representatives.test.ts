import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Representative } from '#contract/legal/representatives/model.ts';
import type { CheckedRow, ImportRow } from '#contract/overview/imports/model.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { useApp } from '#test/app.ts';
import { send } from '#test/envelopes.ts';
import { makeSale } from '#test/factories.ts';
import { fileOf, makePdf } from '#test/papers.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { representativeJobs } from './representatives.jobs.ts';

const llave = useApp();
let lawyer: StaffBrowser;
beforeAll(async () => {
  lawyer = await signInAs(llave, 'abogado');
});

const LIST = '/api/legal/representatives';
const sent = {
  name: 'Ricardo Alfaro',
  document: '8-245-677',
  phone: '6678-1234',
  email: 'ricardo@llave.test',
  power_kind: 'escritura',
  power_text: 'Escritura 4512',
  valid_from: '2026-01-01',
};
const add = (over: object = {}) => lawyer.post(LIST, { ...sent, ...over });
const one = (answer: { json<T>(): T }) => answer.json<{ data: Representative }>().data;
const faultsOf = (answer: { json<T>(): T }) =>
  answer.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field);

test('is registered once, corrected with its version, archived and offered again', async () => {
  const made = await add();
  expect(made.statusCode, made.body).toBe(201);
  const first = one(made);
  expect(first).toMatchObject({
    standing: 'vigente',
    phone: '+50766781234',
    document_type: 'cedula',
    version: 1,
  });
  const twice = await add({ document: '8-0245-677', email: 'otro@llave.test' });
  expect([twice.statusCode, faultsOf(twice)]).toEqual([409, ['document']]);

  const at = `${LIST}/${first.id}`;
  const renewed = await lawyer.patch(at, {
    ...sent,
    valid_until: '2026-12-01',
    limit_centavos: 5_000_000,
    version: 1,
  });
  expect(one(renewed)).toMatchObject({ standing: 'por_vencer', limit_centavos: 5_000_000, version: 2 });
  expect((await lawyer.patch(at, { ...sent, version: 1 })).statusCode).toBe(409);
  const power = await lawyer.form(`${at}/poder`, {
    archivo: fileOf(makePdf(), 'poder.pdf', 'application/pdf'),
  });
  expect(one(power).file).toMatchObject({ name: 'poder.pdf' });
  expect((await lawyer.get(one(power).file!.url)).statusCode).toBe(200);

  const archive = (archivado: boolean) => lawyer.patch(`${at}/archivado`, { params: { archivado } });
  expect(one(await archive(true)).standing).toBe('archivado');
  const other = one(await add());
  expect((await archive(false)).statusCode).toBe(409);
  await lawyer.patch(`${LIST}/${other.id}/archivado`, { params: { archivado: true } });
  expect(one(await archive(false)).archived_at).toBeNull();

  const named = async (query: string) =>
    (await lawyer.get(`${LIST}?${query}`)).json<{ data: Representative[] }>().data.map(({ id }) => id);
  expect(await named('estado=por_vencer')).toEqual([first.id]);
  expect(await named('estado=archivado')).toEqual([other.id]);
  expect(await named('q=alfaro&estado=vencido')).toEqual([]);
});

test('each wrong field says what to do, and others only look', async () => {
  const wrong = await add({ document: 'x', phone: '12', email: 'nadie' });
  expect([wrong.statusCode, faultsOf(wrong)]).toEqual([422, ['phone', 'email']]);
  expect(faultsOf(await add({ valid_until: '2025-01-01' }))).toEqual(['valid_until']);
  expect(faultsOf(await add({ document: 'x' }))).toEqual(['document']);
  expect(faultsOf(await add({ document: '3-1-1', user_id: 999_999 }))).toEqual(['user_id']);
  const coordinator = await signInAs(llave, 'coordinador');
  expect((await coordinator.get(LIST)).statusCode).toBe(200);
  expect((await coordinator.post(LIST, sent)).statusCode).toBe(403);
});

test('lawyers hear of a power that ends in 30 days, in 7 and today, once each', async () => {
  const { id } = one(await add({ document: '9-9-9', valid_until: '2026-12-21' }));
  const told = async () =>
    (await llave.database.db.select().from(notices).where(eq(notices.kind, 'poder_por_vencer'))).filter(
      ({ userId, about }) => userId === lawyer.user.id && about === `representante:${id}`,
    ).length;
  const start = llave.clock.now();
  for (const [day, count] of [
    ['2026-11-21', 1],
    ['2026-11-21', 1],
    ['2026-12-01', 1],
    ['2026-12-14', 2],
    ['2026-12-21', 3],
    ['2026-12-22', 3],
  ] as const) {
    llave.clock.set(new Date(`${day}T12:30:00Z`));
    await llave.app.core.jobs.run(representativeJobs[0]!, {});
    expect([day, await told()]).toEqual([day, count]);
  }
  llave.clock.set(start);
});

test('come from Excel with a dry run, and go back unless they sign something', async () => {
  const HEADINGS = 'Nombre,Documento,Celular,Correo,Origen del poder,Datos del poder,Límite,Vale desde,Vence';
  const table = (...lines: string[]) =>
    new File([[HEADINGS, ...lines].join('\n')], 'r.csv', { type: 'text/csv' });
  const tried = async (...lines: string[]) => {
    const answer = await lawyer.form('/api/imports', { tipo: 'representatives', archivo: table(...lines) });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<{ data: ImportRow }>().data;
  };
  const confirm = ({ id, sha256, plan }: ImportRow) =>
    lawyer.post(`/api/imports/${id}/confirm`, { sha256, plan, solo_buenas: false });
  const undo = ({ id }: ImportRow) => lawyer.post(`/api/imports/${id}/undo`);
  const good =
    'Elena Vega,4-77-88,6111-2222,elena@llave.test,Poder especial,Poder del 3 de mayo,"50,000.00",01/05/2026,';
  const bad = await tried(
    good,
    'X,9,1,z,Otro,,,,',
    'Luis Gil,4-78-88,6111-2223,luis@llave.test,Poder especial,Poder,,01/05/2026,01/01/2026',
  );
  expect(bad.counts).toEqual({ new: 1, changed: 0, same: 0, bad: 2 });
  const rows = (await lawyer.get(`/api/imports/${bad.id}/rows?estado=bad`)).json<{ data: CheckedRow[] }>()
    .data;
  expect(rows[1]!.faults[0]!.message).toContain('El poder termina antes de empezar');

  const first = await tried(good);
  expect((await confirm(first)).statusCode).toBe(200);
  const there = async () => (await lawyer.get(`${LIST}?q=elena`)).json<{ data: Representative[] }>().data;
  expect(await there()).toMatchObject([
    { power_kind: 'poder', limit_centavos: 5_000_000, valid_from: '2026-05-01' },
  ]);
  const second = await tried(good.replace('50,000.00', '60,000.00'));
  expect(second.counts).toMatchObject({ changed: 1 });
  await confirm(second);
  expect((await undo(second)).statusCode).toBe(200);
  expect((await there())[0]!.limit_centavos).toBe(5_000_000);

  const [{ id }] = (await there()) as [Representative];
  const sale = await makeSale(llave.database.db);
  await send(lawyer, sale.id, [{ quien: `representante:${id}` }]);
  expect((await undo(first)).json()).toMatchObject({ code: 'IMPORT_USED' });
});
