import { z } from 'zod';
import { QuoteTerms, type QuoteSnapshot } from '#contract/sales/quotes/model.ts';
import { OfficeForm } from '#contract/sales/sale/form.ts';

/** The quote form: customer, house and terms. */
export const QuoteForm = QuoteTerms.extend({
  nombre: OfficeForm.shape.nombre.optional(),
  celular: OfficeForm.shape.celular.optional(),
  email: OfficeForm.shape.email.optional(),
  proyecto_id: z.number().nullable(),
  modelo_id: z.number({ error: 'Elige el modelo.' }),
  lote_id: z.number().nullable(),
});

/** A version's values as the start of the next one. The first installment's day starts empty. */
export const valuesOf = ({ project, model, lot, terms }: QuoteSnapshot) => ({
  ...terms,
  ...startOf({ project, model, lot }),
  descuento_centavos: terms.descuento_centavos || null,
  primera_cuota: null,
  deudas_centavos: terms.deudas_centavos || null,
});

/** Initial values of a quote. */
export const EMPTY = {
  cuotas: 0,
  forma_pago: 'hipoteca',
  vivienda_principal: true,
  primera_vivienda: true,
  residente: true,
} as const;

/** The house that the customer already wants. */
export interface KnownHouse {
  project: { id: number };
  model: { id: number } | null;
  lot: { id: number } | null;
}

export const startOf = ({ project, model, lot }: KnownHouse) => ({
  proyecto_id: project.id,
  modelo_id: model?.id ?? null,
  lote_id: lot?.id ?? null,
});
