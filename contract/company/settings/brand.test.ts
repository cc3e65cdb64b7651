import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brandCss, contrast, luminance, tintsOf } from './brand.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const own = tintsOf(null);

describe('tints of a company’s colour', () => {
  test('have the luminance of the default tints, for any colour', () => {
    fc.assert(
      fc.property(colour, (color) => {
        const { scale, darkWash } = tintsOf(color);
        for (const [at, one] of [...scale, darkWash].entries())
          expect(Math.abs(luminance(one) - luminance([...own.scale, own.darkWash][at]!)), one).toBeLessThan(
            0.012,
          );
      }),
      { numRuns: 300 },
    );
  });

  test('pass AA for text on them: buttons and links, light and dark', () => {
    fc.assert(
      fc.property(colour, (color) => {
        const { scale, darkWash } = tintsOf(color);
        const pairs: [string, string][] = [
          ['#ffffff', scale[8]!],
          ['#ffffff', scale[9]!],
          ['#ffffff', scale[6]!],
          [scale[7]!, '#ffffff'],
          [scale[7]!, '#f6f8f7'],
          [scale[7]!, scale[0]!],
          [scale[3]!, '#1d2321'],
          [scale[3]!, darkWash],
        ];
        for (const [front, ground] of pairs)
          expect(contrast(front, ground), `${color}: ${front} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 300 },
    );
  });

  test('keep the hue: a red company is red, a grey one grey', () => {
    const [red, , blue] = [1, 3, 5].map((at) =>
      Number.parseInt(tintsOf('#c01818').scale[8]!.slice(at, at + 2), 16),
    );
    expect(red).toBeGreaterThan(blue! + 60);
    const grey = tintsOf('#777777').scale[8]!;
    expect(new Set([grey.slice(1, 3), grey.slice(3, 5), grey.slice(5, 7)]).size).toBe(1);
  });

  test('without a colour the style sheet is empty', () => {
    expect(brandCss(null)).toBe('');
    expect(brandCss('#1d4ed8')).toMatch(/^:root:root\{--brand-0:#[0-9a-f]{6};/);
  });
});
