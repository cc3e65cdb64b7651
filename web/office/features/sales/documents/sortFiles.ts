import { withoutAccents } from '#contract/accents.ts';
import type { Paper } from '#contract/sales/documents/model.ts';
import { DOCUMENT, MISSING_DOCUMENTS } from '#contract/sales/documents/rules.ts';

/** States in which a document takes a file. */
export const TAKES_FILE: readonly number[] = [...MISSING_DOCUMENTS, DOCUMENT.uploaded];

/** Words that people write in file names and that are not in the document's own name. */
const ALSO: Readonly<Record<string, string>> = {
  archivo_cedula: 'frente anverso identidad',
  archivo_cedula_reverso: 'atras dorso trasera',
  ficha: 'seguro social',
  talonario: 'planilla colilla',
  carta_trabajo: 'laboral empleo',
  recibo: 'servicio idaan ensa naturgy factura',
  archivo_comprobante: 'ach yappy transferencia deposito',
};
/** Words of a name that say nothing about the document. */
const EMPTY = new Set([
  'archivo',
  'ultima',
  'ultimo',
  'maximo',
  'dias',
  'documento',
  'para',
  'los',
  'las',
  'del',
]);

const wordsOf = (text: string) =>
  withoutAccents(text)
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2 && !EMPTY.has(word));

/**
 * Guesses which document each file is: by the words of its name, the missing documents first, and each document once.
 * A single file left over is the single document that is missing. Null: nothing tells.
 */
export function sortFiles(names: readonly string[], papers: readonly Paper[]): (number | null)[] {
  const open = papers.filter(({ state }) => TAKES_FILE.includes(state.id));
  const isMissing = ({ state }: Paper) => MISSING_DOCUMENTS.some((one) => one === state.id);
  const pairs = names.flatMap((name, file) => {
    const said = new Set(wordsOf(name));
    return open.map((paper) => {
      const words = new Set(wordsOf(`${paper.label} ${paper.type.name} ${ALSO[paper.type.name] ?? ''}`));
      return { file, paper, score: [...words].filter((word) => said.has(word)).length };
    });
  });
  const found: (number | null)[] = names.map(() => null);
  const better = pairs
    .filter(({ score }) => score > 0)
    .toSorted(
      (a, b) =>
        b.score - a.score || Number(isMissing(b.paper)) - Number(isMissing(a.paper)) || a.file - b.file,
    );
  for (const { file, paper } of better)
    if (found[file] === null && !found.includes(paper.id)) found[file] = paper.id;
  const left = open.filter((paper) => isMissing(paper) && paper.required && !found.includes(paper.id));
  if (left.length === 1 && found.filter((one) => one === null).length === 1)
    found[found.indexOf(null)] = left[0]!.id;
  return found;
}
