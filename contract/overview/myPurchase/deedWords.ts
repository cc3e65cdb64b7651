import { DEED } from '#contract/company/catalogs/states.ts';
import { dayText } from '#contract/dates.ts';
import type { DeedKnown } from '#contract/sales/sale/known.ts';

interface DeedWords {
  /** What happens now, in one sentence. */
  text: string;
  /** Usual duration (domain.md §1, rows 12-15). */
  normal: string;
}

const WORDS: Readonly<Record<number, DeedWords>> = {
  [DEED.toDo]: { text: 'Preparamos la minuta, el borrador de tu escritura.', normal: 'de 3 a 7 días' },
  [DEED.drafting]: { text: 'Preparamos la minuta, el borrador de tu escritura.', normal: 'de 3 a 7 días' },
  [DEED.withBank]: { text: 'Tu banco revisa la minuta.', normal: 'de 5 a 10 días' },
  [DEED.approved]: { text: 'Coordinamos el día de la firma en la notaría.', normal: 'de 3 a 5 días' },
  [DEED.signing]: { text: 'Firmas tu escritura en la notaría.', normal: 'de 3 a 10 días' },
  [DEED.signed]: { text: 'Pagamos los impuestos y sacamos los paz y salvos.', normal: 'de 3 a 10 días' },
  [DEED.taxes]: { text: 'La notaría cierra tu escritura.', normal: 'de 1 a 5 días' },
  [DEED.closed]: { text: 'Llevamos tu escritura al Registro Público.', normal: 'de 1 a 3 días' },
  [DEED.entered]: {
    text: 'El Registro Público inscribe la casa a tu nombre.',
    normal: 'de 5 a 15 días hábiles',
  },
  [DEED.defective]: {
    text: 'El Registro Público pidió una corrección, y la estamos haciendo.',
    normal: 'de 5 a 10 días',
  },
};

/** What the buyer reads of the deed in stages 9 and 10; null where the stage's own words say it. */
export function deedWords(stage: number, deed: DeedKnown | null): DeedWords | null {
  const words = deed && WORDS[deed.stateId];
  if (!words || (stage !== 9 && stage !== 10) || (stage === 10) !== deed.stateId >= DEED.closed) return null;
  return deed.stateId === DEED.signing && deed.notaryOn
    ? { ...words, text: `Firmas tu escritura en la notaría el ${dayText(deed.notaryOn)}.` }
    : words;
}
