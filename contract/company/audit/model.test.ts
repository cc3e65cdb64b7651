import { expect, test } from 'vitest';
import { dataText } from './model.ts';

test('the data of a line is shown in words, and an unknown key as stored', () => {
  expect(dataText({ remember: false, success: true, saleId: 7, from: null, otra: [1, 2] })).toBe(
    'recordarme: no · entró: sí · venta: 7 · de: — · otra: [1,2]',
  );
});
