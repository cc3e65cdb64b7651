import { z } from 'zod';

export const LOT_STATE_LABELS: Record<number, string> = {
  1: 'Disponible',
  2: 'Reservado',
  3: 'Separado',
  4: 'Prometido',
  5: 'Escriturado',
  6: 'Entregado',
  7: 'No disponible',
};

/** hold: 30 minutes while buying · offer: to the first of the waiting list, 2 h · reservation: 48 h unpaid · separation: 15 days paid · sale: does not end by itself. */
export const ClaimKind = z.enum(['hold', 'offer', 'reservation', 'separation', 'sale']);
export type ClaimKind = z.infer<typeof ClaimKind>;

/** Code of every refusal of a lot that somebody else has. */
export const LOT_TAKEN = 'LOT_TAKEN';
export const LOT_TAKEN_TEXT = 'Ese lote acaba de ser tomado por otra persona. Escoge otro.';
export const LOT_WITHHELD_TEXT = 'Ese lote ya no está a la venta. Escoge otro.';
export const LOT_UNFIT_TEXT = 'Ese lote no es para este modelo. Escoge otro.';

/** Code of the refusal when a person already holds as many lots as the setting allows. */
export const CLAIMS_LIMIT = 'CLAIMS_LIMIT';
export const claimsLimitText = (most: number) =>
  `Ya tienes ${most} lotes apartados. Termina una de esas compras, o espera a que se libere uno.`;

/** Code of the refusal while too many lots are claimed by people whom nobody knows: a one-time code helps, or a colleague. */
export const CONFIRM_FIRST = 'CONFIRM_FIRST';
/** Says nothing of whose claims they are: of this connection, this telephone or this mail. */
export const CONFIRM_FIRST_TEXT =
  'Para apartar este lote confirma primero tu correo con un código de 6 números. Así sabemos que eres tú y te lo guardamos.';
/** With `current` as this: the draft that was begun without the lot, for which the code is asked. */
export const ToConfirm = z.object({ precontrato_id: z.number().int() });
export type ToConfirm = z.infer<typeof ToConfirm>;

/** What a 409 LOT_TAKEN offers instead, as `current`: the next place in the lot's waiting list, and where one joins it. */
export const PlaceOffered = z.object({
  lote_id: z.number().int(),
  puesto: z.number().int(),
  url: z.string(),
});
export type PlaceOffered = z.infer<typeof PlaceOffered>;

export const waitUrl = (lotId: number) => `/clientes/lotes/${lotId}/espera`;
