import { job } from '#server/kernel/jobs.ts';
import { AnswerCustomer, ReadSource } from './chatbot.names.ts';
import { readSource } from './reading.service.ts';
import { answerCustomer } from './talk.service.ts';

/** Reads a file or an address. What cannot be read is told at the source; only a fault is retried. */
export const readSourceJob = job({
  ...ReadSource,
  retries: 3,
  ownTransactions: true,
  run: (ctx, { readingId }) => readSource(ctx, readingId),
});

/** Answers a customer in the chat. A model may be slow, so no transaction is open meanwhile. */
export const answerCustomerJob = job({
  ...AnswerCustomer,
  retries: 3,
  ownTransactions: true,
  run: answerCustomer,
});
