import { describe, expect, it } from 'vitest';
import { listModels } from '#contract/projects/projects/models.ts';
import { listSales } from '#contract/sales/sale/endpoints.ts';
import { asks, searchOf } from './list.ts';

describe('the address of a list', () => {
  it('keeps what the call takes, however it was written, and drops the rest', () => {
    const address = { mias: '1', estado_id: ['2', 3], turno: 'nunca', proyecto_id: 4, q: 7, color: 'rojo' };
    expect(searchOf(listSales).parse(address)).toEqual({
      mias: 1,
      estado_id: [2, 3],
      proyecto_id: 4,
      q: '7',
    });
  });

  it('drops an order that the list does not go by', () => {
    expect(searchOf(listSales).parse({ order_column: 'color', order_type: 'desc' })).toEqual({
      order_type: 'desc',
    });
  });

  it('is asked as the call takes it, without what belongs to the page', () => {
    expect(asks(listModels, { archived: 1, page: 2, vista: 3, abrir: 'nuevo', recamaras: 'dos' })).toEqual({
      archived: 1,
      page: 2,
    });
  });
});
