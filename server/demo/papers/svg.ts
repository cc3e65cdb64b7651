/** A coordinate with one decimal: a tenth of a pixel is precise enough. */
export const n1 = (value: number): string => String(Math.round(value * 10) / 10);
