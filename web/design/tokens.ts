/**
 * The tokens that JavaScript needs as values; everything else uses the properties of tokens.css. tokens.test.ts
 * checks that both are equal.
 */

/** Deep green, light to dark; white text on 8. */
export const BRAND = [
  '#eff8f3',
  '#d6ede1',
  '#a7d6bf',
  '#79c0a0',
  '#53ab84',
  '#37996f',
  '#23825a',
  '#176c49',
  '#0f573a',
  '#0a402b',
] as const;

/** Background of the browser's bars, per scheme (meta theme-color). */
export const PAGE = { light: '#f6f8f7', dark: '#151a18' } as const;

/** Breakpoints in px: one column below `phone`, the menu as a drawer below `desk`. */
export const WIDTHS = { phone: 576, tablet: 768, desk: 1024, wide: 1440 } as const;

/** Tones of a state; each has the tokens --state-<tone> and --state-<tone>-text. */
export const TONES = ['neutral', 'progress', 'attention', 'positive', 'negative'] as const;
export type Tone = (typeof TONES)[number];
