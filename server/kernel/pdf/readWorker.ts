import { PDFDocument } from '@cantoo/pdf-lib';
import { answer, taskOf } from '../inThread.ts';

async function pagesOf(bytes: Uint8Array): Promise<number> {
  try {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
    return pdf.getPageCount();
  } catch {
    return 0;
  }
}

answer(await pagesOf(taskOf<Uint8Array>()));
