import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deep } from '#test/deep.ts';
import { certifiedOf, moveAmounts } from '#contract/works/jobs/rules.ts';
import { bpOf } from '#contract/works/contracts/allocation.ts';
import { computeAccount, returnable, whyNotBill, type AccountMoney } from './compute.ts';

const RATES = { retentionBp: 1000, itbmsBp: 700 };
const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);

test('the example of the domain, to the centavo', () => {
  const terms = { contractCents: 4_000_000, advanceBp: 2000, advanceCents: 800_000, ...RATES };
  const none = { billedCents: 0, amortisedCents: 0, retainedCents: 0 };
  expect(computeAccount([1_000_000], { ...terms, withholdingBp: 0 }, none)).toEqual({
    grossCents: 1_000_000,
    amortisedCents: 200_000,
    retainedCents: 100_000,
    itbmsCents: 70_000,
    withheldCents: 0,
    deductionsCents: 0,
    netCents: 770_000,
  });
  expect(computeAccount([1_000_000], { ...terms, withholdingBp: 5000 }, none, [10_000]).netCents).toBe(
    725_000,
  );
});

test('half of the retention returns at the provisional reception, the rest at the final one', () => {
  const held = { retainedCents: 100_001, returnedCents: 0, takenCents: 0 };
  expect(returnable(held, 'ninguna')).toBe(0);
  expect(returnable(held, 'provisional')).toBe(50_000);
  expect(returnable({ ...held, returnedCents: 50_000 }, 'provisional')).toBe(0);
  expect(returnable({ ...held, returnedCents: 50_000, takenCents: 20_000 }, 'final')).toBe(30_001);
  expect(returnable({ ...held, takenCents: 80_000 }, 'provisional')).toBe(20_001);
});

test('any course of measuring, correcting, addenda, returns and reversals keeps the sums', () => {
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('approve' as const), at: fc.nat(4), bp: fc.nat(10_000) }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('measure' as const), dispute: fc.nat(9) }) },
    fc.record({ do: fc.constant('addendum' as const), delta: fc.integer({ min: -400_000, max: 400_000 }) }),
    fc.record({ do: fc.constant('return' as const), final: fc.boolean() }),
    fc.record({ do: fc.constant('charge' as const), cents: fc.nat(50_000) }),
    fc.record({ do: fc.constant('reverse' as const) }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 0, max: 3000 }),
      fc.array(step, { maxLength: 40 }),
      (amounts, advanceBp, steps) => {
        let jobs = amounts.map((amountCents) => ({ amountCents, weightBp: 1, approvedBp: 0 }));
        const advanceCents = bpOf(sum(amounts), advanceBp);
        const accounts: { lines: number[]; money: AccountMoney }[] = [];
        let returned = 0;
        let taken = 0;
        const total = (key: keyof AccountMoney) => sum(accounts.map(({ money }) => money[key]));
        const billed = (at: number) => sum(accounts.map(({ lines }) => lines[at]!));
        const certified = (at: number) =>
          certifiedOf({ ...jobs[at]!, priceCents: null, approvedQuantity: null });
        const value = () => sum(jobs.map(({ amountCents }) => amountCents));
        for (const one of steps) {
          if (one.do === 'approve' && jobs[one.at]) jobs[one.at]!.approvedBp = one.bp;
          if (one.do === 'measure') {
            const disputed = (at: number) => at === one.dispute;
            const lines = jobs.map((_, at) => (disputed(at) ? 0 : certified(at) - billed(at)));
            if (!whyNotBill(lines)) {
              const before = {
                billedCents: total('grossCents'),
                amortisedCents: total('amortisedCents'),
                retainedCents: total('retainedCents'),
              };
              const terms = {
                contractCents: value(),
                advanceBp,
                advanceCents,
                ...RATES,
                withholdingBp: 5000,
              };
              const money = computeAccount(lines, terms, before);
              accounts.push({ lines, money });
              expect(money.netCents).toBeGreaterThanOrEqual(0);
              for (const at of jobs.keys()) if (!disputed(at)) expect(billed(at)).toBe(certified(at));
            }
          }
          if (one.do === 'addendum') {
            // As the contract's addenda: nothing that an account took is taken back.
            const moved = moveAmounts(
              jobs.map((job, at) => ({ ...job, billedCents: billed(at) })),
              one.delta,
            );
            if (moved) jobs = jobs.map((job, at) => ({ ...job, amountCents: moved[at]! }));
          }
          const retention = {
            retainedCents: total('retainedCents'),
            returnedCents: returned,
            takenCents: taken,
          };
          if (one.do === 'return') returned += returnable(retention, one.final ? 'final' : 'provisional');
          if (one.do === 'charge' && one.cents <= total('retainedCents') - returned - taken)
            taken += one.cents;
          if (one.do === 'reverse' && accounts.length > 0) {
            const last = accounts.pop()!;
            const left = total('retainedCents') - returned - taken;
            if (left < 0 || jobs.some((job, at) => billed(at) > job.amountCents)) accounts.push(last);
          }
          expect(total('amortisedCents')).toBeLessThanOrEqual(advanceCents);
          expect(total('retainedCents') - returned - taken).toBeGreaterThanOrEqual(0);
          expect(total('grossCents')).toBeLessThanOrEqual(value());
          const paid =
            advanceCents + total('grossCents') - total('amortisedCents') - total('retainedCents') + returned;
          if (total('grossCents') >= advanceCents)
            expect(paid).toBeLessThanOrEqual(value() + Math.max(0, advanceCents - total('amortisedCents')));
        }
      },
    ),
    { numRuns: deep(300, 5000) },
  );
});
