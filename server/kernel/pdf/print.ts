import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { ROBOTO } from './fonts.ts';

const fonts: readonly string[] = Object.values(ROBOTO);
pdfmake.setFonts({ Roboto: ROBOTO });
// pdfmake may read only these fonts, and nothing from the network.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => fonts.includes(path));

/** A PDF in Roboto. CPU-bound: call it only inside a thread (`kernel/thread.ts`). */
export const printPdf = (definition: TDocumentDefinitions): Promise<Uint8Array> =>
  pdfmake.createPdf(definition).getBuffer();
