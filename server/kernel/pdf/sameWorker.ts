import { createHash } from 'node:crypto';
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFStream,
  type PDFContext,
  type PDFObject,
  type PDFPage,
} from '@cantoo/pdf-lib';
import { answer, taskOf } from '../inThread.ts';
import type { SameTask } from './same.ts';

/** What a page shows, with what it inherits from the tree of pages. */
const SHOWN = ['Contents', 'Resources', 'MediaBox', 'CropBox', 'Rotate', 'UserUnit'];
const DEPTH_MAX = 60;
const name = (text: string) => PDFName.of(text);

/** A text that is equal for equal objects, whatever their numbers in the file. */
function told(
  object: PDFObject | undefined,
  context: PDFContext,
  inside: ReadonlySet<PDFRef>,
  depth = 0,
): string {
  if (depth > DEPTH_MAX) throw new Error('too deep');
  if (object === undefined) return '-';
  if (object instanceof PDFRef)
    return inside.has(object)
      ? 'circle'
      : told(context.lookup(object), context, new Set([...inside, object]), depth + 1);
  const next = (one: PDFObject | undefined) => told(one, context, inside, depth + 1);
  if (object instanceof PDFArray) return `[${object.asArray().map(next).join(' ')}]`;
  const dict = object instanceof PDFStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return object.toString();
  const entries = dict
    .entries()
    .filter(([key]) => key.decodeText() !== 'Parent' && key.decodeText() !== 'Length')
    .map(([key, value]) => `${key.decodeText()} ${next(value)}`)
    .toSorted((a, b) => (a < b ? -1 : 1));
  const bytes =
    object instanceof PDFRawStream ? createHash('sha256').update(object.contents).digest('hex') : '';
  return `<${entries.join(';')}>${bytes}`;
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

function pageOf({ node, doc }: PDFPage) {
  const shown = SHOWN.map((key) => told(node.getInheritableAttribute(name(key)), doc.context, new Set()));
  const annots = node.lookup(name('Annots'));
  const list = annots instanceof PDFArray ? annots.asArray() : [];
  return {
    shown: hash(shown.join('|')),
    annotations: list.map((one) => ({
      told: hash(told(one, doc.context, new Set([node.context.getObjectRef(node)!]))),
      signature: isSignature(one, doc.context),
    })),
  };
}

/** The place of a signature on a page; anything else that is laid over a page changes what it shows. */
function isSignature(one: PDFObject, context: PDFContext): boolean {
  const dict = context.lookup(one);
  if (!(dict instanceof PDFDict)) return false;
  const kind = dict.lookup(name('FT')) ?? parentOf(dict)?.lookup(name('FT'));
  return dict.lookup(name('Subtype')) === name('Widget') && kind === name('Sig');
}
function parentOf(dict: PDFDict): PDFDict | undefined {
  const parent = dict.lookup(name('Parent'));
  return parent instanceof PDFDict ? parent : undefined;
}

const layersOf = ({ context, catalog }: PDFDocument) =>
  hash(told(catalog.get(name('OCProperties')), context, new Set()));

async function same({ before, after }: SameTask): Promise<boolean> {
  const [one, other] = await Promise.all(
    [before, after].map((bytes) => PDFDocument.load(bytes, { updateMetadata: false })),
  );
  const [pages, now] = [one!.getPages().map(pageOf), other!.getPages().map(pageOf)];
  return (
    layersOf(one!) === layersOf(other!) &&
    pages.length === now.length &&
    pages.every(({ shown, annotations }, at) => {
      const kept = new Set(annotations.map(({ told: text }) => text));
      return (
        now[at]!.shown === shown &&
        now[at]!.annotations.every(({ told: text, signature }) => kept.has(text) || signature)
      );
    })
  );
}

answer(await same(taskOf<SameTask>()).catch(() => false));
