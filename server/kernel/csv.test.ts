import { expect, test } from 'vitest';
import { readCsv, recordsOf, Unreadable } from './csv.ts';

const told = (text: string, separator = ',') =>
  recordsOf(text, separator, 100).map(({ record, line, cells }) => [record, line, cells]);

test('records and lines are counted as a spreadsheet and an editor count them', () => {
  expect(told('a,b\r\n"x\r\ny",2\r\n\r\n3,4\r\n')).toEqual([
    [1, 1, ['a', 'b']],
    [2, 2, ['x\ny', '2']],
    [3, 4, ['']],
    [4, 5, ['3', '4']],
  ]);
});

test('quotes, short rows and empty tabs are read as people mean them', () => {
  expect(told('5" tubo, "1,5"\n"él dijo ""sí"""')).toEqual([
    [1, 1, ['5" tubo', '1,5']],
    [2, 2, ['él dijo "sí"']],
  ]);
  expect(told('\t\ta\n', '\t')).toEqual([[1, 1, ['', '', 'a']]]);
});

test('quotes that nobody closes, and too many rows, are refused with a sentence', () => {
  expect(() => told('a\n"b,c\n')).toThrow(Unreadable);
  expect(() => readCsv(Buffer.from('a\n'.repeat(60)), 5)).toThrow('más de 5 filas');
});
