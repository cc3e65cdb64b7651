/**
 * Tints of a company's colour. Each has the luminance of the default tint in its place, so every colour pair keeps the
 * contrast that tokens.test.ts requires: WCAG contrast depends only on luminance.
 */

/** The default green, light to dark, and the dark scheme's wash (web/design/tokens.css). */
const OWN = [
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
const OWN_DARK_WASH = '#16302a';

type Triple = [number, number, number];

const channels = (hex: string): Triple =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Triple;
const linear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const gamma = (c: number) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055);
const hexOf = (rgb: Triple) =>
  `#${rgb
    .map((c) =>
      Math.round(Math.min(1, Math.max(0, gamma(c))) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Relative luminance (WCAG 2.2), 0-1. */
export function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map(linear) as Triple;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two colours, 1-21. */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Hue in radians and chroma in OKLCH (Ottosson). */
function hueOf(hex: string): { hue: number; chroma: number } {
  const [r, g, b] = channels(hex).map(linear) as Triple;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { hue: Math.atan2(y, x), chroma: Math.hypot(x, y) };
}

/** Linear sRGB of an OKLCH colour; outside 0-1 when a screen cannot show it. */
function rgbOf(lightness: number, chroma: number, hue: number): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const shown = (rgb: Triple) => rgb.every((c) => c >= -0.0005 && c <= 1.0005);

/** A colour with this hue and luminance; chroma is reduced until a screen can show it. */
function tint(wanted: number, hue: number, chroma: number): string {
  for (let strength = chroma; ; strength = strength < 0.004 ? 0 : strength * 0.94) {
    let [low, high] = [0, 1];
    for (let step = 0; step < 24; step += 1) {
      const middle = (low + high) / 2;
      const [r, g, b] = rgbOf(middle, strength, hue);
      if (0.2126 * r + 0.7152 * g + 0.0722 * b < wanted) low = middle;
      else high = middle;
    }
    const rgb = rgbOf(low, strength, hue);
    if (strength === 0 || shown(rgb)) return hexOf(rgb);
  }
}

export interface Tints {
  /** --brand-0 to --brand-9, light to dark. */
  scale: readonly string[];
  darkWash: string;
}

/** Tints of a colour `#rrggbb`; null gives the default ones. */
export function tintsOf(color: string | null): Tints {
  if (color === null) return { scale: OWN, darkWash: OWN_DARK_WASH };
  const { hue, chroma } = hueOf(color);
  const like = (own: string) =>
    tint(luminance(own), hue, hueOf(own).chroma * Math.min(1.6, chroma / hueOf(OWN[8]).chroma));
  return { scale: OWN.map(like), darkWash: like(OWN_DARK_WASH) };
}

/** Style sheet that overrides the colour tokens in any load order; empty for the default colour. */
export function brandCss(color: string | null): string {
  if (color === null) return '';
  const { scale, darkWash } = tintsOf(color);
  const wash = `--wash:${darkWash}`;
  return (
    `:root:root{${scale.map((one, at) => `--brand-${at}:${one}`).join(';')}}` +
    `:root:root[data-theme='dark']{${wash}}` +
    `@media (prefers-color-scheme:dark){:root:root:not([data-theme='light']){${wash}}}`
  );
}
