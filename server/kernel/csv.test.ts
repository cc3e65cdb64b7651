import { expect, test } from 'vitest';
import { readCsv, recordsOf, Unreadable } from './csv.ts';

const told = (text: string, separator = ',') =>
  recordsOf(text, separator, 100).map(({ record, line, cells }) => [record, line, cells]);

test('counts records like a spreadsheet and lines like an editor', () => {
  expect(told('a,b\r\n"x\r\ny",2\r\n\r\n3,4\r\n')).toEqual([
    [1, 1, ['a', 'b']],
    [2, 2, ['x\ny', '2']],
    [3, 4, ['']],
    [4, 5, ['3', '4']],
  ]);
});

test('reads stray quotes, short rows and empty leading cells', () => {
  expect(told('5" tubo, "1,5"\n"él dijo ""sí"""')).toEqual([
    [1, 1, ['5" tubo', '1,5']],
    [2, 2, ['él dijo "sí"']],
  ]);
  expect(told('\t\ta\n', '\t')).toEqual([[1, 1, ['', '', 'a']]]);
});

test('refuses unclosed quotes and too many rows with a message', () => {
  expect(() => told('a\n"b,c\n')).toThrow(Unreadable);
  expect(() => readCsv(Buffer.from('a\n'.repeat(60)), 5)).toThrow('más de 5 filas');
});
