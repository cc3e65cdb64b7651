import { DEED } from '#contract/company/catalogs/states.ts';
import { dayText } from '#contract/dates.ts';
import type { DeedKnown } from '#contract/sales/sale/known.ts';

interface DeedWords {
  /** What happens now, in one sentence. */
  text: string;
  /** Usual duration. */
  normal?: string;
}

const WORDS: Readonly<Record<number, string>> = {
  [DEED.toDo]: 'Preparamos la minuta, el borrador de tu escritura.',
  [DEED.drafting]: 'Preparamos la minuta, el borrador de tu escritura.',
  [DEED.withBank]: 'Tu banco revisa la minuta.',
  [DEED.approved]: 'Coordinamos el día de la firma en la notaría.',
  [DEED.signing]: 'Firmas tu escritura en la notaría.',
  [DEED.signed]: 'Pagamos los impuestos y sacamos los paz y salvos.',
  [DEED.taxes]: 'La notaría cierra tu escritura.',
  [DEED.closed]: 'Llevamos tu escritura al Registro Público.',
  [DEED.entered]: 'El Registro Público inscribe la casa a tu nombre.',
  [DEED.defective]: 'El Registro Público pidió una corrección, y la estamos haciendo.',
};

/** Usual days as a buyer reads them. */
const daysText = ({ least, most }: NonNullable<DeedKnown['usual']>) =>
  least === most ? (most === 1 ? '1 día' : `${most} días`) : `de ${least} a ${most} días`;

/** What the buyer reads of the deed in stages 9 and 10; null where the stage's own words say it. */
export function deedWords(stage: number, deed: DeedKnown | null): DeedWords | null {
  const text = deed && WORDS[deed.stateId];
  if (!text || (stage !== 9 && stage !== 10) || (stage === 10) !== deed.stateId >= DEED.closed) return null;
  const usual = deed.usual && { normal: daysText(deed.usual) };
  return deed.stateId === DEED.signing && deed.notaryOn
    ? { ...usual, text: `Firmas tu escritura en la notaría el ${dayText(deed.notaryOn)}.` }
    : { ...usual, text };
}
