import { fileURLToPath } from 'node:url';

const folder = new URL('fonts/Roboto/', import.meta.resolve('pdfmake/package.json'));
const file = (name: string) => fileURLToPath(new URL(`Roboto-${name}.ttf`, folder));

/** The Roboto files that pdfmake ships, for drawings and documents. Fonts of the machine are not used. */
export const ROBOTO = {
  normal: file('Regular'),
  bold: file('Medium'),
  italics: file('Italic'),
  bolditalics: file('MediumItalic'),
};
