import { LINES_MAX, type LineFault } from '#contract/money/statements/statements.ts';
import { Unreadable } from '#server/kernel/csv.ts';
import { readAmount, readDay } from './bankWords.ts';
import { faultAt, type FileLine } from './statementLine.ts';

/** OFX 1 (SGML, unclosed tags) or 2 (XML). */
export const isOfx = (text: string) => /^\s*OFXHEADER|<\?OFX|<OFX>/i.test(text.slice(0, 4000));

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const decode = (text: string) =>
  text
    .replace(/&(\w+);/g, (all, name: string) => ENTITIES[name.toLowerCase()] ?? all)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();

interface Tag {
  name: string;
  value: string;
  row: number;
}

/**
 * Yields every opening tag with the text after it, and every closing tag as
 * `/NAME`. Resolves no custom entities and no URLs.
 */
function* tagsOf(text: string): Generator<Tag> {
  let row = 1;
  let counted = 0;
  for (const found of text.matchAll(/<(\/?[A-Za-z0-9.]{1,40})>([^<]{0,2000})/g)) {
    for (; counted < found.index; counted += 1) if (text[counted] === '\n') row += 1;
    yield { name: found[1]!.toUpperCase(), value: decode(found[2]!), row };
  }
}

/**
 * The movements (STMTTRN), account, period and closing balance of an OFX
 * file. Raises Unreadable when there are too many.
 */
export function readOfx(text: string) {
  const lines: FileLine[] = [];
  const faults: LineFault[] = [];
  const head = new Map<string, string>();
  let open: { row: number; fields: Map<string, string> } | null = null;
  const currencies = new Set<string>();
  // CURRENCY: the amount is in this currency. ORIGCURRENCY: the bank has already converted it.
  let inCurrency = false;
  let inLedger = false;
  const close = () => {
    if (!open) return;
    const made = lineOf(open.row, open.fields);
    if ('message' in made) faults.push(made);
    else lines.push(made);
    open = null;
    if (lines.length > LINES_MAX)
      throw new Unreadable(
        `El archivo tiene más de ${LINES_MAX.toLocaleString('en-US')} líneas. Divídelo en partes.`,
      );
  };
  for (const { name, value, row } of tagsOf(text)) {
    if (name === 'CURRENCY') inCurrency = true;
    else if (name === '/CURRENCY' || name === 'ORIGCURRENCY') inCurrency = false;
    if (name === 'CURDEF' || (name === 'CURSYM' && inCurrency)) currencies.add(value.toUpperCase());
    if (name === 'STMTTRN') {
      inCurrency = false;
      close();
      open = { row, fields: new Map() };
    } else if (name === '/STMTTRN' || name === '/BANKTRANLIST') close();
    else if (open) (open as { fields: Map<string, string> }).fields.set(name, value);
    else if (name === 'LEDGERBAL') inLedger = true;
    else if (name === '/LEDGERBAL' || name === 'AVAILBAL') inLedger = false;
    else if (inLedger && name === 'BALAMT') head.set('BALAMT', value);
    else if (['ACCTID', 'DTSTART', 'DTEND'].includes(name) && !head.has(name)) head.set(name, value);
  }
  close();
  const closing = head.get('BALAMT');
  return {
    lines,
    faults,
    accountNumber: head.get('ACCTID') ?? null,
    currencies: [...currencies].filter(Boolean),
    fromOn: readDay(head.get('DTSTART') ?? '', 'ymd') ?? null,
    toOn: readDay(head.get('DTEND') ?? '', 'ymd') ?? null,
    closingCents: closing === undefined ? null : (readAmount(closing, closing.includes(',')) ?? null),
  };
}

function lineOf(row: number, fields: ReadonlyMap<string, string>): FileLine | LineFault {
  const of = (name: string) => fields.get(name) ?? '';
  const postedOn = readDay(of('DTPOSTED'), 'ymd');
  if (!postedOn) return faultAt(row, 'DTPOSTED', 'la fecha del movimiento no existe.');
  const amount = of('TRNAMT');
  const cents = readAmount(amount, /,\d{1,2}$/.test(amount));
  if (!cents) return faultAt(row, 'TRNAMT', 'el monto del movimiento no es un número distinto de cero.');
  return {
    row,
    postedOn,
    cents,
    reference: (of('REFNUM') || of('CHECKNUM')).slice(0, 60),
    description: [of('NAME'), of('MEMO')].filter((one, at, all) => one && all.indexOf(one) === at).join(' ').slice(0, 200), // prettier-ignore
    balanceCents: null,
    fitid: of('FITID') || null,
  };
}
