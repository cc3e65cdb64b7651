import { X509Certificate } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFStream,
  PDFString,
  type PDFObject,
} from '@cantoo/pdf-lib';
import type { Evidence } from '../seal/revocation.ts';
import type { PdfSignature, RawSignature } from '../seal/validate.ts';
import type { Inspection, InspectTask, PdfRefusal } from './inspect.ts';
import { Refusal } from './inspectNames.ts';

const PAGES_MAX = 500;
const OBJECTS_MAX = 200_000;
const DEPTH_MAX = 100;
const SIGNATURES_MAX = 20;
/** What a stream may become, and all of them together. */
const STREAM_MAX = 128 * 1_048_576;
const ALL_MAX = 768 * 1_048_576;

/** Actions that run something, by the name of their kind (ISO 32000-1, 12.6.4). Links and jumps inside are harmless. */
const ACTIONS: Readonly<Record<string, PdfRefusal>> = {
  JavaScript: 'JAVASCRIPT',
  Launch: 'ACTION',
  SubmitForm: 'ACTION',
  ImportData: 'ACTION',
  GoToR: 'ACTION',
  Thread: 'ACTION',
  GoToE: 'EMBEDDED',
  Rendition: 'MEDIA',
  Movie: 'MEDIA',
  Sound: 'MEDIA',
  RichMediaExecute: 'MEDIA',
  GoTo3DView: 'MEDIA',
};
/** Keys that hold something dangerous, whatever is in them. */
const KEYS: Readonly<Record<string, PdfRefusal>> = {
  JS: 'JAVASCRIPT',
  JavaScript: 'JAVASCRIPT',
  EmbeddedFiles: 'EMBEDDED',
  EF: 'EMBEDDED',
  AF: 'EMBEDDED',
  XFA: 'XFA',
  RichMediaContent: 'MEDIA',
  OPI: 'ACTION',
};
const SUBTYPES: Readonly<Record<string, PdfRefusal>> = {
  FileAttachment: 'EMBEDDED',
  RichMedia: 'MEDIA',
  Screen: 'MEDIA',
  Movie: 'MEDIA',
  Sound: 'MEDIA',
  '3D': 'MEDIA',
};

/** Refuses an object and everything inside it; references are other indirect objects, which are looked at on their own. */
function refuseObject(object: PDFObject, depth = 0): void {
  if (depth > DEPTH_MAX) throw new Refusal('BOMB');
  if (object instanceof PDFArray) {
    for (const one of object.asArray()) refuseObject(one, depth + 1);
    return;
  }
  const dict = object instanceof PDFStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return;
  for (const [key, value] of dict.entries()) {
    const name = key.decodeText();
    if (Object.hasOwn(KEYS, name)) throw new Refusal(KEYS[name]!);
    const word = value instanceof PDFName ? value.decodeText() : '';
    if (name === 'S' && Object.hasOwn(ACTIONS, word)) throw new Refusal(ACTIONS[word]!);
    if (name === 'Subtype' && Object.hasOwn(SUBTYPES, word)) throw new Refusal(SUBTYPES[word]!);
    if (name === 'Type' && word === 'EmbeddedFile') throw new Refusal('EMBEDDED');
    if (name === 'URI' && !isHarmless(value)) throw new Refusal('ACTION');
    if (name === 'OpenAction' || name === 'AA') refuseOpening(dict.lookup(key));
    // Content that is in another file: a stream's, or a page's of another document.
    if (name === 'F' && object instanceof PDFStream) throw new Refusal('ACTION');
    if (name === 'Ref' && dict.lookup(key) instanceof PDFDict) throw new Refusal('ACTION');
    refuseObject(value, depth + 1);
  }
}

/** A link that somebody may click: to a page or to write to somebody, never to a file or a share of the network. */
function isHarmless(address: PDFObject): boolean {
  if (!(address instanceof PDFString || address instanceof PDFHexString)) return true; // a dictionary: the base of links
  const text = address.decodeText().trim();
  return /^(https?|mailto|tel):/i.test(text) || !/^([a-z][a-z\d+.-]*:|[\\/]{2})/i.test(text);
}

/** Refuses an address that opens by itself, with the document or a page: it would tell somebody who reads it. */
function refuseOpening(object: PDFObject | undefined, depth = 0): void {
  if (!(object instanceof PDFDict)) return;
  if (depth > DEPTH_MAX) throw new Refusal('BOMB');
  if (object.lookup(PDFName.of('S')) === PDFName.of('URI')) throw new Refusal('ACTION');
  for (const key of object.keys()) if (key !== PDFName.of('D')) refuseOpening(object.lookup(key), depth + 1);
}

/** Decodes each compressed stream once, thrown away at once: a viewer would have to do the same. Returns the size. */
function decodedSize(stream: PDFRawStream): number {
  const filter = stream.dict.lookup(PDFName.of('Filter'));
  const chain = filter instanceof PDFArray ? filter.asArray().map((_, at) => filter.lookup(at)) : [filter];
  const names = chain.flatMap((one) => (one instanceof PDFName ? [one.decodeText()] : []));
  let bytes: Uint8Array = stream.contents;
  for (const name of names) {
    if (!/^(FlateDecode|Fl)$/.test(name)) return packedSize(stream, names);
    try {
      bytes = inflateSync(bytes, { maxOutputLength: STREAM_MAX });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new Refusal('BOMB');
      break; // damaged: viewers show nothing
    }
  }
  return bytes.length;
}

/** The size of a stream whose filters are others too. The thread's limits end one that grows without end. */
function packedSize(stream: PDFRawStream, names: readonly string[]): number {
  // Pictures decode to what their header says, in the thread that draws the page.
  if (names.some((name) => /^(DCT|JPX|JBIG2|CCITTFax)Decode$|^(DCT|CCF)$/.test(name)))
    return stream.contents.length;
  try {
    const { length } = decodePDFRawStream(stream).decode();
    if (length > STREAM_MAX) throw new Refusal('BOMB');
    return length;
  } catch (error) {
    if (error instanceof Refusal || error instanceof RangeError) throw error;
    return stream.contents.length; // damaged or unknown: viewers show nothing
  }
}

/** Looks through the objects of a PDF and checks its signatures. Raises Refusal. CPU-bound: call it inside a thread. */
export async function inspectObjects({ bytes, roots, now }: InspectTask): Promise<Inspection> {
  const pdf = await PDFDocument.load(bytes, {
    updateMetadata: false,
    ignoreEncryption: true,
    preserveXFA: true,
    // An object that this parser skips may be one that a viewer shows.
    throwOnInvalidObject: true,
  });
  if (pdf.isEncrypted) throw new Refusal('ENCRYPTED');
  const objects = pdf.context.enumerateIndirectObjects();
  if (objects.length > OBJECTS_MAX) throw new Refusal('BOMB');
  let total = 0;
  for (const [, object] of objects) {
    refuseObject(object);
    if (object instanceof PDFRawStream) total += decodedSize(object);
    if (total > ALL_MAX) throw new Refusal('BOMB');
  }
  const pages = pdf.getPageCount();
  if (pages === 0) throw new Refusal('BROKEN');
  if (pages > PAGES_MAX) throw new Refusal('TOO_MANY_PAGES');
  // Reading each page finds a tree that does not end where it says.
  for (const page of pdf.getPages()) page.getSize();
  return { pages, signatures: await signaturesOf(pdf, { bytes, roots, now }), refused: null };
}

async function signaturesOf(pdf: PDFDocument, { bytes, roots, now }: InspectTask): Promise<PdfSignature[]> {
  const raw = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? rawSignature(object) : []))
    .toSorted((a, b) => endOf(a) - endOf(b))
    .slice(0, SIGNATURES_MAX);
  if (raw.length === 0) return [];
  // Few PDFs are signed: the others do without the library.
  const { validateSignature } = await import('../seal/validate.ts');
  const known = { evidence: evidenceOf(pdf), roots: roots.map((pem) => new X509Certificate(pem)), now };
  const found: PdfSignature[] = [];
  for (const one of raw) found.push(await validateSignature(bytes, one, known));
  return found;
}

const endOf = ({ byteRange }: RawSignature) => (byteRange[2] ?? 0) + (byteRange[3] ?? 0);

function rawSignature(dict: PDFDict): RawSignature[] {
  const contents = dict.lookup(PDFName.of('Contents'));
  const range = dict.lookup(PDFName.of('ByteRange'));
  if (!(contents instanceof PDFHexString || contents instanceof PDFString) || !(range instanceof PDFArray))
    return [];
  const date = dict.lookup(PDFName.of('M'));
  return [
    {
      contents: contents.asBytes(),
      byteRange: range.asArray().map((one) => (one instanceof PDFNumber ? one.asNumber() : Number.NaN)),
      reason: textIn(dict, 'Reason'),
      claimedAt: date instanceof PDFString || date instanceof PDFHexString ? instantOf(date) : null,
    },
  ];
}

function textIn(dict: PDFDict, key: string): string | null {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFString || value instanceof PDFHexString
    ? value.decodeText().slice(0, 500)
    : null;
}

function instantOf(date: PDFString | PDFHexString): string | null {
  try {
    return date.decodeDate().toISOString();
  } catch {
    return null;
  }
}

/** The document security store: chain and revocation that the signer put inside. */
function evidenceOf({ catalog, context }: PDFDocument): Evidence {
  const store = catalog.lookup(PDFName.of('DSS'));
  const streams = (key: string): Buffer[] => {
    const list = store instanceof PDFDict ? store.lookup(PDFName.of(key)) : undefined;
    if (!(list instanceof PDFArray)) return [];
    return list
      .asArray()
      .slice(0, 40)
      .flatMap((one) => {
        const stream = context.lookup(one);
        return stream instanceof PDFRawStream ? [inflated(stream)] : [];
      });
  };
  return { certificates: streams('Certs'), crls: streams('CRLs'), ocsps: streams('OCSPs') };
}

function inflated({ dict, contents }: PDFRawStream): Buffer {
  if (!dict.has(PDFName.of('Filter'))) return Buffer.from(contents);
  return inflateSync(contents, { maxOutputLength: STREAM_MAX });
}
