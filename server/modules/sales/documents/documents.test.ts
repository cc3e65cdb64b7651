import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { documentMachine, DOCUMENT } from '#contract/sales/documents/rules.ts';
import { DEFAULTS } from '#contract/company/settings/model.ts';
import type { Paper } from '#contract/sales/documents/model.ts';
import type { Answer } from '#contract/endpoint.ts';
import type { saleStages } from '#contract/sales/board/boardEndpoints.ts';
import { auditLog, files } from '#server/kernel/kernel.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp } from '#test/app.ts';
import { makeSale } from '#test/factories.ts';
import { mailsTo } from '#test/outbox.ts';
import { fileOf, makePdf, makePicture } from '#test/papers.ts';
import { signInAs, signInWith, type StaffBrowser } from '#test/signIn.ts';
import { expirePapers } from './documents.jobs.ts';
import { createChecklist } from './checklist.service.ts';
import { documents } from './documents.table.ts';

/** type_documents: the APC report, required by stage 3. */
const APC = 11;
const llave = useApp();
let coordinator: StaffBrowser;
let serial = 0;

beforeAll(async () => {
  coordinator = await signInAs(llave, 'coordinador');
});

const papersUrl = (saleId: number) => `/api/sale/precontracts/${saleId}/documents`;
const listOf = async (browser: StaffBrowser, saleId: number) =>
  (await browser.get(papersUrl(saleId))).json<{ data: Paper[] }>().data;

/** A sale under review with the checklist of its sector. */
async function makeSaleWithPapers(over: Parameters<typeof makeSale>[1] = {}) {
  const sale = await makeSale(llave.database.db, {
    workSector: 'Privado',
    employmentStatus: 'Permanente',
    ...over,
  });
  const { id, workSector, paymentForm } = sale;
  await llave.act((ctx) => createChecklist(ctx, { id, workSector, paymentForm }));
  return sale;
}

const paperOf = async (saleId: number, name: string) =>
  (await listOf(coordinator, saleId)).find(({ type }) => type.name === name)!;
const picture = async () => fileOf(await makePicture({ n: (serial += 1), width: 60 + serial }), 'foto.png');
const upload = (paper: Paper, archivo: File) =>
  coordinator.form(`/api/sale/documents/${paper.id}/file`, { archivo });
const change = (who: StaffBrowser, paper: { id: number }, params: object) =>
  who.patch(`/api/sale/documents/${paper.id}/status`, { params });

async function approved(saleId: number, name: string): Promise<Paper> {
  const paper = await paperOf(saleId, name);
  await upload(paper, await picture());
  await change(coordinator, paper, { estado_id: DOCUMENT.inReview });
  const dates = { fecha_emision: '2026-11-15', fecha_vencimiento: '2030-01-31' };
  return (await change(coordinator, paper, { estado_id: DOCUMENT.approved, ...dates })).json<{
    data: Paper;
  }>().data;
}

test('the file list of a sale has the document versions that the caller may open', async () => {
  const sale = await makeSaleWithPapers();
  const filesFor = async (browser: StaffBrowser, at = `${sale.id}/precontrato`) =>
    (await browser.get(`/api/files/${at}`)).json<{ data: { name: string; url: string }[] }>().data;
  expect(await filesFor(coordinator)).toEqual([]);
  const cedula = (await listOf(coordinator, sale.id)).find(({ privacy }) => privacy === 'identidad')!;
  const income = (await listOf(coordinator, sale.id)).find(({ privacy }) => privacy === 'ingresos')!;
  await upload(cedula, await picture());
  await upload(cedula, await picture());
  await upload(income, await picture());
  expect(await filesFor(coordinator)).toHaveLength(3);
  expect(await filesFor(coordinator, `${cedula.id}/documento`)).toHaveLength(2);
  const [first] = await filesFor(coordinator);
  expect((await coordinator.get(first!.url)).statusCode).toBe(200);
  const accountant = await signInWith(llave, [
    { permission: 'ventas.ver', scope: 'todo' },
    { permission: 'documentos.ver', scope: 'todo' },
  ]);
  expect(await filesFor(accountant), 'not the income').toHaveLength(2);
  const seller = await signInWith(llave, [{ permission: 'ventas.ver', scope: 'todo' }]);
  expect(await filesFor(seller)).toEqual([]);
  const other = await signInAs(llave, 'procesador');
  expect((await other.get(`/api/files/${sale.id}/precontrato`)).statusCode).toBe(404);
});

describe('the checklist', () => {
  test('follows sector and form of payment', async () => {
    const names = async (over: object) =>
      (await listOf(coordinator, (await makeSaleWithPapers(over)).id)).map(({ label }) => label);
    expect(await names({})).toContain('Carta de trabajo (máximo 30 días)');
    expect(await names({ workSector: 'Jubilado', employmentStatus: null })).toContain(
      'Certificación de pensión',
    );
    const cash = await names({ paymentForm: 'contado' });
    expect(cash).toEqual(['Cédula o pasaporte (frente)', 'Cédula (reverso)', 'Recibo de luz o agua']);
  });

  test('more documents can be requested, each in its own slot', async () => {
    const sale = await makeSaleWithPapers();
    const body = { type_id: 3, label: 'Segunda ficha' };
    const [first, second] = [
      await coordinator.post(papersUrl(sale.id), body),
      await coordinator.post(papersUrl(sale.id), body),
    ];
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(second.json<{ data: Paper }>().data.position).toBe(
      first.json<{ data: Paper }>().data.position + 1,
    );
  });
});

describe('files of a document', () => {
  test('a new file makes a new version; the same bytes do not', async () => {
    const sale = await makeSaleWithPapers();
    const paper = await paperOf(sale.id, 'recibo');
    const file = await picture();
    await upload(paper, file);
    await upload(paper, file);
    expect((await paperOf(sale.id, 'recibo')).versions).toHaveLength(1);
    await upload(paper, await picture());
    const { versions, state } = await paperOf(sale.id, 'recibo');
    expect(versions.map(({ number, replaced_at }) => [number, replaced_at !== null])).toEqual([
      [2, false],
      [1, true],
    ]);
    expect(state).toEqual({ id: DOCUMENT.uploaded, name: 'Cargado' });
  });

  test('the bytes decide the file type, not the name', async () => {
    const sale = await makeSaleWithPapers();
    const paper = await paperOf(sale.id, 'recibo');
    for (const [bytes, name] of [
      ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'recibo.png'],
      ['<!doctype html><script>alert(1)</script>', 'recibo.pdf'],
      ['MZ\u0090\u0000', 'recibo.jpg'],
    ] as const) {
      const answer = await upload(paper, fileOf(Buffer.from(bytes), name, 'image/png'));
      expect([answer.statusCode, answer.json()]).toMatchObject([422, { errors: [{ field: 'archivo' }] }]);
    }
    expect((await paperOf(sale.id, 'recibo')).versions).toEqual([]);
  });

  test('a name with path parts and control characters is made harmless', async () => {
    const sale = await makeSaleWithPapers();
    await upload(
      await paperOf(sale.id, 'recibo'),
      fileOf(makePdf((serial += 1)), '../../etc/pass\u202ewd\u0007.pdf'),
    );
    expect((await paperOf(sale.id, 'recibo')).versions[0]?.name).toBe('passwd.pdf');
  });

  test('a file opens only in the session for which its URL was signed, for ten minutes, and never executes', async () => {
    const sale = await makeSaleWithPapers();
    await upload(await paperOf(sale.id, 'recibo'), await picture());
    const url = (await paperOf(sale.id, 'recibo')).versions[0]!.url!;
    const opened = await coordinator.get(url);
    expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'image/png']);
    expect(opened.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect(opened.headers['content-security-policy']).toContain('sandbox');
    expect((await llave.browser().get(url)).statusCode).toBe(401);
    expect((await (await signInAs(llave, 'coordinador')).get(url)).statusCode).toBe(403);
    expect((await coordinator.get(url.replace(/firma=.{4}/, 'firma=AAAA'))).statusCode).toBe(403);
    llave.clock.advance(601);
    expect((await coordinator.get(url)).statusCode).toBe(403);
  });

  test('income documents open only with permission, and each read is logged', async () => {
    const { db } = llave.database;
    const sale = await makeSaleWithPapers();
    await upload(await paperOf(sale.id, 'ficha'), await picture());
    const lawyer = await signInAs(llave, 'abogado');
    const seen = (await listOf(lawyer, sale.id)).find(({ type }) => type.name === 'ficha')!;
    expect(seen.versions[0]).toMatchObject({ url: null });
    await coordinator.get((await paperOf(sale.id, 'ficha')).versions[0]!.url!);
    const [file] = await db.select().from(files).where(eq(files.referenceId, seen.id));
    const reads = await db.select().from(auditLog).where(eq(auditLog.entityId, file!.id));
    expect(reads).toMatchObject([
      { action: 'leer', actorKind: 'staff', actorId: String(coordinator.user.id) },
    ]);
  });
});

describe('the review', () => {
  test('a document with a validity period needs its date of issue, and expires after that many days', async () => {
    const sale = await makeSaleWithPapers();
    const paper = await paperOf(sale.id, 'carta_trabajo');
    await upload(paper, await picture());
    await change(coordinator, paper, { estado_id: DOCUMENT.inReview });
    const bare = await change(coordinator, paper, { estado_id: DOCUMENT.approved });
    expect(bare.json()).toMatchObject({
      message: 'Cambio de estado no permitido',
      errors: [{ field: 'estado', message: 'Escribe la fecha de emisión del documento.' }],
    });
    const old = await change(coordinator, paper, {
      estado_id: DOCUMENT.approved,
      fecha_emision: '2026-09-01',
    });
    expect(old.json()).toMatchObject({
      errors: [{ message: 'El documento está vencido: recházalo con ese motivo.' }],
    });
    const ahead = await change(coordinator, paper, {
      estado_id: DOCUMENT.approved,
      fecha_emision: '2026-12-01',
    });
    expect(ahead.json()).toMatchObject({ errors: [{ field: 'params[fecha_emision]' }] });
    const good = await change(coordinator, paper, {
      estado_id: DOCUMENT.approved,
      fecha_emision: '2026-11-10',
    });
    expect(good.json()).toMatchObject({
      data: { state: { name: 'Aprobado' }, issued_on: '2026-11-10', expires_on: '2026-12-10' },
    });
  });

  test('a rejection needs a reason; the customer gets it with a link', async () => {
    const sale = await makeSaleWithPapers({ email: 'rechazo@correo.test' });
    const paper = await paperOf(sale.id, 'recibo');
    await upload(paper, await picture());
    await change(coordinator, paper, { estado_id: DOCUMENT.inReview });
    expect((await change(coordinator, paper, { estado_id: DOCUMENT.rejected })).json()).toMatchObject({
      errors: [{ field: 'params[motivo]' }],
    });
    expect(
      (await change(coordinator, paper, { estado_id: DOCUMENT.rejected, motivo: 'No se lee.' })).statusCode,
    ).toBe(200);
    const [mail] = await mailsTo(llave.database.db, 'rechazo@correo.test');
    expect(mail?.body).toMatch(/No se lee\.[\s\S]*http:\/\/llave\.test\/clientes\/mi-compra\/\S+\?token=/);
  });

  test('a stale version gets 409', async () => {
    const sale = await makeSaleWithPapers();
    const paper = await paperOf(sale.id, 'recibo');
    await upload(paper, await picture());
    const answer = await change(coordinator, paper, { estado_id: DOCUMENT.inReview, version: paper.version });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'STALE', current: { version: paper.version + 1 } },
    ]);
  });

  test('a document in review or approved accepts no file', async () => {
    const sale = await makeSaleWithPapers();
    const paper = await approved(sale.id, 'recibo');
    expect((await upload(paper, await picture())).json()).toMatchObject({ code: 'PAPER_CLOSED' });
  });

  test('a document of another processor gets 404', async () => {
    const sale = await makeSaleWithPapers();
    const paper = await paperOf(sale.id, 'recibo');
    const processor = await signInAs(llave, 'procesador');
    expect((await processor.get(papersUrl(sale.id))).statusCode).toBe(404);
    expect((await change(processor, paper, { estado_id: DOCUMENT.inReview })).statusCode).toBe(404);
    await llave.database.db
      .update(sales)
      .set({ processorId: processor.user.id })
      .where(eq(sales.id, sale.id));
    expect((await listOf(processor, sale.id)).length).toBeGreaterThan(0);
  });

  test('the last missing document moves the sale back to review automatically', async () => {
    const sale = await makeSaleWithPapers({ paymentForm: 'contado', stateId: 4 });
    const state = async () =>
      (await llave.database.db.select().from(sales).where(eq(sales.id, sale.id)))[0]?.stateId;
    const papers = await listOf(coordinator, sale.id);
    for (const [at, paper] of papers.entries()) {
      expect(await state()).toBe(4);
      await upload(paper, await picture());
      if (at === papers.length - 1) expect(await state()).toBe(3);
    }
  });

  test('every pair of states: the listed transitions pass, everything else is refused', async () => {
    const { db } = llave.database;
    const sale = await makeSaleWithPapers();
    const paper = await paperOf(sale.id, 'recibo');
    await upload(paper, await picture());
    const listed = new Set(
      documentMachine.transitions
        .filter(({ permission, to }) => permission !== null && to !== DOCUMENT.toSign)
        .flatMap(({ from, to }) => from.map((one) => `${one}-${to}`)),
    );
    for (const from of Object.values(DOCUMENT))
      for (const to of Object.values(DOCUMENT)) {
        await db
          .update(documents)
          .set({ stateId: from, rejectionReason: 'x' })
          .where(eq(documents.id, paper.id));
        const answer = await change(await administrator(), paper, {
          estado_id: to,
          motivo: 'Prueba',
          fecha_emision: '2026-11-15',
        });
        const expected = listed.has(`${from}-${to}`) ? 200 : 422;
        expect([from, to, answer.statusCode]).toEqual([from, to, expected]);
      }
  });

  test('a stage that waits for a document follows its upload and review', async () => {
    const sale = await makeSale(llave.database.db, { stateId: 5, separation: 4 });
    const stage = async () =>
      (await coordinator.get(`/api/sale/precontracts/${sale.id}/stages`)).json<Answer<typeof saleStages>>()
        .data[2]!.state.name;
    await coordinator.post(papersUrl(sale.id), { type_id: APC, label: 'Reporte APC' });
    expect(await stage()).toBe('Pendiente');
    await upload(await paperOf(sale.id, 'reporte_apc'), await picture());
    expect(await stage()).toBe('En proceso');
    await approved(sale.id, 'reporte_apc');
    expect(await stage()).toBe('Completado');
  });

  test('the approver can undo an approval within two minutes', async () => {
    const sale = await makeSaleWithPapers();
    const undo = (who: StaffBrowser, paper: Paper) =>
      change(who, paper, { estado_id: DOCUMENT.inReview, version: paper.version });
    const paper = await approved(sale.id, 'recibo');
    const offer = () =>
      paperOf(sale.id, 'recibo').then(({ transitions }) =>
        transitions.find(({ estado_id }) => estado_id === DOCUMENT.inReview),
      );
    expect(await offer()).toMatchObject({ disabled: null });
    const other = await undo(await administrator(), paper);
    expect(other.statusCode).toBe(422);
    expect(other.json<{ errors: object[] }>().errors).toMatchObject([{ field: 'estado', code: 'TOO_LATE' }]);
    llave.clock.advance(DEFAULTS.undo.minutes * 60);
    const back = await undo(coordinator, paper);
    expect(back.json<{ data: Paper }>().data.state.id).toBe(DOCUMENT.inReview);

    const again = await approved(sale.id, 'carta_trabajo');
    llave.clock.advance(DEFAULTS.undo.minutes * 60 + 1);
    expect((await undo(coordinator, again)).statusCode).toBe(422);
    expect(await paperStateOf(again.id)).toBe(DOCUMENT.approved);
  });

  test('each night only approved documents past their expiry day expire', async () => {
    const sale = await makeSaleWithPapers();
    const paper = await approved(sale.id, 'carta_trabajo');
    await llave.app.core.jobs.run(expirePapers, {});
    expect((await paperOf(sale.id, 'carta_trabajo')).state.id).toBe(DOCUMENT.approved);
    llave.clock.set(new Date('2026-12-16T05:15:00Z'));
    await llave.app.core.jobs.run(expirePapers, {});
    await llave.app.core.jobs.run(expirePapers, {});
    expect(await paperStateOf(paper.id)).toBe(DOCUMENT.expired);
  });
});

let signedIn: StaffBrowser | undefined;
const administrator = async () => (signedIn ??= await signInAs(llave, 'administrador'));
const paperStateOf = async (id: number) =>
  (await llave.database.db.select().from(documents).where(eq(documents.id, id)))[0]?.stateId;
