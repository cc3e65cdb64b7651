import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HANDOVER } from '#contract/care/handover/rules.ts';
import { DOCUMENT_CODES, documentDigits, ISSUED_STATE as S } from '#contract/money/issuedInvoices/rules.ts';
import { myPurchasePage } from '#contract/overview/myPurchase/pages.ts';
import type { Issued, IssuedRow, Series } from '#contract/money/issuedInvoices/model.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { handovers } from '#server/modules/care/handover/handover.table.ts';
import { compareBooks } from '#server/modules/money/ledger/ledger.jobs.ts';
import { useApp } from '#test/app.ts';
import { postedOf } from '#test/books.ts';
import { browserOf } from '#test/buyers.ts';
import { makePartner } from '#test/factories.ts';
import { makeDeliverable } from '#test/handovers.ts';
import { ISSUED, issuedForm, sendIssued, sendIssuedAfter, seriesForm } from '#test/issued.ts';
import { fakePac } from '#test/pac.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { pdfWords } from '#test/papers.ts';
import { got } from '#test/payables.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { refusal } from '#test/worksite.ts';
import { invoiceIncome } from './income.service.ts';

const pac = await fakePac();
const llave = useApp(pac.environment);
afterAll(() => pac.close());
const db = () => llave.database.db;
let clerk: StaffBrowser;
let company: typeof partners.$inferSelect;

const make = async () => got<Issued>(await clerk.post(ISSUED, issuedForm(company.id)));
const step = (who: StaffBrowser, id: number, estado_id: number) =>
  who.patch(`${ISSUED}/${id}/status`, { params: { estado_id } });
const send = () => sendIssued(llave);
const later = (minutes: number) => sendIssuedAfter(llave, minutes);
const list = async (query: string) => got<IssuedRow[]>(await clerk.get(`${ISSUED}?${query}`));

beforeAll(async () => {
  clerk = await signInAs(llave, 'contabilidad');
  company = await makePartner(db(), 'contratante', 'Promotora del Sol, S.A.');
  got<Series>(await clerk.post(`${ISSUED}/series`, seriesForm(company.id)));
});
beforeEach(() => {
  pac.behave = () => 'authorize';
});

describe('the delivery of a house', () => {
  async function deliver(over: { document?: string | null } = {}) {
    const { sale, home } = await makeDeliverable(llave, { stateId: 10 });
    await db().update(projects).set({ promoterId: company.id }).where(eq(projects.id, sale.projectId));
    if (over.document !== undefined)
      await db()
        .update(people)
        .set({ documentType: over.document === null ? null : 'ruc', documentNumber: over.document })
        .where(eq(people.id, sale.personId));
    const [acta] = await db()
      .insert(files)
      .values({ reference: 'entrega', referenceId: home.id, sensitive: false, sha256: 'a'.repeat(64), mime: 'application/pdf', size: 1, name: 'acta.pdf', createdAt: llave.clock.now() })
      .returning(); // prettier-ignore
    await db().insert(handovers).values({
      code: `EN-2026-${70_000 + sale.id}`, saleId: sale.id, houseId: home.id, modelId: home.modelId, stateId: HANDOVER.delivered,
      stateSince: llave.clock.now(), scheduledOn: '2026-11-20', deliveredOn: '2026-11-20', actaFileId: acta!.id, envelopeId: 1, createdAt: llave.clock.now(),
    }); // prettier-ignore
    return sale;
  }
  const follow = async () => {
    await compareBooks(llave.acting());
    await llave.act(invoiceIncome);
    await send();
  };
  const of = (saleId: number) => list(`venta_id=${saleId}&order_column=id&order_type=asc`);

  test('is invoiced once, whoever looks how often', async () => {
    const sale = await deliver();
    await compareBooks(llave.acting());
    await Promise.all([llave.act(invoiceIncome), llave.act(invoiceIncome)]);
    await follow();
    const [one, ...more] = await of(sale.id);
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      state: { id: S.authorized },
      subtotal_centavos: sale.priceCents,
      itbms_centavos: 0,
      company: { id: company.id },
    });
    const name = [
      company.ruc,
      '0000',
      '001',
      DOCUMENT_CODES.factura,
      documentDigits(Number(one!.number.slice(4))),
    ];
    expect(pac.authorized.get(name.join('/'))!.xml).toContain('<iTipoTranVenta>3</iTipoTranVenta>');
    expect(refusal(await clerk.post(`${ISSUED}/${one!.id}/credit`, { reason: 'A mano' }))[0]).toBe(422);
    await compareBooks(llave.acting());
    expect(await postedOf(db(), 'factura_emitida', one!.id)).toEqual([]);
  });

  test('is shown to its buyer with the CAFE once it is authorized, and to nobody else', async () => {
    withoutBuild(llave);
    const [sale, other] = [await deliver(), await deliver()];
    pac.behave = () => 'down';
    await follow();
    const [buyer, stranger] = [await browserOf(llave, sale.id), await browserOf(llave, other.id)];
    const seen = async () =>
      (await pageData(buyer, myPurchasePage, `/clientes/mi-compra/${sale.code}`)).money.invoices;
    expect(await seen()).toEqual([]);
    pac.behave = () => 'authorize';
    await later(40);
    const [one] = await of(sale.id);
    const shown = await seen();
    expect(shown).toEqual([
      expect.objectContaining({ kind: 'factura', number: one!.number, cents: sale.priceCents }),
    ]);
    const { url } = shown[0]!;
    const words = await pdfWords((await buyer.get(url)).rawPayload);
    expect(words.replaceAll(/\s/g, '')).toContain(one!.cufe);
    // Neither another buyer nor a sale of one's own in the path opens it; the same of what was not authorized.
    const [theirs] = await of(other.id);
    for (const [who, path] of [
      [stranger, url],
      [llave.browser(), url],
      [buyer, `/clientes/mi-compra/${sale.id}/facturas/${theirs!.id}`],
      [buyer, `/clientes/mi-compra/${sale.id}/facturas/${(await make()).id}`],
      [buyer, `/clientes/mi-compra/${sale.id}/facturas/x`],
    ] as const)
      expect([401, 404], path).toContain((await who.get(path)).statusCode);
  });

  test('that is reversed gets its credit note; one whose price changed gets both', async () => {
    const sale = await deliver();
    await follow();
    await db()
      .update(sales)
      .set({ priceCents: sale.priceCents + 500_00 })
      .where(eq(sales.id, sale.id));
    await follow();
    await follow();
    expect((await of(sale.id)).map(({ kind, total_centavos, state }) => [kind, total_centavos, state.id])).toEqual([
      ['factura', sale.priceCents, S.authorized],
      ['nota_credito', sale.priceCents, S.authorized],
      ['factura', sale.priceCents + 500_00, S.authorized],
    ]); // prettier-ignore
    await db().delete(handovers).where(eq(handovers.saleId, sale.id));
    await follow();
    await follow();
    const all = await of(sale.id);
    expect(all.map(({ kind }) => kind)).toEqual(['factura', 'nota_credito', 'factura', 'nota_credito']);
    const sums = got<{ total: number }>(await clerk.get(`${ISSUED}/sumas?venta_id=${sale.id}`));
    expect(sums.total).toBe(0);
  });

  test('reversed while the provider has the invoice: the credit note waits; if it is rejected, nothing stands', async () => {
    pac.behave = () => 'down';
    const sale = await deliver();
    await follow();
    await db().delete(handovers).where(eq(handovers.saleId, sale.id));
    await follow();
    expect((await of(sale.id)).map(({ state }) => state.id)).toEqual([S.sent, S.queued]);
    pac.behave = () => ['No válida'];
    await later(40);
    expect((await of(sale.id)).map(({ state }) => state.id)).toEqual([S.voided, S.voided]);
  });

  test('to a company without its address waits for a person, and never leaves before', async () => {
    pac.calls.length = 0;
    const sale = await deliver({ document: '155612399-2-2015 DV 07' });
    await follow();
    await later(5);
    const [one] = await of(sale.id);
    expect(pac.calls).toEqual([]);
    expect(one).toMatchObject({
      state: { id: S.rejected },
      receiver: { document: '155612399-2-2015 DV 07' },
    });
    expect(one!.remark).toContain('dirección');
    expect(refusal(await step(clerk, one!.id, S.queued))[0]).toBe(422);
  });
});
