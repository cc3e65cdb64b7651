import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { ROBOTO } from './fonts.ts';

const fonts: readonly string[] = Object.values(ROBOTO);
pdfmake.setFonts({ Roboto: ROBOTO });
// Nothing but its own fonts is read, and nothing is asked of a network.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => fonts.includes(path));

/** A PDF in Roboto. All computation: only threads call it (`kernel/thread.ts`). */
export const printPdf = (definition: TDocumentDefinitions): Promise<Uint8Array> =>
  pdfmake.createPdf(definition).getBuffer();
