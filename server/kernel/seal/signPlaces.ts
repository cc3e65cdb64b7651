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

/** The link of the text below the line on which this person signs. */
export const signLink = (document: string): string => SCHEME + keyOf(document);

/** Makes the links of `signLink` into kept places: nothing is left to click. */
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
      const key = address.slice(SCHEME.length);
      // A long name has a link for each of its lines: the first is below the line.
      if (kept.at(-1)?.[0] !== key || kept.at(-1)?.[2] !== x) kept.push([key, page, x, y + height]);
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
export interface SignPlace {
  page: PDFPage;
  x: number;
  y: number;
}

/** The places of a document, each taken once: who signs in two roles has two. */
export function takePlaces(pdf: PDFDocument): (document: string) => SignPlace | undefined {
  const pages = pdf.getPages();
  const kept = (pdf.catalog.lookupMaybe(KEPT, PDFArray)?.asArray() ?? []).flatMap((entry) => {
    const [key, ...numbers] = entry instanceof PDFArray ? entry.asArray() : [];
    const [page, x, y] = numbers.map((number) => (number instanceof PDFNumber ? number.asNumber() : NaN));
    return key instanceof PDFString && pages[page!]
      ? [{ key: key.asString(), page: pages[page!]!, x: x!, y: y! }]
      : [];
  });
  return (document) => {
    const at = kept.findIndex(({ key }) => key === keyOf(document));
    return at < 0 ? undefined : kept.splice(at, 1)[0];
  };
}
