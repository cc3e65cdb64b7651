import { describe, expect, it } from 'vitest';
import { eachRow } from './bulk.ts';
import { Refusal } from './refusal.ts';

describe('a bulk action', () => {
  it('returns each result in order, and a failed row does not stop the others', async () => {
    let under = 0;
    let most = 0;
    const outcomes = await eachRow([1, 2, 3, 4, 5, 6], String, async (row) => {
      under += 1;
      most = Math.max(most, under);
      await Promise.resolve();
      under -= 1;
      if (row % 2 === 0) throw new Refusal(409, { message: `No ${row}`, code: 'STALE', request_id: '' });
    });
    expect(outcomes).toEqual(
      [1, 2, 3, 4, 5, 6].map((row) => ({ name: String(row), error: row % 2 === 0 ? `No ${row}` : null })),
    );
    expect(most).toBeLessThanOrEqual(3);
  });

  it('returns the messages of the fields, because there is no form to show them', async () => {
    const answer = { message: 'Por favor, verifique los siguientes campos', code: 'INVALID', request_id: '' };
    const errors = [{ field: 'procesador_id', message: 'Ya la tiene Kevin.' }];
    const outcomes = await eachRow([1], String, () =>
      Promise.reject(new Refusal(422, { ...answer, errors })),
    );
    expect(outcomes).toEqual([{ name: '1', error: 'Ya la tiene Kevin.' }]);
  });
});
