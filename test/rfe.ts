import { parseDocument } from 'htmlparser2';
import { isTag, type Element, type ParentNode } from 'domhandler';

/** `!` must be there, `*` may repeat; the order is that of the schema. Of values: what the schema allows. */
type Rule = readonly [name: string, needs: '' | '!' | '*' | '!*', value?: RegExp];

const PLACE: readonly Rule[] = [
  ['dCodUbi', '!', /^\d{1,2}-\d{1,2}-\d{1,3}$/],
  ['dCorreg', '!', /\D/],
  ['dDistr', '!', /\D/],
  ['dProv', '!', /\D/],
];
const RUC: readonly Rule[] = [
  ['dTipoRuc', '!', /^[12]$/],
  ['dRuc', '!'],
  ['dDV', '!', /^\d{2}$/],
];
const MONEY = /^\d+\.\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}-05:00$/;

/**
 * The groups of the rFE 1.00 that invoices use. Written down from types that others made of FE_v1.00.xsd, because the DGI's own
 * files cannot be had here: names, what is required and allowed values are theirs, the order is of two published examples. What
 * the provider adds (dId, dSeg, signature, QR) is optional.
 */
const SCHEMA: Readonly<Record<string, readonly Rule[]>> = {
  rFE: [
    ['dVerForm', '!', /^1\.00$/],
    ['dId', ''],
    ['gDGen', '!'],
    ['gItem', '!*'],
    ['gTot', '!'],
    ['gNoFirm', ''],
  ],
  gDGen: [
    ['iAmb', '!', /^[12]$/],
    ['iTpEmis', '!', /^0[1-4]$/],
    ['iDoc', '!', /^0[1-9]$/],
    ['dNroDF', '!', /^\d{10}$/],
    ['dPtoFacDF', '!', /^\d{3}$/],
    ['dSeg', '', /^\d{9}$/],
    ['dFechaEm', '!', INSTANT],
    ['iNatOp', '!', /^(01|02|1[0-4]|2[01])$/],
    ['iTipoOp', '!', /^[12]$/],
    ['iDest', '!', /^[12]$/],
    ['iFormCAFE', '!', /^[123]$/],
    ['iEntCAFE', '!', /^[123]$/],
    ['dEnvFE', '!', /^[12]$/],
    ['iProGen', '!', /^[1-4]$/],
    ['iTipoTranVenta', '', /^[1-4]$/],
    ['gEmis', '!'],
    ['gDatRec', '!'],
    ['gDFRef', '*'],
  ],
  gEmis: [
    ['gRucEmi', '!'],
    ['dNombEm', '!', /^.{2,200}$/],
    ['dSucEm', '!', /^\d{4}$/],
    ['dCoordEm', '!', /^\+\d+\.\d+,-\d+\.\d+$/],
    ['dDirecEm', '!', /^.{5,100}$/],
    ['gUbiEm', '!'],
    ['dTfnEm', '!*', /^\d{3,4}-\d{4}$/],
    ['dCorElectEmi', '*', /@/],
  ],
  gRucEmi: RUC,
  gUbiEm: PLACE,
  gDatRec: [
    ['iTipoRec', '!', /^0[1-4]$/],
    ['gRucRec', ''],
    ['dNombRec', '', /^.{2,200}$/],
    ['dDirecRec', '', /^.{5,100}$/],
    ['gUbiRec', ''],
    ['gIdExt', ''],
    ['dTfnRec', '*'],
    ['dCorElectRec', '*', /@/],
    ['cPaisRec', '!', /^[A-Z]{2}$/],
  ],
  gRucRec: [RUC[0]!, RUC[1]!, ['dDV', '', /^\d{2}$/]],
  gUbiRec: PLACE,
  gIdExt: [
    ['dIdExt', '!'],
    ['dPaisExt', ''],
  ],
  gDFRef: [
    ['gRucEmDFRef', '!'],
    ['dNombEmRef', '!'],
    ['dFechaDFRef', '!', INSTANT],
    ['gDFRefNum', '!'],
  ],
  gRucEmDFRef: RUC,
  gDFRefNum: [['gDFRefFE', '!']],
  gDFRefFE: [['dCUFERef', '!']],
  gItem: [
    ['dSecItem', '!', /^\d{1,4}$/],
    ['dDescProd', '!', /^[^]{2,500}$/],
    ['dCodProd', ''],
    ['dCantCodInt', '!'],
    ['dCodCPBSabr', ''],
    ['dCodCPBScmp', ''],
    ['gPrecios', '!'],
    ['gITBMSItem', '!'],
  ],
  gPrecios: [
    ['dPrUnit', '!', MONEY],
    ['dPrUnitDesc', '', MONEY],
    ['dPrItem', '!', MONEY],
    ['dValTotItem', '!', MONEY],
  ],
  gITBMSItem: [
    ['dTasaITBMS', '!', /^0[0-3]$/],
    ['dValITBMS', '!', MONEY],
  ],
  gTot: [
    ['dTotNeto', '!', MONEY],
    ['dTotITBMS', '!', MONEY],
    ['dTotISC', '', MONEY],
    ['dTotGravado', '!', MONEY],
    ['dTotDesc', '', MONEY],
    ['dVTot', '!', MONEY],
    ['dTotRec', '!', MONEY],
    ['dVuelto', '', MONEY],
    ['iPzPag', '!', /^[123]$/],
    ['dNroItems', '!', /^\d+$/],
    ['dVTotItems', '!', MONEY],
    ['gFormaPago', '!*'],
  ],
  gFormaPago: [
    ['iFormaPago', '!', /^(0[1-8]|99)$/],
    ['dFormaPagoDesc', ''],
    ['dVlrCuota', '!', MONEY],
  ],
};

const childrenOf = (node: ParentNode): Element[] => node.children.filter(isTag);
const textOf = (node: Element): string =>
  node.children.map((one) => ('data' in one ? one.data : '')).join('');

/** Where an rFE differs from the documented structure: groups, order, what is missing, values that are not allowed. */
export function structureFaults(bytes: Buffer): string[] {
  const [root] = childrenOf(parseDocument(bytes.toString('utf8'), { xmlMode: true }));
  if (root?.name !== 'rFE') return ['no rFE'];
  const faults: string[] = root.attribs['xmlns'] === 'http://dgi-fep.mef.gob.pa' ? [] : ['another namespace'];
  const check = (node: Element): void => {
    const rules = SCHEMA[node.name];
    if (!rules) return;
    const found = childrenOf(node);
    const places = found.map(({ name }) => rules.findIndex(([known]) => known === name));
    found.forEach(({ name }, at) => {
      if (places[at]! < 0 && name !== 'Signature') faults.push(`${node.name} has no ${name}`);
      if (at > 0 && places[at]! >= 0 && places[at]! < places[at - 1]!)
        faults.push(`${name} comes too late in ${node.name}`);
    });
    for (const [name, needs, value] of rules) {
      const these = found.filter((one) => one.name === name);
      if (needs.includes('!') && these.length === 0) faults.push(`${node.name} needs ${name}`);
      if (!needs.includes('*') && these.length > 1) faults.push(`${node.name} has more than one ${name}`);
      for (const one of these) if (value && !value.test(textOf(one))) faults.push(`${name}: ${textOf(one)}`);
    }
    found.forEach(check);
  };
  check(root);
  return faults;
}
