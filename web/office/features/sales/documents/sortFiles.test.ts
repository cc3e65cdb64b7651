import { expect, test } from 'vitest';
import type { Paper } from '#contract/sales/documents/model.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { sortFiles } from './sortFiles.ts';

const paper = (id: number, name: string, label: string, state: number = DOCUMENT.pending, required = true) =>
  ({ id, type: { id, name }, label, required, state: { id: state, name: '' } }) as unknown as Paper;

const papers = [
  paper(1, 'archivo_cedula', 'Cédula o pasaporte (frente)'),
  paper(2, 'archivo_cedula_reverso', 'Cédula (reverso)'),
  paper(3, 'ficha', 'Última ficha de la CSS'),
  paper(4, 'carta_trabajo', 'Carta de trabajo (máximo 30 días)'),
  paper(5, 'recibo', 'Recibo de luz o agua', DOCUMENT.uploaded),
  paper(6, 'archivo_comprobante', 'Comprobante de pago', DOCUMENT.approved),
];

test('files are told apart by their names, with and without accents, each document once', () => {
  expect(
    sortFiles(
      ['CARTA DE TRABAJO Ana.pdf', 'cedula_reverso.jpg', 'Cédula.jpg', 'ficha-css.pdf', 'recibo luz.pdf'],
      papers,
    ),
  ).toEqual([4, 2, 1, 3, 5]);
  expect(sortFiles(['cedula.jpg', 'cedula (2).jpg', 'cedula (3).jpg'], papers)).toEqual([1, 2, null]);
});

test('a document that takes no file is never guessed, and a name that tells nothing stays open', () => {
  expect(sortFiles(['comprobante de pago.pdf', 'IMG_0001.jpg'], papers)).toEqual([null, null]);
});

test('the last file is the last document that is missing', () => {
  expect(sortFiles(['IMG_0001.jpg', 'ficha.pdf', 'reverso.jpg', 'carta trabajo.pdf'], papers)).toEqual([
    1, 3, 2, 4,
  ]);
});
