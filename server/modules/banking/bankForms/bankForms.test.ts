import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { and, eq } from 'drizzle-orm';
import { auditLog } from '#server/kernel/kernel.table.ts';
import { consents } from '#server/modules/sales/consents/consents.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { beginBankData, fillAll, sendPage } from '#test/bankData.ts';
import { fileOf, makePdfBomb, pdfWords } from '#test/papers.ts';
import { fieldsOf } from '#test/purchases.ts';
import { signInAs, signInWith } from '#test/signIn.ts';

const llave = useApp();
const FORMS = '/api/sale/bank_forms';
const put = (browser: Browser, url: string, payload: object) => browser.send({ method: 'PUT', url, payload });
interface Form {
  version: number;
  own: boolean;
  fields: { campo: string; seccion: string; etiqueta: string; obligatorio: boolean }[];
  template: {
    fields: { name: string; kind: string }[];
    mapping: { pdf: string; campo: string; valor: string }[];
  } | null;
}
const form = (answer: { json<T>(): T }) => answer.json<{ data: Form }>().data;

/** A bank's form as banks make it: text, boxes, a list. */
async function bankPdf(): Promise<File> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([612, 792]);
  const fields = pdf.getForm();
  for (const [at, name] of ['solicitante.nombre', 'Ingreso mensual bruto', 'deuda_1', 'prestamo'].entries())
    fields.createTextField(name).addToPage(page, { x: 50, y: 700 - at * 40, width: 300, height: 22 });
  for (const [at, name] of ['soltero', 'casado'].entries())
    fields.createCheckBox(name).addToPage(page, { x: 50 + at * 60, y: 500, width: 14, height: 14 });
  const list = fields.createDropdown('vivienda');
  list.addOptions(['Propia', 'Alquilada']);
  list.addToPage(page, { x: 50, y: 450, width: 120, height: 20 });
  return new File([new Uint8Array(await pdf.save())], 'solicitud.pdf', { type: 'application/pdf' });
}

describe('what a bank asks for', () => {
  test('is rows that the office edits; what is required and lacks is a gap of that bank', async () => {
    const admin = await signInAs(llave, 'administrador');
    const before = form(await admin.get(`${FORMS}/5`));
    expect(before).toMatchObject({ own: false, version: 0, template: null });
    const fields = [
      { campo: 'nombre', seccion: 'Solicitante', etiqueta: 'Nombre', obligatorio: true },
      { campo: 'telefono_casa', seccion: 'Solicitante', etiqueta: 'Teléfono fijo', obligatorio: true },
      { campo: 'referencias', seccion: 'Referencias', etiqueta: 'Referencias', obligatorio: false },
    ];
    const saved = await put(admin, `${FORMS}/5`, { version: 0, fields });
    expect(form(saved)).toMatchObject({ own: true, version: 1, fields });
    expect((await put(admin, `${FORMS}/5`, { version: 0, fields })).json()).toMatchObject({ code: 'STALE' });
    const twice = await put(admin, `${FORMS}/5`, { version: 1, fields: [...fields, fields[0]!] });
    expect(fieldsOf(twice)).toEqual(['fields[3][campo]']);
    const { buyer, browser, staff } = await beginBankData(llave);
    await fillAll(browser, buyer.code);
    const seen = (await staff.get(`/api/sale/precontracts/${buyer.code}/datos_bancarios`)).json<{
      data: { banks: { id: number; gaps: { name: string }[] }[] };
    }>();
    expect(seen.data.banks.find(({ id }) => id === 5)?.gaps.map(({ name }) => name)).toEqual([
      'telefono_casa',
    ]);
    expect(
      (await put(await signInAs(llave, 'procesador'), `${FORMS}/5`, { version: 1, fields })).statusCode,
    ).toBe(403);
    expect((await admin.get(`${FORMS}/9998`)).statusCode).toBe(404);
  });

  test('its CSV template holds what it asks for', async () => {
    const staff = await signInAs(llave, 'procesador');
    const answer = await staff.get(`${FORMS}/1/plantilla.csv`);
    expect(answer.body).toContain('"salario_mensual";"";"Ingreso mensual bruto"');
    expect(answer.body).not.toContain('"nombre"');
  });
});

describe('forms filled from one profile', () => {
  test('leave for no bank once the customer took the permission back', async () => {
    const { buyer, browser, staff, db } = await beginBankData(llave);
    await fillAll(browser, buyer.code);
    await db.update(consents).set({ revokedAt: llave.clock.now() }).where(eq(consents.saleId, buyer.id));
    const answer = await staff.get(
      `/api/sale/precontracts/${buyer.code}/datos_bancarios/formulario.pdf?banco_id=1`,
    );
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'NO_CONSENT']);
  });

  test('three banks, each in its own words, with nothing typed again', async () => {
    const { buyer, browser, staff, db } = await beginBankData(llave);
    await fillAll(browser, buyer.code);
    const words = new Map([
      [1, 'Salario bruto mensual'],
      [2, 'Nombre del solicitante'],
      [3, 'Profesión u oficio'],
    ]);
    for (const [bank, word] of words) {
      const answer = await staff.get(
        `/api/sale/precontracts/${buyer.code}/datos_bancarios/formulario.pdf?banco_id=${bank}`,
      );
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
      const text = await pdfWords(answer.rawPayload);
      for (const part of [
        word,
        'Comercial Istmo, S.A.',
        'USD 1,850.50',
        buyer.document,
        'La Chorrera',
        'Banco General',
      ])
        expect(text, part).toContain(part);
    }
    const lines = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'exported'), eq(auditLog.entityId, String(buyer.id))));
    expect(lines).toHaveLength(3);
  });

  test('a bank’s own PDF: its fields are read, mapped, filled and made part of the paper', async () => {
    const admin = await signInAs(llave, 'administrador');
    const up = await admin.form(`${FORMS}/4/plantilla`, { archivo: await bankPdf() });
    expect(up.statusCode, up.body).toBe(200);
    // What is called as we call it is mapped at once.
    expect(form(up).template?.mapping).toEqual([
      { pdf: 'solicitante.nombre', campo: 'nombre', valor: '' },
      { pdf: 'Ingreso mensual bruto', campo: 'salario_mensual', valor: '' },
    ]);
    expect(form(up).template?.fields.map(({ kind }) => kind)).toEqual([
      'texto',
      'texto',
      'texto',
      'texto',
      'casilla',
      'casilla',
      'lista',
    ]);
    const mapping = [
      ...(form(up).template?.mapping ?? []),
      { pdf: 'deuda_1', campo: 'deudas[0].acreedor', valor: '' },
      { pdf: 'prestamo', campo: 'monto_prestamo', valor: '' },
      { pdf: 'soltero', campo: 'estado_civil', valor: 'Soltero(a)' },
      { pdf: 'casado', campo: 'estado_civil', valor: 'Casado(a)' },
      { pdf: 'vivienda', campo: 'tipo_vivienda', valor: '' },
    ];
    const version = form(up).version;
    const bad = await put(admin, `${FORMS}/4/plantilla`, {
      version,
      mapping: [{ pdf: 'otro', campo: 'password_hash', valor: '' }],
    });
    expect(fieldsOf(bad)).toEqual(['mapping[0][pdf]', 'mapping[0][campo]']);
    expect((await put(admin, `${FORMS}/4/plantilla`, { version, mapping })).statusCode).toBe(200);

    const { buyer, browser, staff } = await beginBankData(llave, { name: 'Íñigo Núñez' });
    await fillAll(browser, buyer.code);
    const answer = await staff.get(
      `/api/sale/precontracts/${buyer.code}/datos_bancarios/formulario.pdf?banco_id=4`,
    );
    expect(answer.statusCode).toBe(200);
    const text = await pdfWords(answer.rawPayload);
    for (const part of ['Íñigo Núñez', '1,850.50', 'Banco General', '80,000.00', 'Alquilada'])
      expect(text, part).toContain(part);
    const flat = await PDFDocument.load(answer.rawPayload);
    expect(flat.getForm().getFields()).toEqual([]);

    expect((await admin.send({ method: 'DELETE', url: `${FORMS}/4/plantilla` })).statusCode).toBe(200);
    expect(form(await admin.get(`${FORMS}/4`)).template).toBeNull();
  });

  test('what is no form is refused at the file', async () => {
    const admin = await signInAs(llave, 'administrador');
    const empty = await PDFDocument.create();
    empty.addPage();
    const flat = new File([new Uint8Array(await empty.save())], 'plano.pdf', { type: 'application/pdf' });
    const broken = new File(['%PDF-1.7\n1 0 obj << /Type /Catalog >> trailer'], 'roto.pdf', {
      type: 'application/pdf',
    });
    for (const archivo of [flat, broken])
      expect(fieldsOf(await admin.form(`${FORMS}/6/plantilla`, { archivo }))).toEqual(['archivo']);
    expect((await admin.form(`${FORMS}/6/plantilla`, {})).statusCode).toBe(422);
    expect(
      (await admin.form(`${FORMS}/6/plantilla`, { archivo: new File(['hola'], 'a.pdf') })).statusCode,
    ).toBe(422);
  });

  test('one that inflates to gigabytes is refused at the file, and the house stays up', async () => {
    const admin = await signInAs(llave, 'administrador');
    const archivo = fileOf(makePdfBomb(), 'solicitud.pdf', 'application/pdf');
    expect(archivo.size).toBeLessThan(6e6);
    expect(fieldsOf(await admin.form(`${FORMS}/6/plantilla`, { archivo }))).toEqual(['archivo']);
    expect(process.memoryUsage().arrayBuffers).toBeLessThan(500e6);
    expect((await admin.get(`${FORMS}/6`)).statusCode).toBe(200);
  });

  test('without documentos.ingresos, or out of reach, no form leaves', async () => {
    const { buyer, browser } = await beginBankData(llave);
    await sendPage(browser, buyer.code, 4, { codeudor: 'No' });
    const url = `/api/sale/precontracts/${buyer.code}/datos_bancarios/formulario.pdf?banco_id=1`;
    expect((await (await signInAs(llave, 'procesador')).get(url)).statusCode).toBe(404);
    expect(
      (await (await signInWith(llave, [{ permission: 'tramites.exportar', scope: 'todo' }])).get(url))
        .statusCode,
    ).toBe(403);
    expect((await browser.get(url)).statusCode).toBe(401);
  });
});
