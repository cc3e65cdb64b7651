/**
 * The tokens that JavaScript needs as values; everything else reads the properties of tokens.css.
 * tokens.test.ts keeps the two equal.
 */

/** Deep green, light to dark; 8 carries white text. */
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

/** Ground of the browser's own bars, per scheme (meta theme-color). */
export const PAGE = { light: '#f6f8f7', dark: '#151a18' } as const;

/** Widths in px at which a layout changes: one column below `phone`, menu as a drawer below `desk`. */
export const WIDTHS = { phone: 576, tablet: 768, desk: 1024, wide: 1440 } as const;

/** How a state reads at a glance; each has --state-<tone> and --state-<tone>-text. */
export const TONES = ['neutral', 'progress', 'attention', 'positive', 'negative'] as const;
export type Tone = (typeof TONES)[number];
