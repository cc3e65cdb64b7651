import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS, scopesOf } from '#contract/access.ts';
import { ATTACHED_MAX, type FileItem } from '#contract/company/files/endpoints.ts';
import { row } from '#server/kernel/db.ts';
import { auditLog, files } from '#server/kernel/kernel.table.ts';
import { bankMails } from '#server/modules/banking/bankMail/bankMail.table.ts';
import { useApp } from '#test/app.ts';
import { loadWholeDemo } from '#test/demo.ts';
import { makeSale } from '#test/factories.ts';
import { fileOf, makePdf } from '#test/papers.ts';
import { signInAs, signInWith, type StaffBrowser } from '#test/signIn.ts';

/** The table of each kind of record. */
const TABLES: Readonly<Record<string, string>> = {
  // Its key is its lot's.
  // Its key is its project's.
  // Their key is their model's.
  adenda: 'addenda',
  anticipo_proveedor: 'supplier_advances',
  asiento: 'journal_entries',
  aumento: 'price_increases',
  bitacora: 'diaries',
  caja_menuda: 'petty_funds',
  cargo_garantia: 'back_charges',
  cita: 'appointments',
  coincidencia: 'coincidences',
  comision: 'commission_lines',
  comprobante_diario: 'vouchers',
  conciliacion: 'bank_reconciliations',
  contrato: 'contracts',
  correo_banco: 'bank_mails',
  cronograma: 'schedules',
  cuenta_bancaria: 'bank_accounts',
  cuenta_obra: 'progress_accounts',
  devolucion: 'refunds',
  documento: 'documents',
  encuesta: 'survey_asks',
  entrega: 'handovers',
  escritura: 'deeds',
  expediente_vivienda: 'lots',
  extracto: 'bank_statements',
  factura_emitida: 'issued_invoices',
  factura_proveedor: 'supplier_invoices',
  lote: 'lots',
  lote_pago: 'payment_batches',
  modelo: 'house_models',
  movimiento_previsto: 'cash_expectations',
  orden_compra: 'purchase_orders',
  orden_trabajo: 'ticket_orders',
  pago: 'payments',
  pago_en_linea: 'online_deposits',
  pendiente_entrega: 'punch_items',
  permiso: 'permits',
  persona: 'people',
  plan_accion: 'house_models',
  plano: 'house_models',
  plantilla_legal: 'contract_templates',
  precontrato: 'sales',
  prestamo_interino: 'interim_loans',
  presupuesto: 'projects',
  proforma: 'quotes',
  promesa: 'promises',
  prospecto: 'prospects',
  proyecto: 'projects',
  reclamo_acodeco: 'complaints',
  representante: 'representatives',
  sello: 'seals',
  sobre: 'envelopes',
  socio: 'partners',
  solicitud: 'bank_applications',
  solicitud_material: 'material_requests',
  ticket: 'tickets',
  trabajo: 'jobs',
  usuario: 'users',
  vivienda: 'houses',
};
const paper = (n = 1) => ({ archivo: fileOf(makePdf(n), 'minuta.pdf') });
const attach = (who: StaffBrowser, reference: string, id: number, body = paper()) =>
  who.form(`/api/files/${id}/${reference}`, body);
const remove = (who: StaffBrowser, url: string) => who.send({ method: 'DELETE', url });
const list = async (who: StaffBrowser, reference: string, id: number) =>
  (await who.get(`/api/files/${id}/${reference}`)).json<{ data: FileItem[] }>().data;
const itemIn = (answer: { json<T>(): T }) => answer.json<{ data: FileItem }>().data;

describe('files and comments of every kind of record', () => {
  const llave = useApp();
  let admin: StaffBrowser;
  let viewer: StaffBrowser;
  let outsider: StaffBrowser;

  beforeAll(async () => {
    await loadWholeDemo(llave);
    // What the demonstration does not have.
    await llave.database.db.insert(bankMails).values({
      fingerprint: 'a',
      from: 'oficial@banco.test',
      subject: 'Respuesta',
      text: 'Aprobada',
      state: 'por_asignar',
      receivedAt: llave.clock.now(),
    });
    admin = await signInAs(llave, 'administrador');
    const names = PERMISSIONS.map(({ name }) => name);
    viewer = await signInWith(
      llave,
      names
        .filter((name) => /\.(ver|exportar|montos|ingresos)$/.test(name))
        .map((permission) => ({ permission, scope: 'todo' as const })),
    );
    // Has all permissions, but only for own rows; the records belong to other users.
    outsider = await signInWith(
      llave,
      names.flatMap((permission) =>
        scopesOf(permission).includes('propio') ? [{ permission, scope: 'propio' as const }] : [],
      ),
    );
  });

  test('every kind of record has a table here', () => {
    expect(Object.keys(TABLES)).toEqual([...llave.app.core.services.records.keys()].toSorted());
  });

  test.each(Object.entries(TABLES))('%s', async (reference, table) => {
    const found = await row<{ id: number }>(
      llave.database.db,
      sql`select id from ${sql.identifier(table)} order by id desc limit 1`,
    );
    expect(found, `the demonstration has no ${table}`).toBeDefined();
    const id = Number(found!.id);
    const comment = { reference, reference_id: id, body: 'Visto' };
    const about = `/api/comments?reference=${reference}&reference_id=${id}`;

    const made = await attach(admin, reference, id);
    expect(made.statusCode, made.body).toBe(201);
    const file = itemIn(made);
    expect(file).toMatchObject({ name: 'minuta.pdf', by: admin.user.name, attached: true, removable: true });
    expect((await admin.post('/api/comments', comment)).statusCode).toBe(201);
    const seen = (await list(viewer, reference, id)).find((one) => one.id === file.id);
    expect(seen).toMatchObject({ by: admin.user.name, removable: false });
    expect((await viewer.get(seen!.url)).statusCode).toBe(200);
    expect((await viewer.get(about)).json()).toMatchObject({ data: [{ body: 'Visto' }] });

    const one = `/api/files/${id}/${reference}/${file.id}`;
    const refused = async (who: StaffBrowser) => [
      (await attach(who, reference, id)).statusCode,
      (await who.post('/api/comments', comment)).statusCode,
      (await remove(who, one)).statusCode,
    ];
    expect(await refused(viewer)).toEqual([403, 403, 403]);
    expect(await refused(outsider)).toEqual([404, 404, 404]);
    expect((await outsider.get(`/api/files/${id}/${reference}`)).statusCode).toBe(404);
    expect((await outsider.get(about)).statusCode).toBe(404);

    expect((await remove(admin, one)).statusCode).toBe(200);
    expect((await list(admin, reference, id)).map((left) => left.id)).not.toContain(file.id);
  });
});

describe('an attached file', () => {
  const llave = useApp();

  test('only the user who attached it can remove it, and the audit log has both', async () => {
    const { id } = await makeSale(llave.database.db);
    const admin = await signInAs(llave, 'administrador');
    const colleague = await signInAs(llave, 'coordinador');
    const file = itemIn(await attach(admin, 'precontrato', id));
    const one = `/api/files/${id}/precontrato/${file.id}`;
    const refused = await remove(colleague, one);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      403,
      expect.stringContaining('Lo quita quien lo adjuntó.'),
    ]);
    expect((await remove(admin, `/api/files/${id + 1}/precontrato/${file.id}`)).statusCode).toBe(404);
    expect((await remove(admin, one)).statusCode).toBe(200);
    expect((await remove(admin, one)).statusCode).toBe(404);
    const told = (await llave.database.db.select().from(auditLog)).filter(
      ({ entity, entityId }) => entity === 'precontrato' && entityId === String(id),
    );
    expect(told.map(({ action, data }) => [action, data])).toEqual([
      ['adjuntar', { name: 'minuta.pdf' }],
      ['quitar_archivo', { name: 'minuta.pdf' }],
    ]);
  });

  test('a repeat with the same key attaches once; a wrong type, a missing file and too many files are refused at the field', async () => {
    const { db } = llave.database;
    const { id } = await makeSale(db);
    const admin = await signInAs(llave, 'administrador');
    const headers = { 'idempotency-key': 'una vez' };
    const url = `/api/files/${id}/precontrato`;
    const [first, again] = [await admin.form(url, paper(), headers), await admin.form(url, paper(), headers)];
    expect(again.json()).toEqual(first.json());
    expect(await list(admin, 'precontrato', id)).toHaveLength(1);
    const faultOf = async (body: Parameters<StaffBrowser['form']>[1]) => {
      const answer = await admin.form(url, body);
      expect(answer.statusCode, answer.body).toBe(422);
      return answer.json<{ errors: { field: string; message: string }[] }>().errors[0];
    };
    expect(await faultOf({})).toEqual({ field: 'archivo', message: 'Elige el archivo.' });
    expect(await faultOf({ archivo: fileOf(Buffer.from('MZ nada'), 'virus.pdf') })).toEqual({
      field: 'archivo',
      message: 'Ese tipo de archivo no se acepta. Usa JPG, PNG, PDF, XLSX, DOCX.',
    });
    const full = Array.from({ length: ATTACHED_MAX - 1 }, () => ({
      sha256: 'a'.repeat(64),
      mime: 'application/pdf',
      size: 1,
      name: 'otro.pdf',
      reference: 'precontrato',
      referenceId: id,
      attached: true,
      createdAt: llave.clock.now(),
    }));
    await db.insert(files).values(full);
    expect(await faultOf(paper(2))).toMatchObject({
      field: 'archivo',
      message: expect.stringContaining('Caben 100 archivos'),
    });
  });
});
