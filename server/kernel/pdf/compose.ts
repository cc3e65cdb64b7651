import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { thread, turns } from '../thread.ts';

const compose = thread<TDocumentDefinitions, Uint8Array>(new URL('composeWorker.ts', import.meta.url), {
  seconds: 20,
  megabytes: 256,
});
const inTurn = turns({
  atOnce: 4,
  waiting: 40,
  busy: 'Se preparan otros documentos. Inténtalo de nuevo en unos segundos.',
});

/**
 * A PDF from a pdfmake definition of plain data (no functions; pictures as data URLs). Font: Roboto. Raises 429 when too
 * many are being rendered.
 */
export const composePdf = (definition: TDocumentDefinitions): Promise<Buffer> =>
  inTurn(async () => Buffer.from(await compose(definition)));
