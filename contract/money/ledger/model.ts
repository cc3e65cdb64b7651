import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { orderBy, pageBy } from '#contract/paging.ts';
import type { PERIOD_STATE } from './rules.ts';

/** What made an entry: a record, or a voucher that people typed. */
export const ENTRY_KINDS = {
  registro: 'De un registro',
  comprobante: 'Comprobante de diario',
  apertura: 'Apertura',
  cierre: 'Cierre del año',
  reparto: 'Reparto de costos',
} as const;
export type EntryKind = keyof typeof ENTRY_KINDS;
const ENTRY_KIND_NAMES = Object.keys(ENTRY_KINDS) as [EntryKind, ...EntryKind[]];
export const EntryKindName = z.enum(ENTRY_KIND_NAMES);

export type PeriodState = (typeof PERIOD_STATE)[keyof typeof PERIOD_STATE];

export type VoucherKind = Exclude<EntryKind, 'registro'>;

/** How a pool of costs reaches the houses. */
export const ALLOCATION_BASES = {
  area: 'Por área',
  precio: 'Por precio',
  igual: 'En partes iguales',
} as const;
export type AllocationBasis = keyof typeof ALLOCATION_BASES;

/** Kinds of record that say something to the books, with their names in the journal's filter. */
export const SOURCE_RECORDS = {
  pago: 'Pagos de clientes',
  devolucion: 'Devoluciones',
  comision: 'Comisiones',
  linea_banco: 'Líneas del banco',
  contrato: 'Contratos de obra',
  cuenta_obra: 'Cuentas de obra',
  existencia: 'Materiales',
  permiso: 'Permisos',
  prestamo_interino: 'Préstamos interinos: saldo inicial',
  desembolso_prestamo: 'Préstamos interinos: desembolsos',
  interes_prestamo: 'Préstamos interinos: intereses',
  pago_prestamo: 'Préstamos interinos: pagos',
  comprobante_diario: 'Comprobantes',
  precontrato: 'Entregas de viviendas',
  cargo_garantia: 'Cargos de garantía',
} as const;

const cents = z.number().int();
const Named = z.object({ id: z.number().int(), name: z.string() });

/** An entry of the journal, as the list shows it. */
export const EntryRow = z.object({
  id: z.number().int(),
  /** 2026-000123, gapless by book and year. */
  number: z.string(),
  day: z.string(),
  /** The day on which it happened, if that month was closed already. */
  occurred_on: z.string(),
  book: Named,
  kind: EntryKindName,
  description: z.string(),
  /** Its debits, which are its credits. */
  centavos: cents,
  /** The record that says it, and its page; null where it has none. */
  source: z.object({
    record: z.string(),
    id: z.number().int(),
    name: z.string(),
    url: z.string().nullable(),
  }),
  /** The entry that this one reverses, and the one that reversed it. */
  reverses: z.object({ id: z.number().int(), number: z.string() }).nullable(),
  reversed: z.object({ id: z.number().int(), number: z.string() }).nullable(),
});
export type EntryRow = z.infer<typeof EntryRow>;

export const EntryLine = z.object({
  id: z.number().int(),
  account: Named.extend({ code: z.string() }),
  debit: cents,
  credit: cents,
  /** What it is about: project, house, sale, partner, contract and bank account, by name. */
  about: z.array(z.object({ label: z.string(), text: z.string(), url: z.string().nullable() })),
  note: z.string().nullable(),
});
export type EntryLine = z.infer<typeof EntryLine>;

export const Entry = EntryRow.extend({
  /** The kind of event whose rule made it. */
  event: z.string().nullable(),
  reason: z.string().nullable(),
  /** Null: the records say it. */
  made_by: z.string().nullable(),
  approved_by: z.string().nullable(),
  created_at: z.string(),
  lines: z.array(EntryLine),
});
export type Entry = z.infer<typeof Entry>;

/** Sort columns: dia (default, newest first) · numero. */
export const EntryFilter = pageBy('dia', 'numero').extend({
  libro_id: Id.optional(),
  desde: IsoDate.optional(),
  hasta: IsoDate.optional(),
  clase: EntryKindName.optional(),
  registro: z.enum(Object.keys(SOURCE_RECORDS) as [keyof typeof SOURCE_RECORDS]).optional(),
  cuenta_id: Id.optional(),
  proyecto_id: Id.optional(),
  q: z.string().trim().max(80).optional(),
});
export type EntryFilter = z.infer<typeof EntryFilter>;

/** An account of the chart with its balance. */
export const ChartRow = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  /** tipo_cuenta_contables: the first digit of the code. */
  class: Named,
  debit: cents,
  credit: cents,
  /** On the account's own side: debits less credits of assets, costs and expenses; credits less debits of the others. */
  balance: cents,
  archived: z.boolean(),
});
export type ChartRow = z.infer<typeof ChartRow>;

export const ChartFilter = orderBy('codigo', 'saldo').extend({
  libro_id: Id.optional(),
  proyecto_id: Id.optional(),
  /** Balance at the end of this day; without it, today. */
  hasta: IsoDate.optional(),
  clase_id: z.coerce.number().int().min(1).max(6).optional(),
  /** 1: also accounts without movements. */
  todas: z.coerce.number().int().min(0).max(1).optional(),
});
export type ChartFilter = z.infer<typeof ChartFilter>;

/** A line in the ledger of one account, with the balance after it. */
export const LedgerRow = z.object({
  id: z.number().int(),
  day: z.string(),
  entry: z.object({ id: z.number().int(), number: z.string() }),
  book: Named,
  description: z.string(),
  project: Named.nullable(),
  lot: Named.nullable(),
  debit: cents,
  credit: cents,
  balance: cents,
});
export type LedgerRow = z.infer<typeof LedgerRow>;

/** By day, oldest first. Without an account: the lines of all accounts. */
/** The figures of a house's margin: patterns of the codes of the chart that each adds up, and what they leave out. */
export const HOUSE_FIGURES = {
  ingreso: { title: 'Ingreso', of: '^4', but: null },
  terreno: { title: 'Terreno', of: '^5[.]1[.]01$', but: null },
  construccion: { title: 'Construcción', of: '^5[.]1[.]02$', but: null },
  infraestructura: { title: 'Infraestructura', of: '^5[.]1[.]03$', but: null },
  permisos: { title: 'Permisos', of: '^5[.]1[.]04$', but: null },
  comisiones: { title: 'Comisiones', of: '^6[.]1[.]01$', but: null },
  otros: { title: 'Otros costos', of: '^[5-9]', but: '^(5[.]1[.]0[1-4]|6[.]1[.]01)$' },
  margen: { title: 'Margen', of: '^[4-9]', but: null },
  proceso: { title: 'En proceso', of: '^1[.]3[.]', but: null },
} as const;
export type HouseFigure = keyof typeof HOUSE_FIGURES;
export const HOUSE_FIGURE_NAMES = Object.keys(HOUSE_FIGURES) as [HouseFigure, ...HouseFigure[]];

export const LedgerFilter = pageBy('dia').extend({
  cuenta_id: Id.optional(),
  libro_id: Id.optional(),
  proyecto_id: Id.optional(),
  lote_id: Id.optional(),
  /** The accounts of a figure of a house's margin, without the entries that close a year. */
  cifra: z.enum(HOUSE_FIGURE_NAMES).optional(),
  desde: IsoDate.optional(),
  hasta: IsoDate.optional(),
});
export type LedgerFilter = z.infer<typeof LedgerFilter>;

/** 2026-000123 */
export const entryNumber = (year: number, number: number) => `${year}-${String(number).padStart(6, '0')}`;

/** Whether an account's balance is debits less credits: assets, costs and expenses. */
export const isDebitClass = (classId: number) => classId === 1 || classId === 5 || classId === 6;
