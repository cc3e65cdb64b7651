/** What a customer or colleague may put into a paper's slot. No schema here: the phone takes it as it is. */
export const PAPER_FILE = {
  maxCount: 1,
  maxSize: 10 * 1_048_576,
  types: ['image/jpeg', 'image/png', 'application/pdf'],
} as const;
/** Edge, in pixels, beyond which a picture is taken for a decompression bomb. */
export const PICTURE_EDGE_MAX = 12_000;
