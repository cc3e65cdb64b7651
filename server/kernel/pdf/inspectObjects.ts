import { X509Certificate } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import {
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
    refuseObject(value, depth + 1);
  }
}

/** Inflates each compressed stream once, thrown away at once: a viewer would have to do the same. Returns the size. */
function inflatedSize(stream: PDFRawStream): number {
  const filter = stream.dict.lookup(PDFName.of('Filter'));
  const filters = filter instanceof PDFArray ? filter.asArray() : filter ? [filter] : [];
  let bytes: Uint8Array = stream.contents;
  for (const one of filters) {
    if (!(one instanceof PDFName) || !/^(FlateDecode|Fl)$/.test(one.decodeText())) break;
    try {
      bytes = inflateSync(bytes, { maxOutputLength: STREAM_MAX });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new Refusal('BOMB');
      break; // damaged: viewers show nothing
    }
  }
  return bytes.length;
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
    if (object instanceof PDFRawStream) total += inflatedSize(object);
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
