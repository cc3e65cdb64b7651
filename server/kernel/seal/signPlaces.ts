import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFString,
  type PDFDocument,
  type PDFPage,
} from '@cantoo/pdf-lib';
import { withoutAccents } from '#contract/accents.ts';

// Where people sign on the pages of a document that was written here: the writer marks each place by a link, so that its
// position is known whatever the text does, and the seal draws the signatures there.

const SCHEME = 'firma:';
const KEPT = PDFName.of('LlaveFirmas');

/** A person, by the identity document as it is printed: "Cédula 8-712-45" and "cédula 8-712-45" are the same. */
const keyOf = (document: string) =>
  withoutAccents(document)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/** The name below the line on which this person signs. Its first letter is marked: each word of a link is a link of its own. */
export const signName = (name: string, document: string) => [
  { text: name.slice(0, 1), link: SCHEME + keyOf(document) },
  name.slice(1),
];

/** Makes the marks of `signName` into kept places: nothing is left to click. */
export function keepPlaces(pdf: PDFDocument): void {
  const kept: [key: string, page: number, x: number, y: number][] = [];
  for (const [page, { node }] of pdf.getPages().entries()) {
    const links = node.Annots();
    if (!links) continue;
    const marked = links.asArray().filter((_, at) => {
      const link = links.lookup(at, PDFDict);
      const address = link
        .lookupMaybe(PDFName.of('A'), PDFDict)
        ?.lookupMaybe(PDFName.of('URI'), PDFString)
        ?.asString();
      if (!address?.startsWith(SCHEME)) return false;
      const { x, y, height } = link.lookup(PDFName.of('Rect'), PDFArray).asRectangle();
      kept.push([address.slice(SCHEME.length), page, x, y + height]);
      return true;
    });
    for (const link of marked) {
      links.remove(links.indexOf(link)!);
      // What is left in the file is looked at, too, when it is inspected.
      for (const part of [link, pdf.context.lookup(link, PDFDict).get(PDFName.of('A'))])
        if (part instanceof PDFRef) pdf.context.delete(part);
    }
  }
  if (kept.length > 0)
    pdf.catalog.set(KEPT, pdf.context.obj(kept.map(([key, ...place]) => [PDFString.of(key), ...place])));
}

/** A point on a page, in points from below left, from which a signature goes up. */
interface SignPlace {
  page: PDFPage;
  x: number;
  y: number;
}

/**
 * The places of a document, each taken once: who signs in two roles has two. What is no place is left out, because anybody
 * may have written the file.
 */
export function takePlaces(pdf: PDFDocument): (document: string) => SignPlace | undefined {
  const pages = pdf.getPages();
  const list = pdf.catalog.lookup(KEPT);
  const kept = (list instanceof PDFArray ? list.asArray() : []).flatMap((entry) => {
    const [key, ...numbers] = entry instanceof PDFArray ? entry.asArray() : [];
    const [at, x, y] = numbers.map((number) => (number instanceof PDFNumber ? number.asNumber() : NaN));
    const page = pages[at!];
    return key instanceof PDFString && page && Number.isFinite(x) && Number.isFinite(y)
      ? [{ key: key.asString(), page, x: x!, y: y! }]
      : [];
  });
  return (document) => {
    const at = kept.findIndex(({ key }) => key === keyOf(document));
    return at < 0 ? undefined : kept.splice(at, 1)[0];
  };
}
