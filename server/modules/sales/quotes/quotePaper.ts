import { thread, turns } from '#server/kernel/thread.ts';
import type { QuotePaperJob } from './quotePaperWorker.ts';

const compose = thread<QuotePaperJob, Uint8Array>(new URL('quotePaperWorker.ts', import.meta.url), {
  seconds: 20,
  megabytes: 256,
});
const inTurn = turns({ atOnce: 2, busy: 'Se preparan otros documentos. Inténtalo en unos segundos.' });

/** The proforma as a PDF of one or two letter-size pages. Raises 429 while too many PDFs are being made. */
export const composeQuote = (job: QuotePaperJob): Promise<Buffer> =>
  inTurn(async () => Buffer.from(await compose(job)));
