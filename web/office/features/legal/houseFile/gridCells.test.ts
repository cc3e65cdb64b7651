import { expect, test } from 'vitest';
import type { HouseFileRow } from '#contract/legal/houseFile/model.ts';
import { afterPaste, cellName, changedRows, faultIn, GRID, pastedCells } from './gridCells.ts';

const rowOf = (id: number, over: Partial<HouseFileRow> = {}) =>
  ({ id, version: 1, ...Object.fromEntries(GRID.map(({ key }) => [key, null])), ...over }) as HouseFileRow;

test('a block copied from a sheet fills the cells from where it is pasted, and only what changed is sent', () => {
  const rows = [rowOf(1), rowOf(2, { finca: '200', permiso_fecha: '2026-03-01' }), rowOf(3)];
  const cells = pastedCells('100\t8A05\r\n200\t8A05\r\n300\t8A05\t55\r\n');
  const typed = afterPaste(new Map(), rows, { row: 0, column: 1 }, cells);
  expect(typed.get(cellName(3, 'segregacion_entrada'))).toBe('55');
  expect(changedRows(rows, typed)).toEqual([
    { lote_id: 1, version: 1, finca: '100', codigo_ubicacion: '8A05' },
    { lote_id: 2, version: 1, codigo_ubicacion: '8A05' },
    { lote_id: 3, version: 1, finca: '300', codigo_ubicacion: '8A05', segregacion_entrada: '55' },
  ]);
  // Outside of the table nothing is written.
  expect(
    afterPaste(new Map(), rows, { row: 2, column: GRID.length - 1 }, [['01-02-2026', 'x'], ['y']]).size,
  ).toBe(1);
});

test('days are read as typed here, day first; other texts are told at their cell', () => {
  const day = GRID.find(({ key }) => key === 'permiso_fecha')!;
  const rows = [rowOf(1)];
  const typed = new Map([[cellName(1, 'permiso_fecha'), '9/3/2026']]);
  expect(changedRows(rows, typed)).toEqual([{ lote_id: 1, version: 1, permiso_fecha: '2026-03-09' }]);
  expect(faultIn(day, '31-31-2026')).not.toBeNull();
  expect(faultIn(day, '')).toBeNull();
});
