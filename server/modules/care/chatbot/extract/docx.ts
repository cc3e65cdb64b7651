import { Parser } from 'htmlparser2';
import { fromBuffer } from 'yauzl';
import { promisify } from 'node:util';
import { buffer } from 'node:stream/consumers';
import { TEXT_MAX, UnreadableText, type Block } from './blocks.ts';

/** Bytes of the document's text part, unpacked; a bomb claims or unpacks more. */
const PART_MAX = 40 * 1_048_576;
const ENTRIES_MAX = 2000;
const BROKEN = 'No se puede leer ese DOCX: está dañado. Ábrelo, guárdalo otra vez y súbelo.';
const BOMB = 'Ese DOCX se agranda demasiado al abrirlo. Copia su texto en un documento nuevo.';

/** Headings and paragraphs of a Word document. */
export async function blocksOfDocx(bytes: Buffer): Promise<Block[]> {
  return blocksOfXml((await partOf(bytes, 'word/document.xml')).toString('utf8'));
}

async function partOf(bytes: Buffer, name: string): Promise<Buffer> {
  const zip = await promisify(
    fromBuffer as (b: Buffer, o: object, c: (e: Error | null, z: import('yauzl').ZipFile) => void) => void,
  )(bytes, { lazyEntries: true, validateEntrySizes: true }).catch(() => {
    throw new UnreadableText(BROKEN);
  });
  if (zip.entryCount > ENTRIES_MAX) throw new UnreadableText(BOMB);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  zip.once('error', () => reject(new UnreadableText(BROKEN)));
  zip.once('end', () => reject(new UnreadableText(BROKEN)));
  zip.on('entry', (entry: import('yauzl').Entry) => {
    if (entry.fileName !== name) return zip.readEntry();
    if (entry.uncompressedSize > PART_MAX) return reject(new UnreadableText(BOMB));
    // `validateEntrySizes` ends a stream that unpacks more than it claims.
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(new UnreadableText(BROKEN));
      else resolve(buffer(stream));
    });
  });
  zip.readEntry();
  return promise
    .catch((error: unknown) => {
      throw error instanceof UnreadableText ? error : new UnreadableText(BROKEN);
    })
    .finally(() => zip.close());
}

function blocksOfXml(xml: string): Block[] {
  const blocks: Block[] = [];
  let [text, size, heading, inText] = ['', 0, false, false];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'w:p') [text, heading] = ['', false];
        else if (name === 'w:pStyle') heading = /^(heading|t[ií]tulo|title)/i.test(attributes['w:val'] ?? '');
        else if (name === 'w:outlineLvl') heading = Number(attributes['w:val']) < 9;
        else if (name === 'w:t') inText = true;
        else if (name === 'w:tab' || name === 'w:br') text += ' ';
      },
      ontext(piece) {
        if (!inText) return;
        text += piece;
        size += piece.length;
        if (size > TEXT_MAX) throw new UnreadableText('El documento es muy largo. Divídelo en partes.');
      },
      onclosetag(name) {
        if (name === 'w:t') inText = false;
        else if (name === 'w:p' && text.trim()) {
          blocks.push({ text, heading, page: null });
          text = '';
        }
      },
    },
    // Entities of a document type are never expanded: there is no such thing as a billion laughs here.
    { xmlMode: true },
  );
  parser.write(xml);
  parser.end();
  return blocks;
}
