import { expect, test } from 'vitest';
import type { Answer } from '#contract/endpoint.ts';
import { clauseOf } from '#contract/legal/contractTemplates/clauses.ts';
import type {
  createTemplate,
  getVersion,
  listTemplates,
} from '#contract/legal/contractTemplates/endpoints.ts';
import { examplesFor } from '#contract/legal/contractTemplates/fields.ts';
import { useApp, type Browser } from '#test/app.ts';
import { pdfPages, pdfWords } from '#test/papers.ts';
import { signInAs } from '#test/signIn.ts';
import { templateFor } from './approved.service.ts';

const llave = useApp();
const base = '/api/legal/contract_templates';
type Version = Answer<typeof getVersion>['data'];

const create = async (browser: Browser, over: object = {}) =>
  browser.post(base, { tipo: 'promesa', nombre: 'Promesa', ...over });
const madeBy = async (browser: Browser, over: object = {}) =>
  (await create(browser, over)).json<Answer<typeof createTemplate>>().data;
const read = async (browser: Browser, id: number, number: number) =>
  (await browser.get(`${base}/${id}/versions/${number}`)).json<{ data: Version }>().data;
const move = (browser: Browser, id: number, number: number, estado_id: number, motivo?: string) =>
  browser.patch(`${base}/${id}/versions/${number}/status`, { params: { estado_id, motivo } });
const save = (browser: Browser, id: number, number: number, clausulas: unknown, version?: number) =>
  browser.send({
    method: 'PUT',
    url: `${base}/${id}/versions/${number}`,
    payload: { clausulas, ...(version !== undefined && { version }) },
  });

test('a version is written by one person and approved by another; the next one replaces it', async () => {
  const [writer, approver, viewer] = [
    await signInAs(llave, 'abogado'),
    await signInAs(llave, 'abogado'),
    await signInAs(llave, 'coordinador'),
  ];
  const made = await madeBy(writer);
  expect(made).toMatchObject({ kind: 'promesa', approved: null, open: { number: 1, state: { id: 1 } } });
  expect((await create(writer)).json()).toMatchObject({ code: 'TAKEN' });
  expect((await create(viewer)).statusCode).toBe(403);

  const draft = await read(writer, made.id, 1);
  expect(draft.body.length).toBeGreaterThan(8);
  const bad = [...draft.body, clauseOf('otra', 'Otra', 'Paga {{inventado}}.')];
  expect((await save(writer, made.id, 1, bad)).json()).toMatchObject({
    errors: [{ field: `clausulas[${draft.body.length}][body]`, message: expect.stringMatching(/inventado/) }],
  });
  const text = [...draft.body, clauseOf('otra', 'Otra', 'Paga {{precio}}.')];
  expect((await save(writer, made.id, 1, text, draft.version)).statusCode).toBe(200);
  expect((await save(writer, made.id, 1, text, draft.version)).json()).toMatchObject({ code: 'STALE' });

  expect((await move(writer, made.id, 1, 3)).statusCode).toBe(422);
  expect((await move(writer, made.id, 1, 2)).statusCode).toBe(200);
  expect((await save(writer, made.id, 1, text)).json()).toMatchObject({ code: 'NOT_DRAFT' });
  expect((await move(writer, made.id, 1, 3)).json()).toMatchObject({
    errors: [{ message: expect.stringMatching(/la aprueba otra persona/) }],
  });
  expect((await move(viewer, made.id, 1, 3)).statusCode).toBe(403);
  expect((await move(approver, made.id, 1, 1)).json()).toMatchObject({
    errors: [{ field: 'params[motivo]' }],
  });
  expect((await move(approver, made.id, 1, 3)).statusCode).toBe(200);

  // The next version starts from the approved text, and replaces it only when it is approved.
  const { db } = llave.database;
  const sale = { kind: 'promesa' as const, projectId: 1, paymentForm: 'hipoteca' };
  const first = await templateFor(db, sale);
  expect(first).toMatchObject({ templateId: made.id, number: 1 });
  const [one, two] = await Promise.all([
    writer.post(`${base}/${made.id}/versions`),
    approver.post(`${base}/${made.id}/versions`),
  ]);
  expect([one.statusCode, two.statusCode].toSorted()).toEqual([201, 409]);
  const next = await read(writer, made.id, 2);
  expect(next.compared_with?.number).toBe(1);
  await save(approver, made.id, 2, text.slice(0, -1));
  await move(approver, made.id, 2, 2);
  expect((await templateFor(db, sale))?.number).toBe(1);
  expect((await move(approver, made.id, 2, 3)).statusCode).toBe(422);
  const third = await signInAs(llave, 'gerencia');
  expect((await move(third, made.id, 2, 3)).statusCode).toBe(200);
  expect((await templateFor(db, sale))?.number).toBe(2);
  expect((await read(writer, made.id, 1)).state.name).toBe('Retirada');

  const list = (await viewer.get(base)).json<Answer<typeof listTemplates>>();
  expect(list.data.find(({ id }) => id === made.id)).toMatchObject({ approved: { number: 2 }, open: null });
});

test('the template of the project and form of payment goes before the general one', async () => {
  const { db } = llave.database;
  const [writer, approver] = [await signInAs(llave, 'abogado'), await signInAs(llave, 'abogado')];
  const approve = async (over: object) => {
    const { id } = await madeBy(writer, { tipo: 'adenda_plan', ...over });
    await move(writer, id, 1, 2);
    expect((await move(approver, id, 1, 3)).statusCode).toBe(200);
    return id;
  };
  const general = await approve({});
  const cash = await approve({ forma_pago: 'contado' });
  const chosen = async (paymentForm: string) =>
    (await templateFor(db, { kind: 'adenda_plan', projectId: 1, paymentForm }))?.templateId;
  expect([await chosen('hipoteca'), await chosen('contado')]).toEqual([general, cash]);
  await writer.post(`${base}/${cash}/archive`, { archivada: true });
  expect(await chosen('contado')).toBe(general);
});

test('the preview is a PDF with example values and every page numbered', async () => {
  const writer = await signInAs(llave, 'abogado');
  const { id } = await madeBy(writer, { tipo: 'cesion', nombre: 'Cesión' });
  const answer = await writer.get(`${base}/${id}/versions/1/vista-previa.pdf`);
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  const words = await pdfWords(answer.rawPayload);
  expect(words).toMatch(/PRIMERA/);
  expect(words).toMatch(/Ana Ríos/);
  expect(words).toMatch(/Página 1 de/);
});

test('the preview is of the template’s form of payment, and of the case that is asked for', async () => {
  const writer = await signInAs(llave, 'abogado');
  const { id } = await madeBy(writer, { forma_pago: 'contado' });
  const shown = async (como = '') =>
    pdfWords((await writer.get(`${base}/${id}/versions/1/vista-previa.pdf${como}`)).rawPayload);
  const usual = await shown();
  expect(usual).toMatch(/se paga antes de firmar la escritura/);
  expect(usual).not.toMatch(/préstamo hipotecario|Codeudores/);
  const [, several] = examplesFor('hipoteca');
  expect(await shown(`?como=${several!.holds.join(',')}`)).toMatch(/préstamo hipotecario.*Codeudores/s);
  expect(await shown('?como=a&como=b')).toMatch(/se paga antes de firmar/);
});

test('a paragraph longer than a page is printed whole, and no page has signatures alone', async () => {
  const writer = await signInAs(llave, 'abogado');
  const { id } = await madeBy(writer, { forma_pago: 'hipoteca' });
  const long = Array.from({ length: 1500 }, (_, at) => `palabra${at}`).join(' ');
  const clauses = [clauseOf('larga', 'Larga', long), clauseOf('firma', 'Firma', 'Se firma en dos copias.')];
  expect((await save(writer, id, 1, clauses)).statusCode).toBe(200);
  const pages = await pdfPages((await writer.get(`${base}/${id}/versions/1/vista-previa.pdf`)).rawPayload);
  const words = pages.join(' ');
  for (const at of [0, 799, 1499]) expect(words).toContain(`palabra${at}`);
  expect(pages.at(-1)).toMatch(/Se firma en dos copias.*Firmas.*Ana Ríos/s);
});
