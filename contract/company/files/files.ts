/** Files allowed in a document's slot. No schema here: the phone uses the limits directly. */
export const PAPER_FILE = {
  maxCount: 1,
  maxSize: 10 * 1_048_576,
  types: ['image/jpeg', 'image/png', 'application/pdf'],
} as const;
/**
 * Maximum pixels of a signature image, because the server decodes it to look for ink. Enough for any canvas and cheap
 * to decode.
 */
export const SIGNATURE_PIXELS_MAX = 5_000_000;
/** A proof of payment stops a deadline, so it must be a readable file. */
export const PROOF_FILE = { ...PAPER_FILE, opensPdf: true } as const;
/** File limits of the slot `field`. */
export const paperFileOf = (field: string) =>
  field === 'archivo_firma'
    ? { ...PAPER_FILE, maxPixels: SIGNATURE_PIXELS_MAX }
    : field === 'archivo_comprobante'
      ? PROOF_FILE
      : PAPER_FILE;
/** An image with a longer edge, in pixels, is treated as a decompression bomb. */
export const PICTURE_EDGE_MAX = 12_000;
