/** The Roboto that pdfmake ships, for drawings and papers: no font of the machine is used. */
import { fileURLToPath } from 'node:url';

const file = (name: string) =>
  fileURLToPath(new URL(`fonts/Roboto/Roboto-${name}.ttf`, import.meta.resolve('pdfmake/package.json')));

export const ROBOTO = {
  normal: file('Regular'),
  bold: file('Medium'),
  italics: file('Italic'),
  bolditalics: file('MediumItalic'),
} as const;

export const RESVG_FONTS = {
  loadSystemFonts: false,
  fontFiles: Object.values(ROBOTO),
  defaultFontFamily: 'Roboto',
} as const;
