/** A short decimal: coordinates need no more than a tenth of a pixel. */
export const n1 = (value: number): string => String(Math.round(value * 10) / 10);
