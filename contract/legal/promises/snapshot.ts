import { z } from 'zod';
import { sorted } from '#contract/legal/seals/chain.ts';

// What a promise froze of its sale when it was generated: buyers, house, money and dates. Money in centavos, percents 0-100,
// days YYYY-MM-DD. The contract, its summary and its annexes are made from this alone.

export const FrozenBuyer = z.object({
  /** Null: the main buyer of the sale; else the id of the co-buyer. */
  buyer_id: z.number().int().nullable(),
  role: z.enum(['comprador', 'codeudor']),
  name: z.string(),
  document_type: z.string().nullable(),
  document: z.string().nullable(),
  phone: z.string(),
  email: z.string().nullable(),
});
export type FrozenBuyer = z.infer<typeof FrozenBuyer>;

export const FrozenPart = z.object({
  label: z.string(),
  due_on: z.string().nullable(),
  centavos: z.number().int(),
});
export type FrozenPart = z.infer<typeof FrozenPart>;

export const Snapshot = z.object({
  date: z.string(),
  sale: z.object({ code: z.string(), payment_form: z.enum(['hipoteca', 'contado']) }),
  seller: z.object({ name: z.string(), ruc: z.string(), address: z.string() }),
  buyers: z.array(FrozenBuyer).min(1),
  house: z.object({
    project: z.string(),
    place: z.string(),
    model: z.string(),
    bedrooms: z.number(),
    bathrooms: z.number(),
    area_m2: z.number(),
    lot_id: z.number().int().nullable(),
    lot: z.string().nullable(),
    lot_area_m2: z.number().nullable(),
  }),
  money: z.object({
    price_centavos: z.number().int(),
    down_centavos: z.number().int(),
    financed_centavos: z.number().int(),
    plan: z.array(FrozenPart),
    bank: z.string().nullable(),
    penalty_percent: z.number(),
    refund_days: z.number().int(),
    /** Most percent by which the price may rise, with the buyer's signature; 0: fixed. */
    adjust_percent: z.number(),
  }),
  /** The lot is drawn on the project's plan, which is annexed; missing in those of before: it was taken to be. */
  lot_drawn: z.boolean().optional(),
  /** The accepted proforma, which is annexed. */
  quote: z.object({ id: z.number().int(), number: z.number().int(), code: z.string() }).nullable(),
});
export type Snapshot = z.infer<typeof Snapshot>;

/** What a lawyer adds to the frozen data. */
export interface PromiseTerms {
  deliveryOn: string | null;
  motherFinca: string | null;
  locationCode: string | null;
  /** Last day to sign. */
  signBy: string;
  representative: { name: string; documentType: string; document: string } | null;
}

const PARTS: readonly (readonly [label: string, of: (one: Snapshot) => unknown])[] = [
  ['los compradores', ({ buyers }) => buyers],
  ['el precio', ({ money }) => money.price_centavos],
  ['el abono', ({ money }) => [money.down_centavos, money.plan]],
  ['el banco', ({ money }) => money.bank],
  ['la vivienda o el lote', ({ house }) => house],
  ['la forma de pago', ({ sale }) => sale.payment_form],
  ['la proforma', ({ quote }) => quote],
];

/** What changed in the sale since the promise was generated, in words; empty: nothing. */
export const changedParts = (frozen: Snapshot, now: Snapshot): string[] =>
  PARTS.filter(([, of]) => JSON.stringify(sorted(of(frozen))) !== JSON.stringify(sorted(of(now)))).map(
    ([label]) => label,
  );
