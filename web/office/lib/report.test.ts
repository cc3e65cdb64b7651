import { describe, expect, it } from 'vitest';
import { refusalOf } from './refusal.ts';
import { breadcrumb, report, setReporter, type Report } from './report.ts';

const taken: Report[] = [];
setReporter((one) => taken.push(one));
const last = () => taken.at(-1);

describe('report', () => {
  it('respects the size limits (spec §9)', () => {
    for (let at = 0; at < 120; at++) breadcrumb(`página ${at}`);
    report(new Error('x'.repeat(300)), { a: { b: { c: { d: 1 } } }, text: 'y'.repeat(300) });
    expect(last()?.breadcrumbs).toHaveLength(100);
    expect(last()?.breadcrumbs[0]).toBe('página 20');
    expect(last()?.message).toHaveLength(250);
    expect(last()?.detail).toEqual({ a: { b: { c: '[…]' } }, text: 'y'.repeat(250) });
    report(
      'grande',
      Array.from({ length: 1000 }, () => 'z'.repeat(200)),
    );
    expect(last()?.detail).toBe('[demasiado grande]');
  });

  it('never reports a 422', () => {
    const before = taken.length;
    report(refusalOf(422, { message: 'Verifica', code: 'INVALID', request_id: 'r' }));
    expect(taken).toHaveLength(before);
    report(refusalOf(500, undefined));
    expect(taken).toHaveLength(before + 1);
  });
});
