import { describe, expect, it } from 'vitest';
import { moved, ordered, shownColumns } from './layout.ts';

const columns = ['id', 'estado', 'monto', 'nota'].map((key) => ({ key, startsHidden: key === 'nota' }));
const keys = (prefs: { order: string[]; hidden: string[] | null }, cols?: string) =>
  shownColumns(columns, prefs, cols).map(({ key }) => key);

describe('the columns of a table', () => {
  it('are the page’s own until the user changes them', () => {
    expect(keys({ order: [], hidden: null })).toEqual(['id', 'estado', 'monto']);
  });

  it('follow the user’s choice, and the first one stays first and visible', () => {
    expect(keys({ order: ['monto', 'nota', 'id', 'estado'], hidden: ['id', 'estado'] })).toEqual([
      'id',
      'monto',
      'nota',
    ]);
  });

  it('of a later release have the position that the page gives them', () => {
    expect(ordered(columns, { order: ['id', 'monto'] }).map(({ key }) => key)).toEqual([
      'id',
      'estado',
      'monto',
      'nota',
    ]);
  });

  it('of the URL override the user’s own; unknown keys are ignored', () => {
    expect(keys({ order: [], hidden: [] }, 'nota,nada,estado')).toEqual(['id', 'nota', 'estado']);
  });

  it('move by one position', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  });
});
