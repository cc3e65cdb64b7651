import { plainText, readNumber, cellText, type Cell } from '#contract/overview/imports/cells.ts';
import { moneyText } from '#contract/money.ts';
import {
  FIELD_NAMES,
  isFieldName,
  specOf,
  type FieldName,
} from '#contract/banking/bankData/bankData.fields.ts';
import {
  DEBT_KINDS,
  askLabel,
  ROWS,
  type Debt,
  type Profile,
} from '#contract/banking/bankData/bankData.rows.ts';
import { CSV_ROWS, type CsvResult } from '#contract/banking/bankData/bankData.model.ts';
import { fieldText, readField, type Circumstances } from '#contract/banking/bankData/bankData.rules.ts';
import { readCsv, Unreadable } from '#server/kernel/csv.ts';

type Value = string | number | boolean | null;
/** What a file would do to a profile. Debts replace the profile's; values are put in. */
export interface Plan extends CsvResult {
  debts: Debt[] | null;
  values: Partial<Record<FieldName, Value>> | null;
}

const MAX_CENTS = 99_999_999_999;
/** How each column may be headed, in plain letters. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  acreedor: ['acreedor', 'banco', 'entidad', 'institucion', 'agente economico'],
  tipo: ['tipo', 'producto', 'tipo de deuda'],
  numero: ['numero', 'no', 'cuenta', 'referencia', 'numero de cuenta'],
  saldo: ['saldo', 'saldo actual', 'monto adeudado', 'debe'],
  cuota: ['cuota', 'cuota al mes', 'cuota mensual', 'letra', 'pago mensual'],
  campo: ['campo', 'dato'],
  valor: ['valor', 'respuesta'],
};
const columnNamed = (heading: string) =>
  Object.entries(HEADINGS).find(([, names]) => names.includes(plainText(heading)))?.[0];

/**
 * Reads a file of debts (acreedor, saldo, cuota; tipo and numero where it has them) or the filled template of a bank (campo,
 * valor) against a profile. Writes nothing. Each fault is told with its row, as the file counts them, and its column. Raises
 * Unreadable. Repeats, in the file or of what is there already, change nothing.
 */
export function planCsv(
  bytes: Buffer,
  profile: Profile,
  around: Circumstances & { locked: readonly number[]; fixed: readonly string[] },
): Plan {
  const { rows } = readCsv(bytes, CSV_ROWS);
  const [head, ...body] = rows;
  if (!head) throw new Unreadable('El archivo está vacío.');
  const columns = new Map<string, number>();
  for (const [at, cell] of head.cells.entries()) {
    const name = columnNamed(cellText(cell));
    if (name && !columns.has(name)) columns.set(name, at);
  }
  const template = columns.has('campo') && columns.has('valor');
  const needed = template ? ['campo', 'valor'] : ['acreedor', 'saldo', 'cuota'];
  const lacking = needed.filter((name) => !columns.has(name));
  if (lacking.length > 0)
    return {
      rows: [],
      errors: lacking.map((columna) => ({
        fila: head.row,
        columna,
        mensaje: `Falta la columna «${columna}» en la primera fila.`,
      })),
      debts: null,
      values: null,
    };
  if (body.length === 0) throw new Unreadable('El archivo solo trae los títulos: escribe las filas debajo.');
  const cell = (cells: readonly Cell[], name: string) => cellText(cells[columns.get(name) ?? -1] ?? null);
  return template
    ? planTemplate(
        body.map(({ row, cells }) => ({ row, campo: cell(cells, 'campo'), valor: cell(cells, 'valor') })),
        profile,
        around,
      )
    : planDebts(
        body.map(({ row, cells }) => ({
          row,
          acreedor: cell(cells, 'acreedor'),
          tipo: cell(cells, 'tipo'),
          numero: cell(cells, 'numero'),
          saldo: cell(cells, 'saldo'),
          cuota: cell(cells, 'cuota'),
        })),
        profile.rows.deudas,
      );
}

interface DebtLine {
  row: number;
  acreedor: string;
  tipo: string;
  numero: string;
  saldo: string;
  cuota: string;
}

/** The same debt: the same number at the same creditor; without a number, the same creditor and amounts. */
const debtKey = ({ acreedor, numero, saldo_centavos, cuota_centavos }: Debt) =>
  numero === ''
    ? `${plainText(acreedor)}|${saldo_centavos}|${cuota_centavos}`
    : `${plainText(acreedor)}#${numero.replace(/[\s-]/g, '').toUpperCase()}`;

function planDebts(lines: readonly DebtLine[], existing: readonly Debt[]): Plan {
  const debts = [...existing];
  const at = new Map(debts.map((debt, index) => [debtKey(debt), index]));
  const rows: Plan['rows'] = [];
  const errors: Plan['errors'] = [];
  const seen = new Map<string, number>();
  for (const line of lines) {
    const { debt, faults } = readDebt(line);
    if (!debt) {
      errors.push(...faults.map(({ columna, mensaje }) => ({ fila: line.row, columna, mensaje })));
      continue;
    }
    const key = debtKey(debt);
    const index = at.get(key);
    const before = index === undefined ? undefined : debts[index];
    const merged = before ? { ...debt, tipo: debt.tipo || before.tipo } : debt;
    if (before === undefined && debts.length >= ROWS.deudas.most) {
      errors.push({
        fila: line.row,
        columna: 'acreedor',
        mensaje: `Se guardan ${ROWS.deudas.most} deudas como máximo.`,
      });
      continue;
    }
    const same = before !== undefined && JSON.stringify(order(before)) === JSON.stringify(order(merged));
    const first = seen.get(key);
    if (first !== undefined && !same) {
      errors.push({
        fila: line.row,
        columna: 'numero',
        mensaje: `Esta deuda ya está en la fila ${first} con otro monto.`,
      });
      continue;
    }
    seen.set(key, first ?? line.row);
    const estado = before === undefined ? 'nueva' : same ? 'igual' : 'cambia';
    if (index === undefined) at.set(key, debts.push(merged) - 1);
    else debts[index] = estado === 'igual' ? before! : merged;
    rows.push({
      fila: line.row,
      nombre: debt.acreedor,
      valores: {
        tipo: debt.tipo,
        numero: debt.numero,
        saldo: moneyText(debt.saldo_centavos),
        cuota: moneyText(debt.cuota_centavos),
      },
      estado,
    });
  }
  return { rows, errors, debts, values: null };
}

/** What counts as the debt's own, in one order. The name may be written with other capitals. */
const order = ({ acreedor, tipo, numero, saldo_centavos, cuota_centavos }: Debt) => [
  plainText(acreedor),
  tipo,
  numero.replace(/[\s-]/g, '').toUpperCase(),
  saldo_centavos,
  cuota_centavos,
];

interface Fault {
  columna: string;
  mensaje: string;
}
const ONE_LINE = /^\P{Cc}*$/u;

function readDebt({ acreedor, tipo, numero, saldo, cuota }: DebtLine): { debt?: Debt; faults: Fault[] } {
  const faults: Fault[] = [];
  const text = (columna: string, value: string, most: number, required: boolean): string => {
    if (required && value === '') faults.push({ columna, mensaje: 'Escribe a quién se le debe.' });
    else if (value.length > most)
      faults.push({ columna, mensaje: `Escribe como máximo ${most} caracteres.` });
    else if (!ONE_LINE.test(value)) faults.push({ columna, mensaje: 'Escribe una sola línea de texto.' });
    return value.toWellFormed();
  };
  const money = (columna: string, value: string): number => {
    const read = value === '' ? undefined : readNumber(value);
    const cents = read === undefined ? undefined : Math.round(read * 100);
    if (value === '') faults.push({ columna, mensaje: 'Escribe el monto; 0 si no hay.' });
    else if (read === undefined || cents === undefined)
      faults.push({
        columna,
        mensaje: `«${value.slice(0, 40)}» no es un monto. Escribe solo números, por ejemplo 1,234.50`,
      });
    else if (cents < 0) faults.push({ columna, mensaje: 'El monto no puede ser menor que cero.' });
    else if (Math.abs(read * 100 - cents) > 1e-6)
      faults.push({ columna, mensaje: 'Escribe dos decimales como máximo.' });
    else if (cents > MAX_CENTS)
      faults.push({ columna, mensaje: 'El monto es demasiado grande. Revisa la cantidad.' });
    else return cents;
    return 0;
  };
  const debt: Debt = {
    acreedor: text('acreedor', acreedor, ROWS.deudas.columns.acreedor.max, true),
    tipo: kindOf(text('tipo', tipo, ROWS.deudas.columns.tipo.max, false)),
    numero: text('numero', numero, ROWS.deudas.columns.numero.max, false),
    saldo_centavos: money('saldo', saldo),
    cuota_centavos: money('cuota', cuota),
  };
  if (debt.tipo === UNKNOWN)
    faults.push({ columna: 'tipo', mensaje: `Elige una de las opciones: ${DEBT_KINDS.join(', ')}.` });
  return faults.length > 0 ? { faults } : { debt, faults };
}
const UNKNOWN = '?';
const kindOf = (text: string) =>
  text === '' ? '' : (DEBT_KINDS.find((kind) => plainText(kind) === plainText(text)) ?? UNKNOWN);

interface TemplateLine {
  row: number;
  campo: string;
  valor: string;
}

function planTemplate(
  lines: readonly TemplateLine[],
  profile: Profile,
  around: Circumstances & { locked: readonly number[]; fixed: readonly string[] },
): Plan {
  const rows: Plan['rows'] = [];
  const errors: Plan['errors'] = [];
  const values: Record<string, Value> = {};
  const typed = new Map<string, string>(lines.map(({ campo, valor }) => [fieldNamed(campo) ?? '', valor]));
  const other = (field: string) =>
    typed.get(field) ?? (isFieldName(field) ? fieldText(field, profile.values[field]) : '');
  for (const { row, campo, valor } of lines) {
    // Left empty in the template: nothing is said about it.
    if (valor === '') continue;
    const field = fieldNamed(campo);
    const refuse = (columna: string, mensaje: string) => void errors.push({ fila: row, columna, mensaje });
    if (field === undefined) {
      refuse(
        'campo',
        `«${campo.slice(0, 60)}» no es un dato del formulario. Usa los nombres de la plantilla.`,
      );
      continue;
    }
    const before = fieldText(field, profile.values[field]);
    const read = readField(field, spelled(field, valor), { ...around, other });
    if (read.error !== undefined) refuse('valor', read.error);
    else if (around.fixed.includes(field)) {
      if (fieldText(field, read.value) !== before)
        refuse('valor', 'Este dato viene de la venta y no se cambia aquí.');
      else rows.push({ fila: row, nombre: askLabel(field), valores: { valor: before }, estado: 'igual' });
    } else if (around.locked.includes(specOf(field).page))
      refuse('campo', 'Su página ya está verificada o archivada: hay que reabrirla.');
    else {
      const after = fieldText(field, read.value);
      values[field] = read.value;
      rows.push({
        fila: row,
        nombre: askLabel(field),
        valores: { valor: after },
        estado: after === before ? 'igual' : before === '' ? 'nueva' : 'cambia',
      });
    }
  }
  return { rows, errors, debts: null, values };
}

const BY_NAME = new Map<string, FieldName>(
  FIELD_NAMES.flatMap((name) => [
    [name, name],
    [plainText(name), name],
    [plainText(specOf(name).label), name],
  ]),
);
/** By its name, its label, or both as the template has them: `salario_mensual (Ingreso mensual bruto)`. */
function fieldNamed(text: string): FieldName | undefined {
  const word = text.trim().split(/\s/)[0] ?? '';
  return BY_NAME.get(text.trim()) ?? BY_NAME.get(plainText(text)) ?? BY_NAME.get(word.toLowerCase());
}

/** A spreadsheet writes amounts without cents, or with the currency. */
function spelled(field: FieldName, text: string): string {
  if (specOf(field).kind !== 'money') return text;
  const number = readNumber(text);
  return number === undefined || number < 0 || number > MAX_CENTS / 100 ? text : number.toFixed(2);
}

/** The template to fill in for a bank that asks for these: a head, and a line for each datum that the sale does not decide. */
export const templateLines = (asked: readonly string[]): string[][] => [
  ['campo', 'valor', 'significa', 'opciones'],
  ...FIELD_NAMES.filter((name) => asked.includes(name) && !specOf(name).fixed).map((name) => {
    const spec = specOf(name);
    return [name, '', askLabel(name), spec.kind === 'choice' ? spec.options.join(' / ') : ''];
  }),
];
