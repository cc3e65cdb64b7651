import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Invoice, ReadInvoice } from '#contract/money/invoices/model.ts';
import { useApp } from '#test/app.ts';
import { makeMaterialSite } from '#test/materials.ts';
import { fileOf } from '#test/papers.ts';
import { got, INVOICES, makePayables } from '#test/payables.ts';
import { signInAs } from '#test/signIn.ts';
import { one, refusal } from '#test/worksite.ts';
import type { PurchaseOrder } from '#contract/works/purchasing/model.ts';
import { supplierInvoices } from './invoices.table.ts';

const llave = useApp();
let desk: Awaited<ReturnType<typeof makePayables>>;
beforeAll(async () => {
  desk = await makePayables(llave);
});

/** An electronic invoice as the DGI defines it. */
const fe = (ruc: string, { number = '0000000451', head = '', iDoc = '01' } = {}) =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${head}
<rFE xmlns="http://dgi-fep.mef.gob.pa"><dVerForm>1.00</dVerForm><dId>FE0120000155-${number}</dId>
<gDGen><iDoc>${iDoc}</iDoc><dNroDF>${number}</dNroDF><dPtoFacDF>001</dPtoFacDF><dFechaEm>2026-11-12T09:15:00-05:00</dFechaEm>
<gEmis><gRucEmi><dTipoRuc>2</dTipoRuc><dRuc>${ruc}</dRuc><dDV>12</dDV></gRucEmi><dNombEm>Ferretería Ñ &amp; Hnos</dNombEm></gEmis></gDGen>
<gItem><dDescProd>Cemento gris</dDescProd><dCantCodInt>10.000</dCantCodInt><gPrecios><dPrUnit>9.90</dPrUnit><dPrItem>99.00</dPrItem></gPrecios><gITBMSItem><dValITBMS>6.93</dValITBMS></gITBMSItem></gItem>
<gTot><dTotNeto>99.00</dTotNeto><dTotITBMS>6.93</dTotITBMS><dVTot>105.93</dVTot></gTot></rFE>`);
const readXml = (bytes: Buffer) =>
  desk.clerk.form(`${INVOICES}/read`, { xml: fileOf(bytes, 'fe.xml', 'text/xml') });

describe('an invoice', () => {
  test('F-001 and f 001 of one supplier are the same number, also when entered at once', async () => {
    const { clerk, form, move, enter } = desk;
    await enter();
    const both = await Promise.all(
      ['F-9001', 'f 9001'].map((number) => clerk.post(INVOICES, form({ number }))),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    expect(both.find(({ statusCode }) => statusCode === 409)!.json().errors[0].field).toBe('number');
    const { id } = got<Invoice>(both.find(({ statusCode }) => statusCode === 201)!);
    got(await move(clerk, id, 7, { motivo: 'Repetida' }));
    got(await clerk.post(INVOICES, form({ number: 'F9001' })));
    // Another supplier may have the same number.
    const other = await makePayables(llave);
    got(await other.clerk.post(INVOICES, other.form({ number: 'F-9001' })));
  });

  test('is entered by one and approved by another; above the limit by gerencia; then it is not edited', async () => {
    const { clerk, second, boss, enter, form, move } = desk;
    const { id } = await enter({
      subtotal_centavos: 2_000_000,
      itbms_centavos: 0,
      lines: [{ description: 'Equipo', cents: 2_000_000, account_id: 15 }],
    });
    got(await move(clerk, id, 2));
    expect(refusal(await move(clerk, id, 3))).toEqual([
      422,
      'Quien registra la factura no puede aprobarla: pídelo a otra persona.',
    ]);
    expect(refusal(await move(second, id, 3))).toEqual([
      422,
      'Pasa del límite de aprobación: la aprueba gerencia.',
    ]);
    expect(got<Invoice>(await move(boss, id, 3))).toMatchObject({
      state: { id: 3 },
      balance_centavos: 2_000_000,
    });
    expect((await clerk.send({ method: 'PUT', url: `${INVOICES}/${id}`, payload: form() })).statusCode).toBe(
      422,
    );
    await expect(
      llave.database.db.update(supplierInvoices).set({ subtotalCents: 1 }).where(eq(supplierInvoices.id, id)),
    ).rejects.toMatchObject({ cause: { constraint: 'supplier_invoices_frozen' } });
    const auditor = await signInAs(llave, 'auditor');
    expect((await auditor.get(`${INVOICES}/${id}`)).json().data.transitions).toEqual([]);
    expect((await (await signInAs(llave, 'asesor')).get(INVOICES)).statusCode).toBe(403);
  });

  test('faults come at their field', async () => {
    const { clerk, form } = desk;
    const bad = await clerk.post(INVOICES, form({ subtotal_centavos: 99_00, due_on: '2026-11-01' }));
    expect(bad.json().errors.map(({ field }: { field: string }) => field)).toEqual([
      'due_on',
      'subtotal_centavos',
    ]);
    const unknown = await clerk.post(
      INVOICES,
      form({ lines: [{ description: 'Algo', cents: 100_00, itbms_centavos: 7_00, account_id: 9999 }] }),
    );
    expect(unknown.json().errors[0].field).toBe('lines[0][account_id]');
  });

  test('more invoiced than received is stopped with its sentence, unless another approves it with a reason', async () => {
    const site = await makeMaterialSite(llave);
    const order = await site.ordered(site.cement, 50, 990);
    one(await site.receive(site.resident, order, [30]));
    const line = (quantity: number, cents: number) => ({
      description: 'Cemento',
      quantity,
      cents,
      itbms_centavos: 0,
      order_line_id: order.lines[0]!.id,
      cost_code_id: 1,
      project_id: site.project.id,
      house_id: site.houseId,
    });
    const of = (quantity: number, cents = quantity * 990) => ({
      supplier_id: site.supplier.id,
      order_id: order.id,
      subtotal_centavos: cents,
      itbms_centavos: 0,
      lines: [line(quantity, cents)],
    });
    const { clerk, boss, enter, move } = desk;
    const first = await enter(of(20));
    got(await move(clerk, first.id, 2));
    got(await move(boss, first.id, 3));
    const more = await enter(of(11));
    expect(more.mismatches).toEqual([
      'Cemento gris: se facturan 11 saco, y ya se facturaron 20, y se recibieron 30.',
    ]);
    got(await move(clerk, more.id, 2));
    const stopped = await move(boss, more.id, 3);
    expect(stopped.json().errors[0]).toMatchObject({ field: 'params[motivo]' });
    expect(refusal(stopped)[1]).toContain('se recibieron 30');
    const all = got<Invoice>(await move(boss, more.id, 3, { motivo: 'Llega mañana' }));
    expect(all.exception).toEqual({ sentences: more.mismatches, reason: 'Llega mañana' });
    const dear = await enter(of(1, 1200));
    expect(dear.mismatches.join(' ')).toContain('por el precio de la orden son');
    expect(got<PurchaseOrder>(await site.buyer.get(`/api/works/purchase_orders/${order.id}`)).id).toBe(
      order.id,
    );
  });

  test('a credit note and a paid advance are applied to it, never beyond what is left', async () => {
    const { approved, read, clerk, paid, account, second, supplier, company } = desk;
    const invoice = await approved();
    const credit = await approved({
      kind: 'nota_credito',
      corrects_id: invoice.id,
      subtotal_centavos: 20_00,
      itbms_centavos: 1_40,
      lines: [{ description: 'Devueltos', cents: 20_00, itbms_centavos: 1_40, account_id: 34 }],
    });
    expect(await read(credit.id)).toMatchObject({ state: { id: 5, name: 'Aplicada' } });
    expect(await read(invoice.id)).toMatchObject({ balance_centavos: 85_60, state: { id: 3 } });
    await account();
    const advance = got<{ id: number }>(
      await clerk.post('/api/payables/advances', {
        supplier_id: supplier.id,
        company_id: company.id,
        cents: 90_00,
        reason: 'Pedido especial',
      }),
    );
    got(await second.patch(`/api/payables/advances/${advance.id}/status`, { params: { estado_id: 2 } }));
    const today = llave.clock.now().toISOString().slice(0, 10);
    await paid([{ kind: 'anticipo', id: advance.id }], today);
    const settle = (cents: number) =>
      clerk.post(`${INVOICES}/${invoice.id}/settlements`, { kind: 'anticipo', source_id: advance.id, cents });
    expect((await settle(90_00)).json().errors[0].field).toBe('cents');
    const both = await Promise.all([settle(85_60), settle(85_60)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422]);
    expect(await read(invoice.id)).toMatchObject({ state: { id: 5 }, balance_centavos: 0 });
  });
});

describe('the XML of an electronic invoice', () => {
  test('fills the form, and is kept with its invoice only', async () => {
    const { clerk, supplier, enter, form } = desk;
    const read = got<ReadInvoice>(await readXml(fe(supplier.ruc)));
    expect(read).toMatchObject({
      number: '001-0000000451',
      supplier_id: supplier.id,
      issued_on: '2026-11-12',
      name: 'Ferretería Ñ & Hnos',
      subtotal_centavos: 99_00,
      itbms_centavos: 6_93,
      items: [{ description: 'Cemento gris', quantity: 10, cents: 99_00, itbms_centavos: 6_93 }],
      taken: null,
    });
    const made = got<Invoice>(await clerk.post(INVOICES, form({ number: read.number, cufe: read.cufe })));
    const kept = await clerk.form(`${INVOICES}/${made.id}/documents`, {
      xml: fileOf(fe(supplier.ruc), 'fe.xml', 'text/xml'),
    });
    expect(got<Invoice>(kept).xml?.name).toContain('fe');
    const other = await enter();
    const wrong = await clerk.form(`${INVOICES}/${other.id}/documents`, {
      xml: fileOf(fe(supplier.ruc), 'fe.xml', 'text/xml'),
    });
    expect(wrong.json().errors[0].field).toBe('xml');
    expect(got<ReadInvoice>(await readXml(fe(supplier.ruc))).taken?.id).toBe(made.id);
  });

  test('a hostile or broken one is refused with a sentence', async () => {
    const { supplier } = desk;
    const entities = '<!DOCTYPE rFE [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
    const deep = Buffer.from(`<rFE>${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}</rFE>`);
    const good = fe(supplier.ruc).toString();
    for (const bytes of [
      fe(supplier.ruc, { head: entities }),
      deep,
      Buffer.from(good.slice(0, -20)),
      Buffer.from(good.replace('99.00</dTotNeto>', '1e9</dTotNeto>')),
      Buffer.from(good.replace('2026-11-12T', '2026-02-31T')),
      Buffer.from('<html><body>hola</body></html>'),
      fe(supplier.ruc, { iDoc: '09' }),
    ]) {
      const answer = await readXml(bytes);
      expect([answer.statusCode, answer.json().errors[0].field]).toEqual([422, 'xml']);
    }
  });
});
