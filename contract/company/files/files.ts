/** What a customer or colleague may put into a paper's slot. No schema here: the phone takes it as it is. */
export const PAPER_FILE = {
  maxCount: 1,
  maxSize: 10 * 1_048_576,
  types: ['image/jpeg', 'image/png', 'application/pdf'],
} as const;
/** A signature's picture is opened to see whether anything is drawn: enough for any canvas, little to open. */
export const SIGNATURE_PIXELS_MAX = 5_000_000;
/** A proof of payment: it stops a clock, so it must be something to look at. */
export const PROOF_FILE = { ...PAPER_FILE, opensPdf: true } as const;
/** What the slot `field` takes. */
export const paperFileOf = (field: string) =>
  field === 'archivo_firma'
    ? { ...PAPER_FILE, maxPixels: SIGNATURE_PIXELS_MAX }
    : field === 'archivo_comprobante'
      ? PROOF_FILE
      : PAPER_FILE;
/** Edge, in pixels, beyond which a picture is taken for a decompression bomb. */
export const PICTURE_EDGE_MAX = 12_000;
