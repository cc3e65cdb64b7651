import { z } from 'zod';
import { dayText, IsoDate, showDay } from '#contract/dates.ts';
import { Cents, formatMoney } from '#contract/money.ts';

const id = z.number().int().min(1, { error: 'Elige una de las opciones.' });
const price = Cents.min(1, { error: 'Escribe un precio mayor que cero.' });
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `Escribe como máximo ${max} caracteres.` })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'Escribe una sola línea de texto.' });

/** What an addendum changes, by its kind. Money in centavos. */
export const Change = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('lote'), lote_id: id, precio_centavos: price }),
  z.object({
    tipo: z.literal('modelo'),
    modelo_id: id,
    /** What is built besides the model; empty: nothing. */
    mejoras: line(300).default(''),
    precio_centavos: price,
  }),
  z.object({ tipo: z.literal('precio'), precio_centavos: price }),
  z.object({
    tipo: z.literal('comprador'),
    /** Leaves the purchase; null: nobody. */
    quita_id: id.nullable().default(null),
    /** Joins it, a person who is registered with a document; null: nobody. */
    agrega_persona_id: id.nullable().default(null),
    agrega_como: z.enum(['comprador', 'codeudor']).default('comprador'),
  }),
  z.object({ tipo: z.literal('prorroga'), entrega: IsoDate }),
  z.object({
    tipo: z.literal('plan'),
    abono_centavos: price,
    cuotas: z.number().int().min(0).max(60, { error: 'Escribe 60 cuotas o menos.' }),
    primera_fecha: IsoDate,
  }),
  z.object({
    tipo: z.literal('cesion'),
    /** Takes the purchase over, a person who is registered with a document. */
    persona_id: id,
    /** How they pay the rest of the price. */
    forma_pago: z.enum(['hipoteca', 'contado']),
  }),
]);
export type Change = z.infer<typeof Change>;

/** What the sale is like, in the terms of an addendum. */
export interface Standing {
  priceCents: number;
  /** What its customer paid and accounting confirmed. */
  paidCents: number;
  paymentForm: 'hipoteca' | 'contado';
  lot: { id: number; name: string } | null;
  model: { id: number; name: string };
  deliveryOn: string | null;
  buyers: readonly { id: number | null; personId: number; name: string; role: 'comprador' | 'codeudor' }[];
  plan: { cents: number; months: number; firstOn: string } | null;
}

/** Names of what the change speaks of by id. */
export interface Named {
  lot?: string | undefined;
  model?: string | undefined;
  person?: string | undefined;
}

/** What was paid moves with a cession as it is on the day of the last signature; a payment meanwhile changes this line alone. */
export const PAID_LINE = 'Lo pagado';

export interface EffectLine {
  label: string;
  before: string;
  after: string;
}

const day = (value: string | null) => (value ? dayText(value) : 'Sin fecha');
const namesOf = (buyers: readonly { name: string; role: string }[]) =>
  buyers.map(({ name, role }) => (role === 'codeudor' ? `${name} (codeudor)` : name)).join(', ');
const planOf = (plan: Standing['plan']) =>
  plan
    ? plan.months === 0
      ? `${formatMoney(plan.cents)} en un pago, el ${showDay(plan.firstOn)}`
      : `${formatMoney(plan.cents)} en ${plan.months} cuotas, desde el ${showDay(plan.firstOn)}`
    : 'Sin plan';

const PAYS = { hipoteca: 'Con hipoteca', contado: 'De contado' } as const;

/** What an addendum changes, before and after; only lines that differ. */
export function effectOf(now: Standing, change: Change, named: Named): EffectLine[] {
  const lines: EffectLine[] = [];
  const add = (label: string, before: string, after: string) => {
    if (before !== after) lines.push({ label, before, after });
  };
  const priced = (cents: number) => add('Precio', formatMoney(now.priceCents), formatMoney(cents));
  switch (change.tipo) {
    case 'lote':
      add('Lote', now.lot?.name ?? 'Sin lote', named.lot ?? '');
      priced(change.precio_centavos);
      break;
    case 'modelo':
      add('Modelo', now.model.name, named.model ?? '');
      if (change.mejoras) add('Mejoras', 'Las del contrato', change.mejoras);
      priced(change.precio_centavos);
      break;
    case 'precio':
      priced(change.precio_centavos);
      break;
    case 'comprador': {
      const staying = now.buyers.filter(({ id: buyer }) => buyer === null || buyer !== change.quita_id);
      const joining =
        change.agrega_persona_id === null ? [] : [{ name: named.person ?? '', role: change.agrega_como }];
      add('Quienes compran', namesOf(now.buyers), namesOf([...staying, ...joining]));
      break;
    }
    case 'prorroga':
      add('Fecha de entrega', day(now.deliveryOn), day(change.entrega));
      break;
    case 'plan':
      add(
        'Plan de pago',
        planOf(now.plan),
        planOf({ cents: change.abono_centavos, months: change.cuotas, firstOn: change.primera_fecha }),
      );
      break;
    case 'cesion': {
      const [from, to] = [namesOf(now.buyers), named.person ?? ''];
      add('Quienes compran', from, to);
      add(
        PAID_LINE,
        `${formatMoney(now.paidCents)} de ${from}`,
        `A favor de ${to}, con lo que se pague hasta firmar`,
      );
      if (now.lot) add('Lote', `${now.lot.name}, de ${from}`, `${now.lot.name}, de ${to}`);
      add('Forma de pago', PAYS[now.paymentForm], PAYS[change.forma_pago]);
      if (now.paymentForm === 'hipoteca') add('Solicitudes bancarias', `Las de ${from}`, 'Se retiran');
      add('Contrato', 'Este pre-contrato', `Queda cedido: ${to} sigue con uno nuevo, al mismo precio`);
    }
  }
  return lines;
}

/** `Lote: antes «A-07», ahora «B-02»; Precio: …`: before and after may be names, amounts or sentences. */
export const effectText = (lines: readonly EffectLine[]): string =>
  lines.map(({ label, before, after }) => `${label}: antes «${before}», ahora «${after}»`).join('; ');

/** Why a change makes no sense for a sale as it is now; null when it does. Facts that only the database knows come later. */
export function whyNotChange(now: Standing, change: Change, today: string): string | null {
  switch (change.tipo) {
    case 'lote':
      return now.lot?.id === change.lote_id ? 'Ya es el lote de esta venta: elige otro.' : null;
    case 'precio':
      return now.priceCents === change.precio_centavos ? 'El precio es el mismo de ahora.' : null;
    case 'modelo':
      return now.model.id === change.modelo_id && !change.mejoras && now.priceCents === change.precio_centavos
        ? 'No cambia nada: elige otro modelo o escribe las mejoras.'
        : null;
    case 'comprador':
      if (change.quita_id === null && change.agrega_persona_id === null)
        return 'Elige quién sale o quién entra.';
      if (change.quita_id !== null && !now.buyers.some(({ id: buyer }) => buyer === change.quita_id))
        return 'Quien sale ya no está en la compra.';
      return now.buyers.some(({ personId }) => personId === change.agrega_persona_id)
        ? 'Esa persona ya está en la compra.'
        : null;
    case 'prorroga':
      return change.entrega <= today
        ? 'La nueva entrega es un día que viene.'
        : now.deliveryOn !== null && change.entrega === now.deliveryOn
          ? 'Es la misma fecha de entrega de ahora.'
          : null;
    case 'plan':
      return change.abono_centavos > now.priceCents
        ? 'El abono no puede ser mayor que el precio.'
        : change.primera_fecha < today
          ? 'La primera cuota no puede haber pasado.'
          : null;
    case 'cesion':
      return now.buyers.some(({ personId }) => personId === change.persona_id)
        ? 'Esa persona ya está en la compra: usa «Cambio de comprador o codeudor».'
        : null;
  }
}
