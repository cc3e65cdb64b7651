import { describe, expect, it } from 'vitest';
import { listModels } from '#contract/projects/projects/models.ts';
import { listSales } from '#contract/sales/sale/endpoints.ts';
import { asks, searchOf } from './list.ts';

describe('the URL of a list', () => {
  it('keeps values that the endpoint accepts, in any notation, and drops the rest', () => {
    const address = { mias: '1', estado_id: ['2', 3], turno: 'nunca', proyecto_id: 4, q: 7, color: 'rojo' };
    expect(searchOf(listSales).parse(address)).toEqual({
      mias: 1,
      estado_id: [2, 3],
      proyecto_id: 4,
      q: '7',
    });
  });

  it('drops a sort column that the list does not support', () => {
    expect(searchOf(listSales).parse({ order_column: 'color', order_type: 'desc' })).toEqual({
      order_type: 'desc',
    });
  });

  it('makes a request without the parameters of the page', () => {
    expect(asks(listModels, { archived: 1, page: 2, vista: 3, abrir: 'nuevo', recamaras: 'dos' })).toEqual({
      archived: 1,
      page: 2,
    });
  });
});
