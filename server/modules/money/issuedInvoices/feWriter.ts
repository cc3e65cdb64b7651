import render from 'dom-serializer';
import { Element, Text } from 'domhandler';
import {
  DOCUMENT_CODES,
  documentDigits,
  ITBMS_CODES,
  OPERATIONS,
  RECEIVER_CODES,
} from '#contract/money/issuedInvoices/rules.ts';
import type { issuedInvoiceLines, issuedInvoices, invoiceSeries } from './issuedInvoices.table.ts';

export interface FiscalDocument {
  invoice: typeof issuedInvoices.$inferSelect;
  lines: readonly (typeof issuedInvoiceLines.$inferSelect)[];
  series: typeof invoiceSeries.$inferSelect;
  company: { name: string; ruc: string; dv: string };
  corrected: { cufe: string; issuedOn: string } | null;
}

type Part = Element | null;
const node = (name: string, value: string | number | readonly Part[]): Element =>
  new Element(
    name,
    {},
    typeof value === 'object' ? value.filter((one) => one !== null) : [new Text(String(value))],
  );
const optional = (name: string, value: string): Part => (value === '' ? null : node(name, value));
/** 1234.50 */
const amount = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
/** A RUC of a person is a cédula. */
const rucType = (ruc: string) => (/^\d{3,}-/.test(ruc) ? '2' : '1');

const ruc = (name: string, number: string, dv: string) =>
  node(name, [node('dTipoRuc', rucType(number)), node('dRuc', number), optional('dDV', dv)]);

/**
 * The DGI's XML of a document (ficha técnica of the FE, rFE 1.00), without signature and CUFE, which the provider adds. The
 * names are those that money/invoices reads. `environment`: 1 fiscal, 2 tests.
 */
export function writeFeXml(document: FiscalDocument, environment: '1' | '2'): string {
  const { invoice, lines } = document;
  const root = node('rFE', [
    node('dVerForm', '1.00'),
    node('gDGen', [
      node('iAmb', environment),
      node('iTpEmis', '01'),
      node('iDoc', DOCUMENT_CODES[invoice.kind]),
      node('dNroDF', documentDigits(invoice.number)),
      node('dPtoFacDF', document.series.point),
      node('dFechaEm', `${invoice.issuedOn}T00:00:00-05:00`),
      node('iNatOp', invoice.kind === 'factura' ? '01' : '11'),
      node('iTipoOp', '1'),
      node('iDest', '1'),
      node('iFormCAFE', '3'),
      node('iEntCAFE', '3'),
      node('dEnvFE', '1'),
      node('iProGen', '1'),
      node('iTipoTranVenta', OPERATIONS[invoice.operation]),
      sender(document),
      receiver(invoice),
      reference(document),
    ]),
    ...lines.map(item),
    totals(document),
  ]);
  root.attribs = { xmlns: 'http://dgi-fep.mef.gob.pa' };
  return `<?xml version="1.0" encoding="UTF-8"?>${render(root, { xmlMode: true })}`;
}

function sender({ series, company }: FiscalDocument): Element {
  return node('gEmis', [
    ruc('gRucEmi', company.ruc, company.dv),
    node('dNombEm', company.name),
    node('dSucEm', series.branch),
    node('dCoordEm', series.coordinates),
    node('dDirecEm', series.address),
    node('gUbiEm', [
      node('dCodUbi', series.locationCode),
      node('dCorreg', series.corregimiento),
      node('dDistr', series.district),
      node('dProv', series.province),
    ]),
    node('dTfnEm', series.phone),
    node('dCorElectEmi', series.email),
  ]);
}

function receiver(invoice: FiscalDocument['invoice']): Element {
  const { receiverType, receiverDocument } = invoice;
  const isForeign = receiverType === 'pasaporte';
  const number =
    receiverDocument === '' || isForeign ? null : ruc('gRucRec', receiverDocument, invoice.receiverDv);
  return node('gDatRec', [
    node('iTipoRec', RECEIVER_CODES[receiverType]),
    number,
    node('dNombRec', invoice.receiverName),
    optional('dDirecRec', invoice.receiverAddress),
    isForeign && receiverDocument !== '' ? node('gIdExt', [node('dIdExt', receiverDocument)]) : null,
    optional('dCorElectRec', invoice.receiverEmail),
    node('cPaisRec', 'PA'),
  ]);
}

const reference = ({ corrected, company }: FiscalDocument): Part =>
  corrected &&
  node('gDFRef', [
    ruc('gRucEmDFRef', company.ruc, company.dv),
    node('dNombEmRef', company.name),
    node('dFechaDFRef', `${corrected.issuedOn}T00:00:00-05:00`),
    node('gDFRefNum', [node('gDFRefFE', [node('dCUFERef', corrected.cufe)])]),
  ]);

const item = (line: FiscalDocument['lines'][number], at: number): Element =>
  node('gItem', [
    node('dSecItem', at + 1),
    node('dDescProd', line.description),
    node('dCantCodInt', '1'),
    node('gPrecios', [
      node('dPrUnit', amount(line.cents)),
      node('dPrItem', amount(line.cents)),
      node('dValTotItem', amount(line.cents + line.itbmsCents)),
    ]),
    node('gITBMSItem', [
      node('dTasaITBMS', ITBMS_CODES[line.rate] ?? '00'),
      node('dValITBMS', amount(line.itbmsCents)),
    ]),
  ]);

const totals = ({ invoice, lines }: FiscalDocument): Element =>
  node('gTot', [
    node('dTotNeto', amount(invoice.subtotalCents)),
    node('dTotITBMS', amount(invoice.itbmsCents)),
    node('dTotGravado', amount(invoice.itbmsCents)),
    node('dVTot', amount(invoice.totalCents)),
    node('dTotRec', amount(invoice.totalCents)),
    node('iPzPag', '1'),
    node('dNroItems', lines.length),
    node('dVTotItems', amount(invoice.totalCents)),
    // 08: transfer or deposit, as buyers pay.
    node('gFormaPago', [node('iFormaPago', '08'), node('dVlrCuota', amount(invoice.totalCents))]),
  ]);
