import { and, eq, ne, or, sql } from 'drizzle-orm';
import { documentKey } from '#contract/identity.ts';
import type { ReadInvoice } from '#contract/money/invoices/model.ts';
import { INVOICE_STATE as S, numberKey } from '#contract/money/invoices/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { readFeXml } from './feXml.service.ts';
import { supplierInvoices } from './invoices.table.ts';
import { lockInvoice } from './lock.service.ts';

async function bytesOf(ctx: Context, upload: UploadedFile): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await ctx.files.store.read(upload.sha256)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** What the XML of an electronic invoice says, and whom it names. Writes nothing. Raises 422 XML_UNREADABLE. */
export async function readInvoiceXml(ctx: Context): Promise<ReadInvoice> {
  const [upload] = ctx.uploads.get('xml') ?? [];
  if (!upload) throw invalid([{ field: 'xml', message: 'Elige el XML de la factura.' }]);
  const read = readFeXml(await bytesOf(ctx, upload));
  const rucKey = documentKey('ruc', read.ruc);
  const found = await ctx.db
    .select({ id: partners.id, kind: partners.kind, key: partners.rucKey })
    .from(partners)
    .where(sql`${partners.archivedAt} is null`)
    .orderBy(partners.id);
  const of = (key: string, company: boolean) =>
    found.find((one) => one.key === key && (one.kind === 'contratante') === company)?.id ?? null;
  const [taken] = await ctx.db
    .select({ id: supplierInvoices.id, name: supplierInvoices.number })
    .from(supplierInvoices)
    .where(
      and(
        ne(supplierInvoices.stateId, S.voided),
        or(
          and(
            eq(supplierInvoices.rucKey, rucKey),
            eq(supplierInvoices.kind, read.kind),
            eq(supplierInvoices.numberKey, numberKey(read.number)),
          ),
          read.cufe === null ? undefined : eq(supplierInvoices.cufe, read.cufe),
        ),
      ),
    );
  return {
    kind: read.kind,
    number: read.number,
    cufe: read.cufe,
    issued_on: read.issuedOn,
    due_on: read.dueOn,
    ruc: read.ruc,
    dv: read.dv,
    name: read.name,
    supplier_id: of(rucKey, false),
    company_id: read.receiverRuc === null ? null : of(documentKey('ruc', read.receiverRuc), true),
    receiver_ruc: read.receiverRuc,
    subtotal_centavos: read.subtotalCents,
    itbms_centavos: read.itbmsCents,
    withheld_centavos: read.withheldCents,
    total_centavos: read.totalCents,
    items: read.items.map(({ description, quantity, cents, itbmsCents }) => ({
      description,
      quantity,
      cents,
      itbms_centavos: itbmsCents,
    })),
    taken: taken ?? null,
  };
}

/**
 * Keeps the paper of an invoice and its XML, which must be this invoice's. Raises 404, 422 XML_UNREADABLE or at `xml`. A
 * newer file replaces the one shown; both stay in the store.
 */
export async function attachDocuments(ctx: Context, id: number): Promise<void> {
  const invoice = await lockInvoice(ctx, id);
  const [paper] = ctx.uploads.get('documento') ?? [];
  const [xml] = ctx.uploads.get('xml') ?? [];
  if (!paper && !xml) throw invalid([{ field: 'documento', message: 'Elige la foto o el PDF, o el XML.' }]);
  if (xml) {
    const read = readFeXml(await bytesOf(ctx, xml));
    const same =
      numberKey(read.number) === invoice.numberKey || (read.cufe !== null && read.cufe === invoice.cufe);
    if (documentKey('ruc', read.ruc) !== invoice.rucKey || !same)
      throw invalid([
        { field: 'xml', message: `El XML es de la factura ${read.number} de otro RUC o número.` },
      ]);
  }
  const owner = { reference: 'factura_proveedor', referenceId: id, sensitive: false };
  await ctx.db
    .update(supplierInvoices)
    .set({
      version: invoice.version + 1,
      ...(paper && { documentFileId: await addFile(ctx, owner, paper) }),
      ...(xml && { xmlFileId: await addFile(ctx, owner, xml) }),
    })
    .where(eq(supplierInvoices.id, id));
  await announce(ctx, {
    record: 'factura_proveedor',
    id,
    verb: 'cambiar',
    of: ['partner', invoice.partnerId],
  });
  await audit(ctx, 'adjuntar', 'factura_proveedor', id, { files: [paper?.name, xml?.name].filter(Boolean) });
}
