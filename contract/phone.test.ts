import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Phone, normalizePhone, reachUrl, showPhone, whatsappDigits } from './phone.ts';

test.each([
  ['6123-4567', '+50761234567', '+507 6123-4567'],
  ['61234567', '+50761234567', '+507 6123-4567'],
  ['6123 4567', '+50761234567', '+507 6123-4567'],
  ['507 6123-4567', '+50761234567', '+507 6123-4567'],
  ['+507-6123-4567', '+50761234567', '+507 6123-4567'],
  ['+50761234567', '+50761234567', '+507 6123-4567'],
  [' +507\u00A06123-4567 ', '+50761234567', '+507 6123-4567'],
  ['212-3456', '+5072123456', '+507 212-3456'],
  ['7741234', '+5077741234', '+507 774-1234'],
  ['507-1234', '+5075071234', '+507 507-1234'],
  ['507 507-1234', '+5075071234', '+507 507-1234'],
  ['+1 (305) 555-0123', '+13055550123', '+13055550123'],
  ['+57 310.555.0123', '+573105550123', '+573105550123'],
])('%j is %s, shown %s', (text, e164, shown) => {
  expect(Phone.parse(text)).toBe(e164);
  expect(showPhone(e164)).toBe(shown);
  expect(normalizePhone(shown)).toBe(e164);
});

test.each([
  '',
  ' ',
  '+',
  '6123',
  '6123-456',
  '6123-45678',
  '123-4567',
  '612-3456',
  '0123-4567',
  '3055550123',
  '+507 6123-456',
  '+507 5555-1234',
  '+507',
  '+0123456789',
  '+1234',
  '+1234567890123456',
  '+1 305 CALL',
  '6123–4567',
  '٦١٢٣٤٥٦٧',
  '++50761234567',
  '<6123-4567>',
  `+1${' '.repeat(100_000)}`,
])('%j is refused with an example', (text) => {
  expect(Phone.safeParse(text).error?.issues[0]?.message).toContain('6123-4567');
});

test('wa.me gets digits with the country code', () => {
  expect(whatsappDigits('+50761234567')).toBe('50761234567');
});

test('a normalized number is E.164 and stays the same when normalized again', () => {
  const typed = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'+0567 -().12389'), maxLength: 20 }),
    fc.stringMatching(/^(\+?507[ -]?)?(6\d{3}-?\d{4}|[2-57-9]\d{2}-?\d{4})$/),
    fc.stringMatching(/^\+[1-9]\d{6,14}$/),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const number = normalizePhone(text);
      if (number === undefined) return;
      expect(number).toMatch(/^\+[1-9]\d{6,14}$/);
      expect(normalizePhone(number)).toBe(number);
      expect(normalizePhone(showPhone(number))).toBe(number);
    }),
  );
});

test('every format of domain.md §6 is accepted', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^(\+?507[\s-]?)?(6\d{3}-?\d{4}|[2-57-9]\d{2}-?\d{4})$/), (text) => {
      expect(normalizePhone(text)?.endsWith(text.replace(/\D/g, '').slice(-7))).toBe(true);
    }),
  );
});

test.for<[phone: string, url: string]>([
  ['+50761234567', 'https://wa.me/50761234567'],
  ['50761234567', 'https://wa.me/50761234567'],
  ['+5072123456', 'tel:+5072123456'],
  ['5072123456', 'tel:+5072123456'],
  ['+573001234567', 'https://wa.me/573001234567'],
])('%s is contacted at %s', ([phone, url]) => {
  expect(reachUrl(phone)).toBe(url);
});
