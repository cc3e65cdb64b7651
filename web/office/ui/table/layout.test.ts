import { describe, expect, it } from 'vitest';
import { moved, ordered, shownColumns } from './layout.ts';

const columns = ['id', 'estado', 'monto', 'nota'].map((key) => ({ key, startsHidden: key === 'nota' }));
const keys = (prefs: { order: string[]; hidden: string[] | null }, cols?: string) =>
  shownColumns(columns, prefs, cols).map(({ key }) => key);

describe('the columns of a table', () => {
  it('are the page’s own until somebody chooses', () => {
    expect(keys({ order: [], hidden: null })).toEqual(['id', 'estado', 'monto']);
  });

  it('follow the person, and the first stays first and in sight', () => {
    expect(keys({ order: ['monto', 'nota', 'id', 'estado'], hidden: ['id', 'estado'] })).toEqual([
      'id',
      'monto',
      'nota',
    ]);
  });

  it('of a later release stand where the page has them', () => {
    expect(ordered(columns, { order: ['id', 'monto'] }).map(({ key }) => key)).toEqual([
      'id',
      'estado',
      'monto',
      'nota',
    ]);
  });

  it('of the address win over one’s own; what does not exist is passed over', () => {
    expect(keys({ order: [], hidden: [] }, 'nota,nada,estado')).toEqual(['id', 'nota', 'estado']);
  });

  it('move by one place', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  });
});
