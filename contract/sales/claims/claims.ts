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

/**
 * hold: 30 minutes while buying · offer: to the first in the waitlist, 2 h · reservation: 48 h, unpaid · separation: 15
 * days, paid · sale: no end.
 */
export const ClaimKind = z.enum(['hold', 'offer', 'reservation', 'separation', 'sale']);
export type ClaimKind = z.infer<typeof ClaimKind>;

/** Error code when another person has the lot. */
export const LOT_TAKEN = 'LOT_TAKEN';
export const LOT_TAKEN_TEXT = 'Ese lote acaba de ser tomado por otra persona. Elige otro.';
export const LOT_WITHHELD_TEXT = 'Ese lote ya no está a la venta. Elige otro.';
export const LOT_UNFIT_TEXT = 'Ese lote no es para este modelo. Elige otro.';

/** Error code when a person already has as many claims as the setting allows. */
export const CLAIMS_LIMIT = 'CLAIMS_LIMIT';
export const claimsLimitText = (most: number) =>
  `Ya tienes ${most} lotes apartados. Termina una de esas compras, o espera a que se libere uno.`;

/** Error code when unconfirmed people hold too many lots: a one-time code or staff can confirm the person. */
export const CONFIRM_FIRST = 'CONFIRM_FIRST';
/** Does not reveal whether the claims belong to the same connection, telephone or mail. */
export const CONFIRM_FIRST_TEXT =
  'Para apartar este lote confirma primero tu correo con un código de 6 números. Así sabemos que eres tú y te lo guardamos.';
/** `current` of that error: the draft without a lot, for which the code is requested. */
export const ToConfirm = z.object({ precontrato_id: z.number().int() });
export type ToConfirm = z.infer<typeof ToConfirm>;

/** `current` of a 409 LOT_TAKEN: the next place in the lot's waitlist, and the URL to join it. */
export const PlaceOffered = z.object({
  lote_id: z.number().int(),
  puesto: z.number().int(),
  url: z.string(),
});
export type PlaceOffered = z.infer<typeof PlaceOffered>;

export const waitUrl = (lotId: number) => `/clientes/lotes/${lotId}/espera`;
