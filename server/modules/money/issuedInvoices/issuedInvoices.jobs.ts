import { z } from 'zod';
import { job } from '#server/kernel/jobs.ts';
import { invoiceIncome } from './income.service.ts';
import { SendIssued } from './names.ts';
import { sendIssued, sweepIssued } from './sending.service.ts';

const sendJob = job({
  ...SendIssued,
  retries: 0,
  ownTransactions: true,
  run: (ctx, { id }) => sendIssued(ctx, id),
});

/** Each minute: what waits for its time or lost its worker. */
const sweepJob = job({
  name: 'issuedInvoices.sweep',
  payload: z.object({}),
  cron: '* * * * *',
  run: sweepIssued,
});

/** What the books say that must be invoiced, and what they took back. */
const incomeJob = job({
  name: 'issuedInvoices.income',
  payload: z.object({}),
  cron: '*/5 * * * *',
  async run(ctx) {
    await invoiceIncome(ctx);
  },
});

export const issuedInvoicesJobs = [sendJob, sweepJob, incomeJob];
