import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { printPdf } from '#server/kernel/pdf/print.ts';
import { keepPlaces, signName, takePlaces } from './signPlaces.ts';

const named = (name: string, document: string) => ({ text: signName(name, document) });

/** A PDF of two pages on which these people sign, saved and read again. */
async function marked(...content: ReturnType<typeof named>[]): Promise<PDFDocument> {
  const pdf = await PDFDocument.load(
    await printPdf({
      defaultStyle: { font: 'Roboto' },
      content: ['Contrato', { text: '', pageBreak: 'after' }, ...content],
    }),
  );
  keepPlaces(pdf);
  return PDFDocument.load(await pdf.save());
}

test('each person has the place of the name, whatever the document is called; in two roles there are two', async () => {
  const pdf = await marked(
    named('Ana Ríos', 'cédula 8-712-45'),
    named('Lía Mora', 'cédula 8-712-46'),
    named('Ana Ríos, por otra persona', 'Cédula 8-712-45'),
  );
  const take = takePlaces(pdf);
  const [first, second] = [take('Cédula 8-712-45'), take('CEDULA 8-712-45')];
  expect(first?.page).toBe(pdf.getPages()[1]);
  expect(first!.y).toBeGreaterThan(take('cédula 8-712-46')!.y);
  expect(second!.y).toBeLessThan(first!.y);
  expect(take('Cédula 8-712-45')).toBeUndefined();
  expect(take('pasaporte X1')).toBeUndefined();
  expect(pdf.getPages().map(({ node }) => node.Annots()?.size() ?? 0)).toEqual([0, 0]);
});

test('a name of two lines is one place, below the line', async () => {
  const pdf = await marked(named('Ana '.repeat(60), 'cédula 1-1-1'), named('Lía', 'cédula 2-2-2'));
  const take = takePlaces(pdf);
  const place = take('cédula 1-1-1')!;
  expect(place.y - take('cédula 2-2-2')!.y).toBeGreaterThan(20);
  expect(take('cédula 1-1-1')).toBeUndefined();
});

test('what a stranger wrote into the file is no place', async () => {
  for (const kept of [
    'no',
    [1, 'x'],
    [['cedula111', 0]],
    [['cedula111', 9, 1, 1]],
    [['cedula111', 0, 'x', 1]],
  ]) {
    const pdf = await marked(named('Ana', 'cédula 2-2-2'));
    pdf.catalog.set(PDFName.of('LlaveFirmas'), pdf.context.obj(kept as never));
    expect(takePlaces(pdf)('cédula 1-1-1')).toBeUndefined();
  }
});
