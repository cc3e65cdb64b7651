import { Unreadable } from '#server/kernel/csv.ts';
import { answer, taskOf } from '#server/kernel/inThread.ts';
import { cutText, UnreadableText, type Block, type Cut } from './blocks.ts';
import { blocksOfDocx } from './docx.ts';
import { blocksOfHtml } from './html.ts';
import { blocksOfPdf } from './pdf.ts';
import { blocksOfPlain } from './plain.ts';

export interface ExtractJob {
  bytes: Uint8Array;
  mime: string;
  /** Tells a CSV from a TXT. */
  name: string;
}
export type Extracted = { title: string; cuts: Cut[] } | { refused: string };

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

async function blocksOf({ bytes, mime, name }: ExtractJob): Promise<{ title: string; blocks: Block[] }> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (mime === 'text/html') return blocksOfHtml(new TextDecoder('utf-8').decode(file));
  if (mime === 'application/pdf') return { title: '', blocks: await blocksOfPdf(new Uint8Array(file)) };
  if (mime === DOCX) return { title: '', blocks: await blocksOfDocx(file) };
  return { title: '', blocks: blocksOfPlain(file, name) };
}

async function extract(): Promise<Extracted> {
  try {
    const { title, blocks } = await blocksOf(taskOf<ExtractJob>());
    const cuts = cutText(blocks);
    return cuts.length > 0
      ? { title, cuts }
      : { refused: 'No tiene texto que se pueda usar. Revisa el contenido y súbelo otra vez.' };
  } catch (error) {
    return {
      refused:
        error instanceof UnreadableText || error instanceof Unreadable
          ? error.message
          : 'No se puede leer: está dañado. Guárdalo otra vez y súbelo.',
    };
  }
}

answer(await extract());
