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

test.each([
  ['"a', 1],
  ['a\n"b,c\n', 2],
  ['a,b\n1,2\n"x\ny",2\n3,"4\n5,6\n7,8\n', 4],
  ['a\r\n\r\nb,"\r\n', 3],
  ['"él dijo ""sí"",2\n3,4\n', 1],
])('quotes in %j unclosed: refused with row %i', (text, row) => {
  expect(() => told(text)).toThrow(Unreadable);
  expect(() => told(text)).toThrow(`La fila ${row} abre unas comillas`);
});

test.each([
  ['a quote within a cell', 'tubo 5",2', ['tubo 5"', '2']],
  ['text after the closing quote', '"a"b,2', ['"a"b', '2']],
  ['a cell of quotes alone', '"""",""', ['"', '']],
  ['separator, quote and line in one cell', '"a,""b""\nc",2', ['a,"b"\nc', '2']],
])('%s is part of its cell', (_, text, cells) => {
  expect(told(text)).toEqual([[1, 1, cells]]);
});

test('refuses too many rows with a message', () => {
  expect(() => readCsv(Buffer.from('a\n'.repeat(60)), 5)).toThrow('más de 5 filas');
});
