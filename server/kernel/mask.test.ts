import { expect, test } from 'vitest';
import { maskDocument, maskPhone } from './mask.ts';

test.each([
  ['+50761234567', '+507 6***-**67'],
  ['+5072123456', '+507 2**-**56'],
  ['+573001234567', '+573*******67'],
])('a phone number %s is shown as %s', (phone, shown) => expect(maskPhone(phone)).toBe(shown));

test.each([
  ['8-712-4567', '8-***-**67'],
  ['13AV-1-23', '13AV-*-23'],
  ['AB123456', '******56'],
])('a document %s is shown as %s', (number, shown) => expect(maskDocument(number)).toBe(shown));
