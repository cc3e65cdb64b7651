import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { ISSUED_STATE as S, NO_PROVIDER } from '#contract/money/issuedInvoices/rules.ts';
import type { Issued, IssuedRow, Series } from '#contract/money/issuedInvoices/model.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { compareBooks } from '#server/modules/money/ledger/ledger.jobs.ts';
import { useApp } from '#test/app.ts';
import { postedOf } from '#test/books.ts';
import { makePartner } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { ISSUED, issuedForm, sendIssued, sendIssuedAfter, seriesForm } from '#test/issued.ts';
import { fakePac } from '#test/pac.ts';
import { pdfWords } from '#test/papers.ts';
import { structureFaults } from '#test/rfe.ts';
import { got } from '#test/payables.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { refusal } from '#test/worksite.ts';
import { readFeXml } from '../invoices/feXml.service.ts';
import { issuedInvoices } from './issuedInvoices.table.ts';
import { SendIssued } from './names.ts';
import { sweepIssued } from './sending.service.ts';

const pac = await fakePac();
const llave = useApp(pac.environment);
afterAll(() => pac.close());
const db = () => llave.database.db;
let clerk: StaffBrowser;
let auditor: StaffBrowser;
let company: typeof partners.$inferSelect;

const form = (over: object = {}) => issuedForm(company.id, over);
const make = async (over: object = {}, who = clerk) => got<Issued>(await who.post(ISSUED, form(over)));
const read = async (id: number) => got<Issued>(await clerk.get(`${ISSUED}/${id}`));
const step = (who: StaffBrowser, id: number, estado_id: number, params: object = {}) =>
  who.patch(`${ISSUED}/${id}/status`, { params: { estado_id, ...params } });
const send = () => sendIssued(llave);
const later = (minutes: number) => sendIssuedAfter(llave, minutes);
const list = async (query: string) => got<IssuedRow[]>(await clerk.get(`${ISSUED}?${query}`));

beforeAll(async () => {
  clerk = await signInAs(llave, 'contabilidad');
  auditor = await signInAs(llave, 'auditor');
  company = await makePartner(db(), 'contratante', 'Promotora del Sol, S.A.');
  got<Series>(await clerk.post(`${ISSUED}/series`, seriesForm(company.id)));
});
beforeEach(() => {
  pac.behave = () => 'authorize';
});

describe('an invoice made by hand', () => {
  test('is authorized with its CUFE, is read as the XML of suppliers is, and has a CAFE with its QR', async () => {
    const made = await make();
    expect(made).toMatchObject({ number: '001-0000000042', itbms_centavos: 7_00, state: { id: S.queued } });
    expect(await send()).toBe(1);
    const one = await read(made.id);
    expect(one).toMatchObject({ state: { id: S.authorized }, remark: null });
    expect(one.history.map(({ to }) => to)).toEqual(['Autorizada', 'En trámite', 'Por enviar']);
    const xml = await clerk.get(one.xml!);
    expect(readFeXml(xml.rawPayload)).toMatchObject({
      kind: 'factura',
      number: one.number,
      cufe: one.cufe,
      ruc: company.ruc,
      dv: company.dv,
      receiverRuc: '155612345-2-2015',
      subtotalCents: 100_00,
      itbmsCents: 7_00,
      items: [{ description: 'Alquiler <noviembre>', cents: 100_00, itbmsCents: 7_00 }],
    });
    expect(structureFaults(xml.rawPayload)).toEqual([]);
    const words = await pdfWords((await clerk.get(one.paper!)).rawPayload);
    expect(words).toContain('COMPROBANTE AUXILIAR DE FACTURA ELECTRÓNICA');
    expect(words.replaceAll(/\s/g, '')).toContain(one.cufe);
    await compareBooks(llave.acting());
    expect(await postedOf(db(), 'factura_emitida', made.id)).toEqual([
      ['emitida', ACCOUNT.receivable, 107_00],
      ['emitida', ACCOUNT.otherIncome, -100_00],
      ['emitida', ACCOUNT.itbmsPayable, -7_00],
    ]);
  });

  test('keeps its number through a rejection, a correction and another try', async () => {
    pac.behave = () => ['El RUC no está inscrito'];
    const made = await make();
    await send();
    const rejected = await read(made.id);
    expect(rejected.remark).toBe('El RUC no está inscrito (E1)');
    expect(rejected.transitions.map(({ estado_id }) => estado_id)).toEqual([S.queued, S.voided]);
    const home = await clerk.get('/api/office/home/tasks?tipo=factura_emitida');
    expect(home.json<{ data: { tasks: { id: number }[] } }>().data.tasks.map(({ id }) => id)).toContain(
      made.id,
    );
    const receiver = { ...form(), receiver_document: '155612346-2-2015' };
    expect(refusal(await clerk.send({ method: 'PUT', url: `${ISSUED}/${made.id}/receiver`, payload: { ...receiver, receiver_dv: '5' } }))[0]).toBe(422); // prettier-ignore
    got(await clerk.send({ method: 'PUT', url: `${ISSUED}/${made.id}/receiver`, payload: { ...receiver, version: rejected.version } })); // prettier-ignore
    expect((await clerk.send({ method: 'PUT', url: `${ISSUED}/${made.id}/receiver`, payload: { ...receiver, version: rejected.version } })).statusCode).toBe(409); // prettier-ignore
    pac.behave = () => 'authorize';
    got(await step(clerk, made.id, S.queued));
    await send();
    expect(await read(made.id)).toMatchObject({
      number: made.number,
      state: { id: S.authorized },
      receiver_document: '155612346-2-2015',
    });
    // What was authorized is not edited, nor taken back without a credit note.
    expect((await clerk.send({ method: 'PUT', url: `${ISSUED}/${made.id}/receiver`, payload: receiver })).statusCode).toBe(422); // prettier-ignore
    expect((await step(clerk, made.id, S.voided, { motivo: 'Error' })).statusCode).toBe(422);
  });

  test('is credited once; the credit note names its CUFE and takes the income away', async () => {
    const made = await make();
    expect((await clerk.post(`${ISSUED}/${made.id}/credit`, { reason: 'Devuelto' })).statusCode).toBe(422);
    await send();
    expect((await auditor.post(`${ISSUED}/${made.id}/credit`, { reason: 'Devuelto' })).statusCode).toBe(403);
    const [one, two] = await Promise.all([
      clerk.post(`${ISSUED}/${made.id}/credit`, { reason: 'Devuelto' }),
      clerk.post(`${ISSUED}/${made.id}/credit`, { reason: 'Devuelto' }),
    ]);
    expect([one.statusCode, two.statusCode].toSorted()).toEqual([201, 422]);
    await send();
    const invoice = await read(made.id);
    expect(invoice.credited).toBe(true);
    const credit = await read(invoice.credit!.id);
    expect(credit).toMatchObject({ kind: 'nota_credito', state: { id: S.authorized }, reason: 'Devuelto' });
    const note = await clerk.get(credit.xml!);
    expect(note.body).toContain(`<dCUFERef>${invoice.cufe}</dCUFERef>`);
    expect(structureFaults(note.rawPayload)).toEqual([]);
    await compareBooks(llave.acting());
    expect((await postedOf(db(), 'factura_emitida', credit.id))[0]).toEqual([
      'emitida',
      ACCOUNT.receivable,
      -107_00,
    ]);
  });
});

describe('the provider', () => {
  const sent = (one: Issued) =>
    pac.calls.filter((call) => call.startsWith('POST') || call.endsWith(one.number.slice(4)));

  test('that authorized and did not answer is asked by number, and authorizes once', async () => {
    pac.behave = () => 'lost';
    const made = await make();
    await send();
    expect(await read(made.id)).toMatchObject({ state: { id: S.sent } });
    pac.calls.length = 0;
    await later(0);
    expect(pac.calls).toEqual([]);
    await later(5);
    expect(sent(made)).toEqual([expect.stringContaining('GET /documents/')]);
    expect(await read(made.id)).toMatchObject({ state: { id: S.authorized }, remark: null });
  });

  test('that never got it gets it again, also after a worker that died', async () => {
    pac.behave = () => 'down';
    const made = await make();
    await send();
    // A worker that took it and is gone leaves no time to wait for.
    await db().update(issuedInvoices).set({ dueAt: null }).where(eq(issuedInvoices.id, made.id));
    pac.behave = () => 'authorize';
    pac.calls.length = 0;
    await later(1);
    expect(pac.calls).toEqual([]);
    await later(1);
    expect(sent(made).map((call) => call.split(' ')[0])).toEqual(['GET', 'POST']);
    expect(await read(made.id)).toMatchObject({ state: { id: S.authorized } });
  });

  test.each([
    ['token', 'PAC_TOKEN'],
    ['garbage', 'no respondió'],
  ] as const)('that answers %s leaves it waiting with the reason', async (how, words) => {
    pac.behave = () => how;
    const made = await make();
    await send();
    const one = await read(made.id);
    expect(one.state.id).toBe(S.sent);
    expect(one.remark).toContain(words);
    pac.behave = () => 'authorize';
    await later(40);
    expect((await read(made.id)).state.id).toBe(S.authorized);
  });

  test('that authorized something else with the number is not believed', async () => {
    pac.behave = () => 'other';
    const made = await make();
    await send();
    const one = await read(made.id);
    expect(one).toMatchObject({ state: { id: S.rejected }, cufe: null, paper: null });
    expect(one.remark).toContain('otro documento con este número');
  });

  test('gets a document from one worker alone', async () => {
    const made = await make();
    pac.calls.length = 0;
    await llave.act((ctx) => ctx.jobs.send(ctx.db, SendIssued, { id: made.id }));
    const spec = { name: SendIssued.name };
    await Promise.all([runJobs(llave, spec), runJobs(llave, spec)]);
    expect(pac.calls.filter((call) => call === 'POST /documents')).toHaveLength(1);
  });
});

describe('numbers', () => {
  test('have no gap and no double when many invoices are made at once, and some fail', async () => {
    const before = (await list('per_page=200')).length;
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        clerk.post(ISSUED, form(at % 3 === 0 ? { lines: [{ description: 'X', cents: 0, rate: 700 }] } : {})),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(8);
    const numbers = await db()
      .select({ number: issuedInvoices.number })
      .from(issuedInvoices)
      .orderBy(issuedInvoices.number);
    expect(numbers.length).toBe(before + 8);
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, at) => 42 + at));
  });

  test('are of one point of emission, which is not opened twice, and cannot be edited in the database', async () => {
    expect(refusal(await clerk.post(`${ISSUED}/series`, seriesForm(company.id)))[0]).toBe(409);
    expect(
      (await auditor.post(`${ISSUED}/series`, seriesForm(company.id, { point: '002' }))).statusCode,
    ).toBe(403);
    const other = await makePartner(db(), 'contratante', 'Otra promotora, S.A.');
    expect(refusal(await clerk.post(ISSUED, form({ company_id: other.id })))[0]).toBe(409);
    for (const [statement, constraint] of [
      [sql`update invoice_series set last_number = 1`, 'invoice_series_frozen'],
      [sql`delete from issued_invoices`, 'issued_invoices_frozen'],
      [sql`update issued_invoice_lines set cents = 1`, 'issued_invoice_lines_frozen'],
      [sql`update issued_invoices set cufe = 'FE1' where state_id = 3`, 'issued_invoices_frozen'],
    ] as const)
      expect(
        violatedConstraint(
          await db()
            .execute(statement)
            .catch((error: unknown) => error),
        ),
      ).toBe(constraint);
  });
});

test('other roles see nothing, and a manager of other projects neither', async () => {
  const made = await make();
  for (const role of ['asesor', 'contratista'] as const)
    expect((await (await signInAs(llave, role)).get(`${ISSUED}/${made.id}`)).statusCode, role).toBe(403);
  expect((await llave.browser().get(`${ISSUED}/${made.id}`)).statusCode).toBe(401);
  expect((await clerk.get(`${ISSUED}/${made.id}/cafe.pdf`)).statusCode).toBe(404);
});

describe('without a provider', () => {
  const bare = useApp();
  test('invoices wait and say why', async () => {
    const one = await signInAs(bare, 'contabilidad');
    company = await makePartner(bare.database.db, 'contratante', 'Promotora sin PAC, S.A.');
    got(await one.post(`${ISSUED}/series`, seriesForm(company.id)));
    const made = got<Issued>(await one.post(ISSUED, form()));
    await bare.act(sweepIssued);
    expect(made).toMatchObject({ state: { id: S.queued }, remark: NO_PROVIDER, may: { edit: true } });
    expect(got<{ provider: boolean }>(await one.get(`${ISSUED}/series`)).provider).toBe(false);
  });
});
