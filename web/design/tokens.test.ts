import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BRAND, PAGE, TONES } from './tokens.ts';

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8');
const [light = '', dark = '', system = ''] = [...css.matchAll(/:root[^{]*\{([^}]*)\}/g)].map(
  (m) => m[1] ?? '',
);
const read = (block: string) =>
  new Map([...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((m) => [m[1] ?? '', m[2] ?? '']));
const lights = read(light);
const schemes = { light: lights, dark: new Map([...lights, ...read(dark)]) };

function colour(scheme: Map<string, string>, name: string): string {
  const value = scheme.get(name) ?? '';
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return other ? colour(scheme, other) : value;
}
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const readable: [string, string][] = [
  ...['page', 'surface', 'surface-sunken', 'surface-hover', 'wash'].flatMap((ground): [string, string][] => [
    ['text', ground],
    ['text-dim', ground],
    ['link', ground],
  ]),
  ['action-text', 'action'],
  ['action-text', 'action-hover'],
  ['turn-text', 'turn'],
  ['turn-soft-text', 'turn-soft'],
  ['danger-text', 'danger'],
  ['danger', 'surface'],
  ['action-text', 'danger-fill'],
  ...TONES.map((tone): [string, string] => [`state-${tone}-text`, `state-${tone}`]),
];

describe.each(Object.entries(schemes))('tokens, %s', (_, scheme) => {
  it.each(readable)('%s is readable on %s', (front, ground) => {
    expect(contrast(colour(scheme, front), colour(scheme, ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['line-strong', 'focus'])('%s has enough contrast to the surface', (edge) => {
    expect(contrast(colour(scheme, edge), colour(scheme, 'surface'))).toBeGreaterThanOrEqual(3);
  });
});

describe('tokens', () => {
  it('are the same for a dark system and for an explicit dark choice', () => {
    expect(read(system)).toEqual(read(dark));
  });

  it('are equal to the values for JavaScript', () => {
    expect(BRAND.map((_, i) => lights.get(`brand-${i}`))).toEqual([...BRAND]);
    expect(colour(schemes.light, 'page')).toBe(PAGE.light);
    expect(colour(schemes.dark, 'page')).toBe(PAGE.dark);
  });
});
