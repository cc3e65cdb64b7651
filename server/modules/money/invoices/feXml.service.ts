import { Parser } from 'htmlparser2';
import type { InvoiceKind } from '#contract/money/invoices/rules.ts';
import { Refused } from '#server/kernel/errors.ts';

/** What an electronic invoice of Panama says (FE, ficha técnica of the DGI: rFE); amounts in centavos. */
export interface FeInvoice {
  kind: InvoiceKind;
  number: string;
  cufe: string | null;
  issuedOn: string;
  dueOn: string | null;
  ruc: string;
  dv: string;
  name: string;
  receiverRuc: string | null;
  subtotalCents: number;
  itbmsCents: number;
  withheldCents: number;
  totalCents: number;
  items: { description: string; quantity: number; cents: number; itbmsCents: number }[];
}

interface Node {
  name: string;
  text: string;
  children: Node[];
}

const unreadable = (why: string) =>
  new Refused(422, 'XML_UNREADABLE', `No se pudo leer el XML: ${why}`, {
    errors: [{ field: 'xml', message: `No se pudo leer el XML: ${why}` }],
  });

/** A deep or wide document is no invoice. */
const MOST_DEPTH = 24;
const MOST_NODES = 60_000;

/**
 * The elements of a text, without namespaces and attributes. Entities other than the five of XML are not read, nothing is
 * fetched, and a document type, where entities would be declared, is refused. Raises 422 XML_UNREADABLE.
 */
function treeOf(text: string): Node {
  const root: Node = { name: '', text: '', children: [] };
  const open = [root];
  let nodes = 0;
  let fault: string | null = null;
  const parser = new Parser(
    {
      onopentag(name) {
        nodes += 1;
        if (nodes > MOST_NODES || open.length > MOST_DEPTH) fault ??= 'es demasiado grande para una factura.';
        if (fault) return;
        const node: Node = { name: name.replace(/^.*:/, ''), text: '', children: [] };
        open.at(-1)!.children.push(node);
        open.push(node);
      },
      ontext(part) {
        if (!fault) open.at(-1)!.text += part;
      },
      onclosetag(_, implied) {
        if (implied) fault ??= 'le falta el final, o una etiqueta no cierra.';
        if (open.length > 1) open.pop();
      },
      onprocessinginstruction(name) {
        if (name.startsWith('!'))
          fault ??= 'lleva una definición de tipo (DOCTYPE), y una factura no la lleva.';
      },
      onerror() {
        fault ??= 'no es un XML.';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text);
  parser.end();
  if (fault) throw unreadable(fault);
  return root;
}

function findNode(node: Node, name: string): Node | undefined {
  for (const child of node.children) {
    const found = child.name === name ? child : findNode(child, name);
    if (found) return found;
  }
  return undefined;
}
const childText = (node: Node | undefined, ...path: string[]): string => {
  let at = node;
  for (const name of path) at = at?.children.find((one) => one.name === name);
  return at?.text.trim() ?? '';
};

function centsOf(text: string, what: string): number {
  const found = /^(\d{1,9})(?:\.(\d{1,8}))?$/.exec(text);
  if (!found) throw unreadable(`no dice bien ${what}.`);
  const [, whole = '', fraction = ''] = found;
  const thousandths = Number(`${whole}${fraction.slice(0, 3).padEnd(3, '0')}`);
  return Math.floor((thousandths + 5) / 10);
}
const optionalCents = (text: string, what: string) => (text === '' ? 0 : centsOf(text, what));

/** The first ten characters of a date of the DGI; a day that does not exist is refused. */
function dayOf(text: string, what: string): string {
  const day = /^(\d{4}-\d{2}-\d{2})(?:T|$)/.exec(text)?.[1];
  if (!day || new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) !== day)
    throw unreadable(`no dice bien ${what}.`);
  return day;
}

/** Kinds of document that take away: 04 and 06 are credit notes. */
const CREDITS = ['04', '06'];
const RECEIPTS = ['01', '02', '03', '08', ...CREDITS];

/** Reads an electronic invoice. Raises 422 XML_UNREADABLE with what is wrong. */
export function readFeXml(bytes: Buffer): FeInvoice {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.includes('\u0000') || text.includes('\uFFFD')) throw unreadable('no está en UTF-8.');
  const invoice = findNode(treeOf(text), 'rFE');
  if (!invoice) throw unreadable('no es una factura electrónica de Panamá (rFE).');
  const general = findNode(invoice, 'gDGen');
  const sender = findNode(invoice, 'gRucEmi');
  const totals = findNode(invoice, 'gTot');
  const type = childText(general, 'iDoc') || '01';
  if (!RECEIPTS.includes(type))
    throw unreadable('ese tipo de documento no es una factura ni una nota de crédito.');
  const ruc = childText(sender, 'dRuc');
  const document = childText(general, 'dNroDF');
  if (!ruc || !document) throw unreadable('no dice el RUC del emisor o el número de la factura.');
  const point = childText(general, 'dPtoFacDF');
  const items = invoice.children
    .filter(({ name }) => name === 'gItem')
    .map((item) => ({
      description: childText(item, 'dDescProd').slice(0, 200) || 'Sin descripción',
      quantity: Math.round(Number(childText(item, 'dCantCodInt') || '1') * 1000) / 1000 || 1,
      cents: centsOf(
        childText(item, 'gPrecios', 'dPrItem') || childText(item, 'gPrecios', 'dValTotItem'),
        'el precio de un renglón',
      ),
      itbmsCents: optionalCents(childText(item, 'gITBMSItem', 'dValITBMS'), 'el ITBMS de un renglón'),
    }))
    .filter(({ cents }) => cents > 0);
  const subtotalCents = centsOf(childText(totals, 'dTotNeto'), 'el total neto');
  const itbmsCents = optionalCents(childText(totals, 'dTotITBMS'), 'el ITBMS');
  const limit = findNode(totals ?? invoice, 'dFecVence');
  return {
    kind: CREDITS.includes(type) ? 'nota_credito' : 'factura',
    number: [point, document].filter(Boolean).join('-'),
    cufe: childText(invoice, 'dId') || null,
    issuedOn: dayOf(childText(general, 'dFechaEm'), 'la fecha de emisión'),
    dueOn: limit ? dayOf(limit.text.trim(), 'el vencimiento') : null,
    ruc,
    dv: childText(sender, 'dDV'),
    name: childText(findNode(invoice, 'gEmis'), 'dNombEm').slice(0, 160),
    receiverRuc: childText(findNode(invoice, 'gRucRec'), 'dRuc') || null,
    subtotalCents,
    itbmsCents,
    withheldCents: optionalCents(
      childText(findNode(totals ?? invoice, 'gRetenc'), 'cValRetenc'),
      'la retención',
    ),
    totalCents: subtotalCents + itbmsCents,
    items,
  };
}
