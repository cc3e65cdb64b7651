import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

const folder = import.meta.resolve('pdfmake/package.json');
const font = (name: string) => fileURLToPath(new URL(`fonts/Roboto/Roboto-${name}.ttf`, folder));
pdfmake.setFonts({ Roboto: { normal: font('Regular'), bold: font('Medium') } });
// Nothing but its own fonts is read, and nothing is asked of a network.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => path.startsWith(fileURLToPath(folder).replace(/package\.json$/, '')));

const bytes = await pdfmake.createPdf(workerData as TDocumentDefinitions).getBuffer();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort?.postMessage({ bytes: new Uint8Array(bytes) });
