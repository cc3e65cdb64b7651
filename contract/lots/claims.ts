import { z } from 'zod';

/** hold: 30 minutes while buying · reservation: 48 h unpaid · separation: 15 days paid · sale: does not end by itself. */
export const ClaimKind = z.enum(['hold', 'reservation', 'separation', 'sale']);
export type ClaimKind = z.infer<typeof ClaimKind>;

/** Code of every refusal of a lot that somebody else has. */
export const LOT_TAKEN = 'LOT_TAKEN';
export const LOT_TAKEN_TEXT = 'Ese lote acaba de ser tomado por otra persona. Escoge otro.';
export const LOT_WITHHELD_TEXT = 'Ese lote ya no está a la venta. Escoge otro.';
export const LOT_UNFIT_TEXT = 'Ese lote no es para este modelo. Escoge otro.';

/** Code of the refusal when this browser already holds as many lots as the setting allows. */
export const CLAIMS_LIMIT = 'CLAIMS_LIMIT';
export const claimsLimitText = (most: number) =>
  `Ya tienes ${most} lotes apartados. Termina una de esas compras, o espera a que se libere uno.`;
export const ADDRESS_LIMIT_TEXT =
  'Desde tu conexión hay demasiados lotes apartados en este momento. Inténtalo de nuevo en unos minutos.';
