import { PDFDocument } from '@cantoo/pdf-lib';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, isoWeekday, panamaDay } from '#contract/dates.ts';
import type { Application } from '#contract/banking/applications/applications.ts';
import { askLabel } from '#contract/banking/bankData/bankData.rows.ts';
import {
  addBusinessDays,
  businessDaysBetween,
  isBusinessDay,
} from '#contract/banking/applications/businessDays.ts';
import type { Requirement, SaleBanks } from '#contract/banking/requirements/requirements.ts';
import type { Transfer } from '#contract/overview/privacy/transfers.ts';
import { auditLog, files } from '#server/kernel/kernel.table.ts';
import { documents, documentVersions } from '#server/modules/sales/documents/documents.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { useApp } from '#test/app.ts';
import { makeBankable } from '#test/banks.ts';
import { makePdfBomb } from '#test/papers.ts';
import { signInAs, signInWith, type StaffBrowser } from '#test/signIn.ts';
import { lastDay } from '#server/modules/banking/applications/matrix.service.ts';
import { bankFormFields, bankForms } from '#server/modules/banking/bankForms/bankForms.table.ts';
import { bankTransfers } from './expediente.table.ts';

const llave = useApp();
const today = () => panamaDay(llave.clock.now());
const base = '/api/sale/bank_applications';
type Prepared = { url: string; name: string; papers: number; left_out: string[] };

async function begin(papers: Partial<Parameters<typeof makeBankable>[1]> = {}) {
  const { db } = llave.database;
  const processor = await signInAs(llave, 'procesador');
  const sale = await makeBankable(
    db,
    { today: today(), files: llave.app.core.services.files, ...papers },
    { processorId: processor.user.id },
  );
  const made = await processor.post(`/api/sale/precontracts/${sale.id}/bank_applications`, {
    banco_id: 1,
    monto_centavos: 8_000_000,
  });
  return { db, processor, sale, id: made.json<{ data: Application }>().data.id };
}
const file = async (who: StaffBrowser, id: number, formato: 'pdf' | 'zip') =>
  (await who.post(`${base}/${id}/file`, { formato })).json<{ data: Prepared }>().data;
const matrixOf = async (who: StaffBrowser, saleId: number, banks = '1,2') =>
  (await who.get(`/api/sale/precontracts/${saleId}/bank_applications?bancos=${banks}`)).json<{
    data: SaleBanks;
  }>().data;

describe('the file for a bank', () => {
  test('is one PDF with cover and papers in the bank’s order, and the register names each', async () => {
    const { db, processor, id } = await begin({ without: [6] });
    const prepared = await file(processor, id, 'pdf');
    expect(prepared).toMatchObject({
      papers: 5,
      left_out: ['Autorización para consultar la APC', 'Recibo de luz o agua'],
    });
    expect(prepared.name).toMatch(/^expediente-PC-2026-\d{5}-banco-general\.pdf$/);
    const answer = await processor.get(prepared.url);
    expect(answer.headers['content-type']).toBe('application/pdf');
    const pdf = await PDFDocument.load(answer.rawPayload);
    expect(pdf.getPageCount()).toBe(6);
    const [transfer] = await db.select().from(bankTransfers).where(eq(bankTransfers.applicationId, id));
    expect(transfer).toMatchObject({ bankId: 1, format: 'pdf', income: true });
    expect(transfer!.papers.map(({ label }) => label)[0]).toBe('Cédula (frente)');
    await expect(db.delete(bankTransfers)).rejects.toThrow('Failed query');
    const auditor = await signInAs(llave, 'auditor');
    const register = async (query: string) =>
      (await auditor.get(`/api/privacy/transfers?${query}`)).json<{ data: Transfer[] }>().data;
    expect((await register('banco_id=1'))[0]).toMatchObject({
      id: transfer!.id,
      format: 'pdf',
      income: true,
      papers: transfer!.papers.map(({ label }) => label),
      consent: { revoked_at: null },
      who: 'Prueba procesador',
    });
    expect(await register('banco_id=2')).toEqual([]);
    expect(await register('q=nadie')).toEqual([]);
    expect((await processor.get('/api/privacy/transfers')).statusCode).toBe(403);
    const reads = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'expediente'), eq(auditLog.entityId, String(transfer!.id))));
    expect(reads).toHaveLength(1);
  });

  test('as ZIP holds the papers under safe names; the address is of one session and ends', async () => {
    const { processor, id } = await begin();
    const { url } = await file(processor, id, 'zip');
    const answer = await processor.get(url);
    expect(answer.headers['content-type']).toBe('application/zip');
    const names = [...answer.rawPayload.toString('latin1').matchAll(/\d\d-[a-z0-9-]+\.(?:jpg|pdf|png)/g)].map(
      ([name]) => name,
    );
    expect(new Set(names)).toContain('01-cedula-frente.jpg');
    const other = await signInAs(llave, 'administrador');
    expect((await other.get(url)).statusCode).toBe(403);
    expect((await other.get(url.replace(/expediente\/\d+/, 'expediente/999999'))).statusCode).toBe(403);
    const before = llave.clock.now();
    llave.clock.set(new Date(before.getTime() + 11 * 60_000));
    expect((await processor.get(url)).statusCode).toBe(403);
    llave.clock.set(before);
  });

  test('a paper that inflates to gigabytes spoils no more than its own file, which the ZIP still takes', async () => {
    const { db, processor, sale, id } = await begin();
    const [paper] = await db
      .select()
      .from(documents)
      .where(and(eq(documents.saleId, sale.id), eq(documents.typeId, 1)));
    const kept = await llave.app.core.services.files.keep(makePdfBomb(), 'cedula.pdf', 'application/pdf');
    const [bomb] = await db
      .insert(files)
      .values({ ...kept, reference: 'documento', referenceId: paper!.id, createdAt: llave.clock.now() })
      .returning({ id: files.id });
    await db
      .update(documentVersions)
      .set({ fileId: bomb!.id })
      .where(eq(documentVersions.documentId, paper!.id));
    const refused = await processor.get((await file(processor, id, 'pdf')).url);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'UNREADABLE']);
    expect((await processor.get((await file(processor, id, 'zip')).url)).statusCode).toBe(200);
  });

  test('income papers stay here when who sends may not open them', async () => {
    const { processor, id } = await begin();
    const clerk = await signInWith(llave, [
      { permission: 'tramites.ver', scope: 'todo' },
      { permission: 'tramites.editar', scope: 'todo' },
      { permission: 'documentos.ver', scope: 'todo' },
    ]);
    const blind = await signInWith(llave, [{ permission: 'tramites.editar', scope: 'todo' }]);
    expect((await blind.post(`${base}/${id}/file`, { formato: 'zip' })).statusCode).toBe(403);
    const [all, less] = [await file(processor, id, 'zip'), await file(clerk, id, 'zip')];
    expect([all.papers, less.papers]).toEqual([6, 3]);
    expect(less.left_out).toEqual(expect.arrayContaining(['Última ficha de la CSS', 'Carta de trabajo']));
  });

  test('a broken paper does not spoil the rest', async () => {
    const { db, processor, sale, id } = await begin();
    const { services } = llave.app.core;
    const broken = await services.files.keep(Buffer.from('%PDF-1.4\nnada'), 'roto.pdf', 'application/pdf');
    await db.execute(`update files set sha256 = '${broken.sha256}', mime = 'application/pdf' where reference = 'documento'
      and reference_id = (select id from documents where sale_id = ${sale.id} and type_id = 6)`);
    const { url } = await file(processor, id, 'pdf');
    const pdf = await PDFDocument.load((await processor.get(url)).rawPayload);
    expect(pdf.getPageCount()).toBe(6);
  });
});

describe('what banks ask', () => {
  const rule = (over: object) => ({
    banco_id: 2,
    sector: null,
    nacionalidad: null,
    tipo_id: 15,
    etiqueta: '',
    obligatorio: true,
    dias_maximo: null,
    orden: 75,
    desde: today(),
    ...over,
  });

  test("a bank's own row beats the general one, from its day on, and shows on the sale", async () => {
    const coordinator = await signInAs(llave, 'coordinador');
    const { processor, sale } = await begin({ expires: { 5: addDays(today(), 24) } });
    expect((await processor.post('/api/sale/bank_requirements', rule({}))).statusCode).toBe(403);
    expect(
      (await matrixOf(processor, sale.id)).rows.find(({ key }) => key === 'papel-15')?.cells,
    ).toMatchObject([
      { bank_id: 1, required: false },
      { bank_id: 2, required: false },
    ]);
    await coordinator.post('/api/sale/bank_requirements', rule({}));
    await coordinator.post(
      '/api/sale/bank_requirements',
      rule({ tipo_id: 5, sector: 'Privado', dias_maximo: 15 }),
    );
    const { rows, banks } = await matrixOf(processor, sale.id);
    const cells = (key: string) =>
      rows.find((row) => row.key === key)?.cells.map(({ gap, required }) => [gap, required]);
    expect(cells('papel-15')).toEqual([
      ['falta', false],
      ['falta', true],
    ]);
    // Issued five days ago: the bank that takes it for 15 days would have it dead before it answers.
    expect(cells('papel-5')).toEqual([
      ['listo', true],
      ['por_vencer', true],
    ]);
    expect(banks.map(({ id, missing, dying }) => [id, missing, dying])).toEqual([
      [1, 0, 0],
      [2, 1, 1],
    ]);
  });

  test('a datum that a bank does not ask for is not said to be ready, and lacking data are counted', async () => {
    const { db, processor, sale } = await begin();
    const field = { bankId: 2, position: 0, section: 'Empleo', label: 'Empleo' };
    await db.insert(bankForms).values({ bankId: 2 }).onConflictDoNothing();
    await db.delete(bankFormFields).where(eq(bankFormFields.bankId, 2));
    await db.insert(bankFormFields).values([
      { ...field, field: 'empresa', required: true },
      { ...field, field: 'ocupacion', required: false },
    ]);
    const { rows, banks } = await matrixOf(processor, sale.id);
    const cellsOf = (label: string) =>
      rows.find((row) => row.label === label)?.cells.map(({ gap, required }) => [gap, required]);
    // Bank 1 has no form of its own: it is asked what everybody is asked for.
    const data = rows.filter(({ kind }) => kind === 'dato');
    expect(data.flatMap(({ cells }) => cells).every(({ gap }) => gap !== 'listo')).toBe(true);
    expect(cellsOf(askLabel('salario_mensual'))).toEqual([
      ['falta', true],
      ['no_pide', false],
    ]);
    expect(banks.map(({ missing_data }) => missing_data)).toEqual([data.length, 1]);
    expect(data.length).toBeGreaterThan(1);
  });

  test('a foreigner is asked for the resident’s card; a changed row needs its version', async () => {
    const { db, processor, sale } = await begin();
    await db.update(people).set({ documentNumber: 'E-8-98765' }).where(eq(people.id, sale.personId));
    const { rows } = await matrixOf(processor, sale.id, '1');
    expect(rows.some(({ label }) => label === 'Carné de residente')).toBe(true);
    const coordinator = await signInAs(llave, 'coordinador');
    const made = (await coordinator.post('/api/sale/bank_requirements', rule({ banco_id: 9 }))).json<{
      data: Requirement;
    }>().data;
    const ended = await coordinator.patch(`/api/sale/bank_requirements/${made.id}`, {
      ...rule({ banco_id: 9, hasta: addDays(today(), 1) }),
      version: made.version,
    });
    expect(ended.json<{ data: Requirement }>().data.valid_to).toBe(addDays(today(), 1));
    const stale = await coordinator.patch(`/api/sale/bank_requirements/${made.id}`, {
      ...rule({ banco_id: 9 }),
      version: made.version,
    });
    expect(stale.statusCode).toBe(409);
  });

  test('preparing an application asks the customer for what the bank wants and the sale lacks', async () => {
    const { db, sale } = await begin({ without: [6] });
    const [asked] = await db
      .select()
      .from(documents)
      .where(and(eq(documents.saleId, sale.id), eq(documents.typeId, 6)));
    expect(asked).toMatchObject({ stateId: 1, required: false });
  });
});

describe('working days', () => {
  const day = fc
    .date({ min: new Date('2024-01-01'), max: new Date('2031-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

  test('so many of them later there are so many between, and the last is one', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 40 }), (from, days) => {
        const begin = addBusinessDays(from, 0);
        const end = addBusinessDays(from, days);
        expect(businessDaysBetween(begin, end)).toBe(days);
        expect(isBusinessDay(end) && isoWeekday(end) <= 5).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('a paper dies by what comes first, its own date or the age that the bank takes', () => {
    expect(lastDay({ issuedOn: '2026-11-01', expiresOn: '2026-12-31' }, 30)).toBe('2026-12-01');
    expect(lastDay({ issuedOn: '2026-11-01', expiresOn: '2026-11-15' }, 30)).toBe('2026-11-15');
    expect(lastDay({ issuedOn: null, expiresOn: null }, 30)).toBeNull();
  });
});
