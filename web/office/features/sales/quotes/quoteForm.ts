import type { Args } from '#contract/endpoint.ts';
import type { createQuote } from '#contract/sales/quotes/endpoints.ts';
import type { QuoteFigures, QuoteSnapshot, QuoteTerms } from '#contract/sales/quotes/model.ts';
import { QuoteTerms as Terms } from '#contract/sales/quotes/model.ts';

/** A proforma as it is typed. */
export interface QuoteValues extends Record<string, unknown> {
  nombre: string;
  celular: string;
  email: string;
  proyecto_id: string;
  modelo_id: string;
  lote_id: string;
  extras: { nombre: string; centavos: number | null }[];
  descuento_centavos: number | null;
  descuento_motivo: string;
  abono_percent: number | string;
  abono_centavos: number | null;
  cuotas: number | string;
  primera_cuota: string;
  forma_pago: 'hipoteca' | 'contado';
  banco_id: string;
  tasa_percent: number | string;
  plazo_meses: number | string;
  feci: boolean;
  vivienda_principal: boolean;
  primera_vivienda: boolean;
  residente: boolean;
  en_edificio: boolean;
  ingreso_centavos: number | null;
  deudas_centavos: number | null;
  nota: string;
}

export const EMPTY: QuoteValues = {
  nombre: '',
  celular: '',
  email: '',
  proyecto_id: '',
  modelo_id: '',
  lote_id: '',
  extras: [],
  descuento_centavos: null,
  descuento_motivo: '',
  abono_percent: '',
  abono_centavos: null,
  cuotas: 0,
  primera_cuota: '',
  forma_pago: 'hipoteca',
  banco_id: '',
  tasa_percent: '',
  plazo_meses: '',
  feci: false,
  vivienda_principal: true,
  primera_vivienda: true,
  residente: true,
  en_edificio: false,
  ingreso_centavos: null,
  deudas_centavos: null,
  nota: '',
};

/** The values of a version, to begin the next one with. */
export function valuesOf({ project, model, lot, terms }: QuoteSnapshot): QuoteValues {
  return {
    ...EMPTY,
    ...terms,
    ...startOf({ project, model, lot }),
    descuento_centavos: terms.descuento_centavos || null,
    descuento_motivo: terms.descuento_motivo ?? '',
    primera_cuota: '',
    banco_id: terms.banco_id === null ? '' : String(terms.banco_id),
    deudas_centavos: terms.deudas_centavos || null,
    nota: terms.nota ?? '',
  };
}

/** The house that somebody already wants. */
export interface KnownHouse {
  project: { id: number };
  model: { id: number } | null;
  lot: { id: number } | null;
}

export const startOf = ({ project, model, lot }: KnownHouse) => ({
  proyecto_id: String(project.id),
  modelo_id: model ? String(model.id) : '',
  lote_id: lot ? String(lot.id) : '',
});

const numberOf = (value: number | string) => (value === '' ? Number.NaN : Number(value));

/** What the server takes of it. */
export const termsOf = (values: QuoteValues) => ({
  extras: values.extras
    .filter(({ nombre, centavos }) => nombre.trim() !== '' || centavos !== null)
    .map(({ nombre, centavos }) => ({ nombre, centavos: centavos ?? 0 })),
  descuento_centavos: values.descuento_centavos ?? 0,
  descuento_motivo: values.descuento_motivo.trim() || null,
  abono_percent: numberOf(values.abono_percent),
  abono_centavos: values.abono_centavos,
  cuotas: numberOf(values.cuotas),
  primera_cuota: values.primera_cuota || null,
  forma_pago: values.forma_pago,
  banco_id: values.banco_id === '' ? null : Number(values.banco_id),
  tasa_percent: numberOf(values.tasa_percent),
  plazo_meses: numberOf(values.plazo_meses),
  feci: values.feci,
  vivienda_principal: values.vivienda_principal,
  primera_vivienda: values.primera_vivienda,
  residente: values.residente,
  en_edificio: values.en_edificio,
  ingreso_centavos: values.ingreso_centavos,
  deudas_centavos: values.deudas_centavos ?? 0,
  nota: values.nota.trim() || null,
});

/** Faults at the extras whose amount was left open: an extra for nothing says so with a zero. */
export const unpricedExtras = ({ extras }: QuoteValues): Record<string, string> =>
  Object.fromEntries(
    extras.flatMap(({ nombre, centavos }, at) =>
      nombre.trim() !== '' && centavos === null
        ? [[`extras.${at}.centavos`, 'Escribe el monto; 0 si va incluido.']]
        : [],
    ),
  );

export const houseOf = (values: QuoteValues) => ({
  modelo_id: Number(values.modelo_id),
  lote_id: values.lote_id === '' ? null : Number(values.lote_id),
});

/** Whom it is for: somebody on file, a sale's buyer, or who is typed. */
export const personOf = (
  values: QuoteValues,
  on: { personId?: number | undefined; saleId?: number | undefined },
): Pick<Args<typeof createQuote>['body'], 'person_id' | 'sale_id' | 'nombre' | 'celular' | 'email'> => {
  if (on.saleId !== undefined) return { sale_id: on.saleId };
  if (on.personId !== undefined) return { person_id: on.personId };
  return { nombre: values.nombre, celular: values.celular, email: values.email.trim() || null };
};

/** The terms once they can be worked out; null while something is missing or wrong. */
export function readTerms(values: QuoteValues): QuoteTerms | null {
  const read = Terms.safeParse(termsOf(values));
  return read.success ? read.data : null;
}

/** What the project prints, where nobody typed anything yet. */
export const startingTerms = (figures: QuoteFigures, values: QuoteValues): Partial<QuoteValues> => ({
  ...(values.abono_percent === '' && { abono_percent: figures.down_payment_percent }),
  ...(values.tasa_percent === '' && { tasa_percent: figures.rate_percent }),
  ...(values.plazo_meses === '' && { plazo_meses: figures.term_months }),
});
