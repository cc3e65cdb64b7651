import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import type { Change } from '#contract/legal/addenda/change.ts';
import { AddendumForm } from '#contract/legal/addenda/model.ts';
import { ADDENDUM_KIND_NAMES } from '#contract/legal/addenda/rules.ts';

const id = z.number().int().nullable().default(null);

/** The form of an addendum: one field for each thing that a kind may change. */
export const Form = AddendumForm.omit({ cambio: true }).extend({
  tipo: z.enum(ADDENDUM_KIND_NAMES),
  lote_id: id,
  modelo_id: id,
  mejoras: z.string().max(300).default(''),
  precio: z.number().int().nullable().default(null),
  quita_id: id,
  agrega_persona_id: id,
  agrega_como: z.enum(['comprador', 'codeudor']).default('comprador'),
  entrega: IsoDate.nullable().default(null),
  abono: z.number().int().nullable().default(null),
  cuotas: z.number().int().nullable().default(null),
  primera_fecha: IsoDate.nullable().default(null),
  persona_id: id,
  forma_pago: z.enum(['hipoteca', 'contado']).nullable().default(null),
});
export type Form = z.output<typeof Form>;

type Typed = { [K in keyof Form]?: Form[K] | null | undefined };

/** The change that the typed fields mean; null while one is missing. */
export function changeOf(typed: Typed): Change | null {
  const { tipo, lote_id, modelo_id, precio, entrega, abono, cuotas, primera_fecha } = typed;
  switch (tipo) {
    case 'lote':
      return lote_id && precio ? { tipo, lote_id, precio_centavos: precio } : null;
    case 'modelo':
      return modelo_id && precio
        ? { tipo, modelo_id, mejoras: typed.mejoras?.trim() ?? '', precio_centavos: precio }
        : null;
    case 'precio':
      return precio ? { tipo, precio_centavos: precio } : null;
    case 'comprador':
      return {
        tipo,
        quita_id: typed.quita_id ?? null,
        agrega_persona_id: typed.agrega_persona_id ?? null,
        agrega_como: typed.agrega_como ?? 'comprador',
      };
    case 'prorroga':
      return entrega ? { tipo, entrega } : null;
    case 'cesion':
      return typed.persona_id && typed.forma_pago
        ? { tipo, persona_id: typed.persona_id, forma_pago: typed.forma_pago }
        : null;
    case 'plan':
      return abono && cuotas !== null && cuotas !== undefined && primera_fecha
        ? { tipo, abono_centavos: abono, cuotas, primera_fecha }
        : null;
    default:
      return null;
  }
}

/** The fields of a saved change. */
export function fieldsOf(change: Change): Partial<Form> {
  switch (change.tipo) {
    case 'lote':
      return { tipo: change.tipo, lote_id: change.lote_id, precio: change.precio_centavos };
    case 'modelo':
      return {
        tipo: change.tipo,
        modelo_id: change.modelo_id,
        mejoras: change.mejoras,
        precio: change.precio_centavos,
      };
    case 'precio':
      return { tipo: change.tipo, precio: change.precio_centavos };
    case 'plan':
      return {
        tipo: change.tipo,
        abono: change.abono_centavos,
        cuotas: change.cuotas,
        primera_fecha: change.primera_fecha,
      };
    default:
      return change;
  }
}
