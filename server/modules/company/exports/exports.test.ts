import { and, eq } from 'drizzle-orm';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import Excel from 'exceljs';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROLES, type Permission, type Scope } from '#contract/access.ts';
import { HOUR_MS } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { exportPath } from '#contract/company/exports/endpoints.ts';
import { PDF_ROWS, type PreparedExport } from '#contract/company/exports/model.ts';
import { exportPermissions } from '#contract/exports.ts';
import { exportedLists } from '#server/kernel/exports/lists.ts';
import { auditLog, outboxMails } from '#server/kernel/kernel.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { userRoles, users } from '#server/modules/company/staff/staff.table.ts';
import { START, useApp } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeRole, makeSale, makeUser } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { pdfText } from '#test/pdf.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { DEEP } from '#test/deep.ts';
import { exports } from './exports.table.ts';

const llave = useApp();
const db = () => llave.database.db;
const SALES = '/api/sale/precontracts/exportar';
let coordinator: StaffBrowser;

async function sheets(bytes: Buffer) {
  const book = new Excel.Workbook();
  await book.xlsx.load(bytes as never);
  const [rows, about] = book.worksheets;
  const valuesOf = (sheet: Excel.Worksheet) =>
    sheet
      .getSheetValues()
      .slice(1)
      .map((row) => (row as unknown[]).slice(1));
  return { sheet: rows!, rows: valuesOf(rows!), about: valuesOf(about!) };
}
async function xlsx(browser: StaffBrowser, url: string) {
  const answer = await browser.get(url);
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return { answer, ...(await sheets(answer.rawPayload)) };
}
async function signInWith(grants: { permission: Permission; scope: Scope }[], projectIds: number[] = []) {
  const user = await makeUser(db(), { roles: [], projectIds });
  const role = await makeRole(db(), grants);
  await db().insert(userRoles).values({ userId: user.id, roleId: role.id });
  return signInUser(llave, user);
}
const audited = (userId: number) =>
  db()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.action, 'exported'), eq(auditLog.actorId, String(userId))));
const leftOver = async () =>
  (await readdir(path.join(llave.app.core.services.config.DATA_DIR, 'tmp')).catch(() => [])).length;

beforeAll(async () => {
  coordinator = await signInAs(llave, 'coordinador');
});

describe('a list as Excel', () => {
  test('has the filtered rows in order, with real dates, and states the user and the filters', async () => {
    const project = await makeProject(db(), { name: 'Valle Ámbar' });
    const lot = await makeLot(db(), { projectId: project.id, name: 'C-07' });
    const first = await makeSale(db(), {
      name: 'Ana Peñalba',
      projectId: project.id,
      lotId: lot.id,
      claim: { until: new Date('2026-11-23T02:30:00Z') },
      papers: [4, 1],
    });
    const second = await makeSale(db(), { name: 'Beto Ríos', projectId: project.id });
    await makeSale(db(), { name: 'Otro estado', projectId: project.id, stateId: 5 });
    await makeSale(db(), { name: 'Otro proyecto' });

    const { answer, sheet, rows, about } = await xlsx(
      coordinator,
      `${SALES}?formato=xlsx&proyecto_id=${project.id}&estado_id=3&per_page=1&page=2`,
    );
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="pre-contratos-2026-11-21.xlsx"',
    );
    const [heads, ...body] = rows;
    expect(heads!.slice(0, 3)).toEqual(['Pre-contrato', 'Cliente', 'Estado']);
    expect(body.map((row) => row[1])).toEqual(['Beto Ríos', 'Ana Peñalba']);
    const at = heads!.indexOf('Lote hasta');
    // Excel has no time zones: the hour is Panama's.
    expect(body[1]![at]).toEqual(new Date('2026-11-22T21:30:00Z'));
    expect(sheet.getRow(3).getCell(at + 1).numFmt).toBe('dd-mm-yyyy hh:mm');
    expect(body[1]![heads!.indexOf('Documentos aprobados')]).toBe(1);
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
    expect(sheet.autoFilter).toBeTruthy();
    expect(about).toEqual(
      expect.arrayContaining([
        ['Exportado por', coordinator.user.name],
        ['Fecha', '21-11-2026 10:00'],
        ['Filas', 2],
        ['Estado', 'En revisión'],
        ['Proyecto', 'Valle Ámbar'],
      ]),
    );
    // No temporary file stays behind, and the audit log has the export.
    const [line] = await audited(coordinator.user.id);
    expect(line).toMatchObject({
      entity: 'lista',
      entityId: '/api/sale/precontracts',
      data: { format: 'xlsx', rows: 2, filter: { proyecto_id: project.id, estado_id: [3] } },
    });
    await expect.poll(leftOver).toBe(0);

    const chosen = await xlsx(coordinator, `${SALES}?formato=xlsx&columnas=vivienda,id&ids=${first.id}`);
    expect(chosen.rows).toEqual([
      ['Proyecto', 'Modelo', 'Lote', 'Pre-contrato', 'Cliente'],
      ['Valle Ámbar', expect.any(String), 'C-07', first.code, 'Ana Peñalba'],
    ]);
    expect(second.id).toBeGreaterThan(first.id);
  });

  test('money is a number, and text that looks like a formula stays text', async () => {
    const accountant = await signInAs(llave, 'contabilidad');
    const sale = await makeSale(db(), { name: '=HYPERLINK("http://malo.test","Ana")', separation: 1 });
    const { sheet, rows } = await xlsx(
      accountant,
      `/api/sale/costumer_payments/exportar?formato=xlsx&precontrato_id=${sale.id}`,
    );
    const heads = rows[0]!;
    const line = rows[1]!;
    expect(line[heads.indexOf('Se debe')]).toBe(500);
    expect(sheet.getRow(2).getCell(heads.indexOf('Se debe') + 1).numFmt).toBe('#,##0.00');
    expect(line[0]).toBe(`'=HYPERLINK("http://malo.test","Ana")`);
    for (const evil of ['+1+cmd|calc', '-2+A3', '@SUM(A1)', '\t=1']) {
      await db().update(people).set({ name: evil }).where(eq(people.id, sale.personId));
      const again = await xlsx(
        accountant,
        `/api/sale/costumer_payments/exportar?formato=xlsx&precontrato_id=${sale.id}`,
      );
      expect(again.rows[1]![0]).toBe(`'${evil}`);
    }
  });

  test('more rows than a batch are written once each, in order', async () => {
    const model = await makeModel(db());
    const project = model.projectId;
    for (let at = 0; at < 3; at += 1)
      await llave.database.pool.query(
        `insert into people (name, phone, created_at) select 'Masa ' || n, '+507', now() from generate_series(1, 400) n`,
      );
    await llave.database.pool.query(
      `insert into sales (code, person_id, project_id, model_id, state_id, price_cents, last_action_at, state_since, created_at)
       select 'PC-M-' || id, id, $1, $2, 5, 1, now(), now(), now() from people where name like 'Masa %'`,
      [project, model.id],
    );
    const { rows } = await xlsx(coordinator, `${SALES}?formato=xlsx&proyecto_id=${project}`);
    const codes = rows.slice(1).map((row) => Number(String(row[0]).replace('PC-M-', '')));
    expect(codes).toHaveLength(1200);
    expect(codes).toEqual(codes.toSorted((a, b) => b - a));
    expect(new Set(codes).size).toBe(1200);

    const lots = Array.from({ length: 1001 }, (_, at) => ({ name: `Z-${String(at).padStart(4, '0')}` }));
    await llave.database.pool.query(
      `insert into lots (project_id, name, block, type_id, area_m2, created_at)
       select $1, name, 'Z', 1, 200, now() from jsonb_to_recordset($2) as l(name text)`,
      [project, JSON.stringify(lots)],
    );
    const paged = await xlsx(
      await signInAs(llave, 'gerencia'),
      `/api/lotes/exportar?formato=xlsx&proyecto_id=${project}`,
    );
    expect(paged.rows.slice(1).map((row) => row[0])).toEqual(lots.map(({ name }) => name));
  });
});

describe('a list as PDF', () => {
  test('has a heading and page numbers on every page, and says where it was cut', async () => {
    const project = await makeProject(db(), { name: 'Los Robles' });
    const sale = await makeSale(db(), { name: 'Ñandú Ávila', projectId: project.id });
    const answer = await coordinator.get(`${SALES}?formato=pdf&proyecto_id=${project.id}`);
    expect(answer.headers['content-type']).toBe('application/pdf');
    const [page] = await pdfText(answer.rawPayload);
    expect(page).toContain('Ñandú Ávila');
    expect(page).toContain(sale.code);
    expect(page).toContain('Página 1 de 1');
    expect(page).toContain('Proyecto: Los Robles');

    const at = START;
    await db()
      .insert(outboxMails)
      .values(
        Array.from({ length: PDF_ROWS + 5 }, (_, n) => ({
          kind: 'enlace',
          to: `b${n}@llave.test`,
          subject: `Asunto ${n}`,
          body: '',
          state: 'kept',
          createdAt: at,
        })),
      );
    const long = await (await signInAs(llave, 'administrador')).get('/api/outbox/exportar?formato=pdf');
    expect(long.statusCode).toBe(200);
    const pages = await pdfText(long.rawPayload);
    expect(pages.length).toBeGreaterThan(10);
    expect(pages[0]).toContain('muestra las primeras 1,000 filas');
    for (const one of pages) expect(one).toContain('Asunto ');
    expect(pages.join(' ').match(/@llave\.test/g)).toHaveLength(PDF_ROWS);
  });

  test('splits no word, also with 29 columns, and gives a masked telephone no apostrophe', async () => {
    const project = await makeProject(db());
    const sale = await makeSale(db(), { projectId: project.id, name: 'Maximiliano Etcheverrigaray' });
    const answer = await coordinator.get(`/api/sale/board/exportar?formato=pdf&proyecto_id=${project.id}`);
    const [page] = await pdfText(answer.rawPayload);
    for (const word of ['Precalificación', 'Etcheverrigaray', sale.code]) expect(page).toContain(word);
    const { rows } = await xlsx(
      coordinator,
      `${SALES}?formato=xlsx&proyecto_id=${project.id}&columnas=celular`,
    );
    expect(rows[1]![0]).toMatch(/^\+507 \d\*{3}-\*{2}\d{2}$/);
  });
});

describe('export permissions', () => {
  test.runIf(DEEP)('an export needs the export permission and the list’s own permission', async () => {
    const browsers = new Map<string, StaffBrowser>();
    // Each from its own address, because of the limit per address.
    for (const { id, name } of ROLES.filter((role) => role.name !== 'cliente'))
      browsers.set(name, Object.assign(await signInAs(llave, name), { address: `10.0.0.${id}` }));
    expect(exportedLists().length).toBeGreaterThan(5);
    for (const { spec } of exportedLists()) {
      const url = urlOf(
        { path: exportPath(spec) },
        { params: { name: 'bank_type', id: 1, userId: 1 }, query: { formato: 'nada' } },
      );
      expect((await llave.browser().get(url)).statusCode, url).toBe(401);
      for (const [role, browser] of browsers) {
        const { data } = (await browser.get('/api/user')).json<{ data: { permissions: string[] } }>();
        const ways = typeof spec.access === 'string' ? [spec.access] : spec.access;
        const may =
          exportPermissions(spec.exports).some((permission) => data.permissions.includes(permission)) &&
          ways.some((way) => way === 'staff' || way === 'colleagues' || data.permissions.includes(way));
        const { statusCode } = await browser.get(url);
        expect([role, url, statusCode]).toEqual([role, url, may ? 422 : 403]);
        // A well-formed request is refused only because of the permission.
        const body = may ? {} : { formato: 'xlsx', columnas: ['id'] };
        const post = await browser.post(url.split('?')[0]!, body);
        expect([role, url, post.statusCode]).toEqual([role, url, may ? 422 : 403]);
      }
    }
  });

  test('an adviser exports only own sales, even with permission to see all', async () => {
    const project = await makeProject(db());
    const adviser = await signInWith([
      { permission: 'ventas.ver', scope: 'propio' },
      { permission: 'ventas.exportar', scope: 'todo' },
    ]);
    const seesAll = await signInWith([
      { permission: 'ventas.ver', scope: 'todo' },
      { permission: 'ventas.exportar', scope: 'propio' },
    ]);
    for (const browser of [adviser, seesAll])
      await makeSale(db(), {
        name: `De ${browser.user.id}`,
        projectId: project.id,
        adviserId: browser.user.id,
      });
    await makeSale(db(), { name: 'De nadie', projectId: project.id });
    for (const browser of [adviser, seesAll]) {
      const { rows } = await xlsx(browser, `${SALES}?formato=xlsx&proyecto_id=${project.id}`);
      expect(rows.slice(1).map((row) => row[1])).toEqual([`De ${browser.user.id}`]);
    }
    const list = (await seesAll.get(`/api/sale/precontracts?proyecto_id=${project.id}`)).json<{
      data: { id: number; name: string }[];
    }>();
    expect(list.data).toHaveLength(3);
    const ids = list.data.map(({ id }) => id).join(',');
    const picked = await xlsx(seesAll, `${SALES}?formato=xlsx&ids=${ids}`);
    expect(picked.rows).toHaveLength(2);
  });

  test('two scopes with different rows are refused with a message', async () => {
    const mixed = await signInWith([
      { permission: 'ventas.ver', scope: 'asignado' },
      { permission: 'ventas.exportar', scope: 'propio' },
    ]);
    const answer = await mixed.get(`${SALES}?formato=xlsx`);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'SCOPES_DIFFER' });
  });

  test('malformed input is refused at its field', async () => {
    for (const query of [
      '',
      'formato=csv',
      'formato=xlsx&estado_id=nada',
      `formato=xlsx&ids=${'1,'.repeat(201)}`,
    ])
      expect([query, (await coordinator.get(`${SALES}?${query}`)).statusCode]).toEqual([query, 422]);
    const answer = await coordinator.post(SALES, { formato: 'xlsx', filtro: { estado_id: 'nada' } });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ errors: [{ field: 'estado_id[0]' }] });
  });
});

describe('an export in the background', () => {
  const ask = async (browser: StaffBrowser, body: object) =>
    (await browser.post(SALES, body)).json<{ data: PreparedExport }>().data;
  const look = async (browser: StaffBrowser, id: number) =>
    (await browser.get(`/api/exports/${id}`)).json<{ data: PreparedExport }>().data;

  test('is visible only to the user who requested it, and is deleted after a day', async () => {
    const project = await makeProject(db());
    await makeSale(db(), { name: 'Carla Soto', projectId: project.id });
    const asked = await ask(coordinator, { formato: 'xlsx', filtro: { proyecto_id: project.id } });
    expect(asked).toMatchObject({ state: 'queued', file: null });
    expect(await runJobs(llave, { name: 'exports.make' })).toBe(1);
    const ready = await look(coordinator, asked.id);
    expect(ready).toMatchObject({ state: 'ready', rows: 1, file: { name: 'pre-contratos-2026-11-21.xlsx' } });
    const { rows } = await sheets((await coordinator.get(ready.file!.url)).rawPayload);
    expect(rows[1]![1]).toBe('Carla Soto');

    const other = await signInAs(llave, 'coordinador');
    expect((await other.get(`/api/exports/${asked.id}`)).statusCode).toBe(404);
    expect((await other.get(ready.file!.url)).statusCode).toBe(403);
    expect((await other.get('/api/exports')).json()).toEqual({ data: [] });
    expect((await coordinator.get('/api/exports')).json<{ data: object[] }>().data).toHaveLength(1);

    // A repeated job creates nothing twice.
    await llave.app.core.jobs.run((await import('./exports.jobs.ts')).makeExport, { id: asked.id });
    expect(await audited(coordinator.user.id)).toHaveLength(
      (await audited(coordinator.user.id)).filter(({ data }) => data['rows'] !== undefined).length,
    );
    llave.clock.set(new Date(START.getTime() + 25 * HOUR_MS));
    await llave.app.core.jobs.run((await import('./exports.jobs.ts')).sweepPrepared, {});
    llave.clock.set(START);
    expect((await coordinator.get(`/api/exports/${asked.id}`)).statusCode).toBe(404);
    expect((await coordinator.get(ready.file!.url)).statusCode).toBe(404);
  });

  test('leaves out rows that its owner lost access to meanwhile', async () => {
    const leaver = await signInAs(llave, 'coordinador');
    const asked = await ask(leaver, { formato: 'xlsx' });
    await db().delete(userRoles).where(eq(userRoles.userId, leaver.user.id));
    await runJobs(llave, { name: 'exports.make' });
    const [row] = await db().select().from(exports).where(eq(exports.id, asked.id));
    expect(row).toMatchObject({ state: 'failed', fileId: null });
    const gone = await signInAs(llave, 'coordinador');
    const other = await ask(gone, { formato: 'pdf' });
    await db().update(users).set({ active: false }).where(eq(users.id, gone.user.id));
    await runJobs(llave, { name: 'exports.make' });
    const [none] = await db().select().from(exports).where(eq(exports.id, other.id));
    expect(none).toMatchObject({ state: 'failed', fileId: null });
  });

  test('at most five per user are pending, and a repeat is the same export', async () => {
    const busy = await signInAs(llave, 'coordinador');
    busy.address = '10.9.9.9';
    const key = { 'idempotency-key': 'una-vez' };
    const first = await busy.post(SALES, { formato: 'xlsx' }, key);
    const again = await busy.post(SALES, { formato: 'xlsx' }, key);
    expect(again.json()).toEqual(first.json());
    for (let at = 0; at < 4; at += 1)
      expect((await busy.post(SALES, { formato: 'xlsx' })).statusCode).toBe(202);
    expect((await busy.post(SALES, { formato: 'xlsx' })).statusCode).toBe(429);
    await db().delete(exports);
  });
});
