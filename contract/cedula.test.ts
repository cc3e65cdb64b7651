import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cedulaKey, formatCedula, mayBecomeCedula, parseCedula } from './cedula.ts';

// domain.md §5: text, valid while typing, complete
test.each([
  ['', true, false],
  ['P', true, false],
  ['p', true, false],
  ['PI', false, false],
  ['PE', true, false],
  ['PE-', true, false],
  ['PE1', false, false],
  ['P-', false, false],
  ['P-1-1', false, false],
  ['E', true, false],
  ['EE', false, false],
  ['E-8-98765', true, true],
  ['n-1-1', true, true],
  ['NT-1-1', false, false],
  ['1', true, false],
  ['0', false, false],
  ['13', true, false],
  ['14', false, false],
  ['130-1-1', false, false],
  ['09-1-1', false, false],
  ['8A', true, false],
  ['8A-', false, false],
  ['8A-1-1', false, false],
  ['8P-1-1', false, false],
  ['8av-1-1', true, true],
  ['8-AV-1-1', false, false],
  ['8PI-712-45', true, true],
  ['13PI-1-1', true, true],
  ['PEAV-1-1', false, false],
  ['8-', true, false],
  ['8--', false, false],
  ['8--1', false, false],
  ['8-7123', true, false],
  ['8-71234', false, false],
  ['8-7123-', true, false],
  ['8-7123-4', true, true],
  ['8-712-45678', true, true],
  ['8-712-456789', false, false],
  ['8-712-45-', false, false],
  ['8-712-45-1', false, false],
  ['1-23-456', true, true],
  ['8-0712-00045', true, true],
  ['8.712.45', false, false],
  [' 8-712-45', false, false],
  ['8-712-45 ', false, false],
  ['8-712-45\n', false, false],
  ['8-712-٤٥', false, false],
  ['8-712-４５', false, false],
  ['8–712–45', false, false],
  ['8-7 2-45', false, false],
  ['8-712-4.5', false, false],
  ['8-712-1e3', false, false],
  ['-', false, false],
  ['--', false, false],
])('%j: typing %s, complete %s', (text, typing, complete) => {
  expect(mayBecomeCedula(text)).toBe(typing);
  expect(parseCedula(text) !== undefined).toBe(complete);
});

test.each([
  ['8-712-45', { prefix: '8', series: '', volume: '712', entry: '45' }],
  ['8AV-1-1', { prefix: '8', series: 'AV', volume: '1', entry: '1' }],
  ['13pi-1-1', { prefix: '13', series: 'PI', volume: '1', entry: '1' }],
  ['PE-12-345', { prefix: 'PE', series: '', volume: '12', entry: '345' }],
  ['e-8-98765', { prefix: 'E', series: '', volume: '8', entry: '98765' }],
])('%s has four parts', (text, parts) => {
  expect(parseCedula(text)).toEqual(parts);
  expect(formatCedula(parts)).toBe(text.toUpperCase());
});

test('the entry has as many digits as the setting allows', () => {
  expect(parseCedula('E-8-123456')).toBeUndefined();
  expect(parseCedula('E-8-123456', 6)).toMatchObject({ entry: '123456' });
  expect(mayBecomeCedula('E-8-123456', 6)).toBe(true);
  expect(mayBecomeCedula('E-8-1234567', 6)).toBe(false);
});

test.each([
  ['8-0712-00045', '8-712-45'],
  ['8-712-45', '8-712-45'],
  ['8av-0-000', '8AV-0-0'],
  ['10-100-1000', '10-100-1000'],
])('%s is compared as %s', (text, key) => {
  expect(cedulaKey(parseCedula(text)!)).toBe(key);
});

// An independent copy of the grammar: a list of all 42 prefixes and a character loop. It shares nothing with the
// parser.
const PROVINCES = Array.from({ length: 13 }, (_, at) => String(at + 1));
const PREFIXES = ['PE', 'E', 'N', ...PROVINCES.flatMap((n) => [n, `${n}AV`, `${n}PI`])];

/** How far a text is a cédula: `no`, `typing` (prefix of a complete one) or `complete`. */
function reference(text: string, maxEntry: number): 'no' | 'typing' | 'complete' {
  const upper = [...text].map((c) => (c >= 'a' && c <= 'z' ? c.toUpperCase() : c)).join('');
  if (PREFIXES.some((prefix) => `${prefix}-`.startsWith(upper))) return 'typing';
  const prefix = PREFIXES.find((one) => upper.startsWith(`${one}-`));
  if (prefix === undefined) return 'no';
  const counts = [0];
  for (const c of upper.slice(prefix.length + 1)) {
    if ('0123456789'.includes(c)) counts[counts.length - 1]! += 1;
    else if (c === '-' && counts.length === 1 && counts[0]! > 0) counts.push(0);
    else return 'no';
  }
  const [volume = 0, entry = 0] = counts;
  if (volume > 4 || entry > maxEntry) return 'no';
  return entry > 0 ? 'complete' : 'typing';
}

const digits = (max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: max });
const anyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((lower) => [...text].map((c, at) => (lower[at] ? c.toLowerCase() : c)).join(''));
const complete = fc
  .tuple(fc.constantFrom(...PREFIXES).chain(anyCase), digits(4), digits(5))
  .map((parts) => parts.join('-'));

describe('properties', () => {
  test('every generated number is complete, in upper case, and each of its prefixes is valid while typing', () => {
    fc.assert(
      fc.property(complete, (text) => {
        const parts = parseCedula(text);
        expect(parts).toBeDefined();
        expect(formatCedula(parts!)).toBe(text.toUpperCase());
        for (let end = 0; end <= text.length; end++) {
          expect(mayBecomeCedula(text.slice(0, end)), `typing ${text.slice(0, end)}`).toBe(true);
        }
      }),
    );
  });

  test('the parser agrees with the reference on any text', () => {
    const near = fc.string({ unit: fc.constantFrom(...'PEINAVpeinav0123456789---'), maxLength: 14 });
    const spoiled = fc
      .tuple(complete, fc.nat(14), fc.string({ maxLength: 2 }))
      .map(([text, at, noise]) => text.slice(0, at) + noise + text.slice(at));
    const cut = fc.tuple(complete, fc.nat(14)).map(([text, end]) => text.slice(0, end));
    const texts = fc.oneof(near, spoiled, cut, complete, fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(texts, fc.constantFrom(5, 6), (text, maxEntry) => {
        const expected = reference(text, maxEntry);
        expect(parseCedula(text, maxEntry) !== undefined).toBe(expected === 'complete');
        expect(mayBecomeCedula(text, maxEntry)).toBe(expected !== 'no');
      }),
      { numRuns: 5000 },
    );
  });

  test('leading zeros keep the same person, a different digit does not', () => {
    const zeros = fc.tuple(fc.constantFrom(...PREFIXES), fc.nat(99), fc.nat(999), fc.nat(2), fc.nat(2));
    fc.assert(
      fc.property(zeros, ([prefix, volume, entry, a, b]) => {
        const key = (text: string) => cedulaKey(parseCedula(text)!);
        const plain = `${prefix}-${volume}-${entry}`;
        expect(key(`${prefix}-${'0'.repeat(a)}${volume}-${'0'.repeat(b)}${entry}`)).toBe(plain);
        expect(key(`${prefix}-${volume}-${entry + 1}`)).not.toBe(key(plain));
      }),
    );
  });
});
