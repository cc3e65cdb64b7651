import {
  FIELD_NAMES,
  FIELDS,
  isFieldName,
  type FieldName,
  type PageNumber,
  type Values,
} from './bankData.fields.ts';

/** Row lists of the profile, each on its page. */
export const DEBT_KINDS = [
  'Tarjeta de crédito',
  'Préstamo personal',
  'Préstamo de auto',
  'Hipoteca',
  'Cooperativa',
  'Otro',
] as const;
export interface Debt {
  acreedor: string;
  tipo: string;
  numero: string;
  saldo_centavos: number;
  cuota_centavos: number;
}
export interface Reference {
  nombre: string;
  relacion: string;
  celular: string;
}
export interface Relative {
  nombre: string;
  cedula: string;
  parentesco: string;
}

interface RowSpec {
  page: PageNumber;
  label: string;
  /** Maximum number of rows in a profile. */
  most: number;
  columns: Readonly<
    Record<
      string,
      {
        label: string;
        kind: 'text' | 'money' | 'phone' | 'cedula';
        max: number;
        required?: true;
        options?: readonly string[];
      }
    >
  >;
  income?: true;
}
export const ROWS = {
  deudas: {
    page: 3,
    label: 'Deudas',
    most: 2000,
    income: true,
    columns: {
      acreedor: { label: 'Acreedor', kind: 'text', max: 80, required: true },
      tipo: { label: 'Tipo', kind: 'text', max: 40, options: DEBT_KINDS },
      numero: { label: 'Número', kind: 'text', max: 40 },
      saldo: { label: 'Saldo', kind: 'money', max: 20, required: true },
      cuota: { label: 'Cuota al mes', kind: 'money', max: 20, required: true },
    },
  },
  referencias: {
    page: 3,
    label: 'Referencias',
    most: 6,
    columns: {
      nombre: { label: 'Nombre', kind: 'text', max: 120, required: true },
      relacion: { label: 'Qué es tuyo', kind: 'text', max: 60 },
      celular: { label: 'Celular', kind: 'phone', max: 40, required: true },
    },
  },
  grupo_familiar: {
    page: 4,
    label: 'Grupo familiar',
    most: 20,
    columns: {
      nombre: { label: 'Nombre', kind: 'text', max: 120, required: true },
      cedula: { label: 'Cédula', kind: 'cedula', max: 40 },
      parentesco: { label: 'Parentesco', kind: 'text', max: 60, required: true },
    },
  },
} as const satisfies Record<string, RowSpec>;
export type RowsName = keyof typeof ROWS;
export const ROW_NAMES = Object.keys(ROWS) as [RowsName, ...RowsName[]];
export const rowSpecOf = (name: RowsName): RowSpec => ROWS[name];
/** The form lists up to this many debts. More debts are handled by CSV only. */
export const DEBTS_IN_FORM = 30;

export interface Rows {
  deudas: Debt[];
  referencias: Reference[];
  grupo_familiar: Relative[];
}
/** The whole profile. */
export interface Profile {
  values: Values;
  rows: Rows;
}

/** Minimum rows that a bank may ask for, per kind. */
export const ROW_ASKS = { deudas: 1, referencias: 2, grupo_familiar: 1 } as const satisfies Record<
  RowsName,
  number
>;
/** A field or row kind, as used in requirements and forms. */
export type AskName = FieldName | RowsName;
export const ASK_NAMES = [...FIELD_NAMES, ...ROW_NAMES] as [AskName, ...AskName[]];
export const askLabel = (name: AskName): string =>
  isFieldName(name) ? FIELDS[name].label : ROWS[name].label;
export const askPage = (name: AskName): PageNumber =>
  isFieldName(name) ? FIELDS[name].page : ROWS[name].page;
