import { beforeAll, describe, expect, test } from 'vitest';
import type { CashOutlook } from '#contract/money/cashForecast/model.ts';
import { useApp } from '#test/app.ts';
import { runJobs } from '#test/jobs.ts';
import { got } from '#test/payables.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { ComputeCash } from './cashForecast.jobs.names.ts';
import { computeCash } from './compute.service.ts';

const BASE = '/api/accounting/cash_forecast';
const llave = useApp();
let clerk: StaffBrowser;
let other: StaffBrowser;
beforeAll(async () => {
  clerk = await signInAs(llave, 'contabilidad');
  other = await signInAs(llave, 'contabilidad');
});
const outlook = async () => got<CashOutlook>(await clerk.get(`${BASE}/outlook`));
const ask = async (who = clerk) => expect((await who.post(`${BASE}/recalculate`, {})).statusCode).toBe(200);

test('before the first computation the page opens empty, and a job computes it', async () => {
  expect(await outlook()).toMatchObject({ computed_at: null, computing: true, opening: 0 });
  expect(got<unknown[]>(await clerk.get(`${BASE}?por=semana`)).length).toBeGreaterThan(0);
  expect(await runJobs(llave, ComputeCash)).toBe(1);
  expect(await outlook()).toMatchObject({ computed_at: expect.any(String), computing: false });
});

describe('a computation is a job', () => {
  test('asked for twice it runs once, and the page shows what is kept and that it is computed', async () => {
    await ask();
    await runJobs(llave, ComputeCash);
    const before = await outlook();
    expect(before.computing).toBe(false);
    for (const who of [clerk, other])
      expect((await who.post(`${BASE}/recalculate`, {})).statusCode).toBe(200);
    expect(await outlook()).toEqual({ ...before, computing: true });
    llave.clock.set(new Date(llave.clock.now().getTime() + 60_000));
    expect(await runJobs(llave, ComputeCash)).toBe(1);
    const after = await outlook();
    expect(after.computing).toBe(false);
    expect(after.computed_at! > before.computed_at!).toBe(true);
  });

  test('while it runs its state is told to others, who do not wait for it', async () => {
    await llave.act(async (ctx) => {
      await computeCash(ctx, { anew: false });
      expect((await outlook()).computing).toBe(true);
    });
    expect((await outlook()).computing).toBe(false);
  });

  test('an old forecast is shown while a job computes the next', async () => {
    const before = await outlook();
    llave.clock.set(new Date(llave.clock.now().getTime() + 11 * 60_000));
    const opened = await outlook();
    expect(opened).toEqual({ ...before, computing: true });
    expect(await runJobs(llave, ComputeCash)).toBe(1);
    expect((await outlook()).computing).toBe(false);
  });
});
