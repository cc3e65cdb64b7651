import { TEXTS } from '#contract/texts.ts';
import type { Precontract } from './usePrecontract.ts';

export const FIRMA = 'archivo_firma';

const NO_LINE = 'Tu firma no se pudo guardar porque no hay conexión. Envía otra vez cuando vuelva la señal.';

/**
 * Uploads the drawing of the panel as the signature. Returns the error and shows it at the field, or null. An empty
 * panel is an error, or is ignored where the buyer may sign later (`empty: 'pass'`).
 */
export async function saveDrawing(
  { pad, papers, setFault }: Pick<Precontract, 'pad' | 'papers' | 'setFault'>,
  { empty }: { empty: 'refuse' | 'pass' },
): Promise<string | null> {
  const file = await pad.current?.toFile();
  const fault = file ? pad.current!.fault() : empty === 'refuse' ? TEXTS.emptySignature : null;
  setFault(FIRMA, fault);
  if (!file || fault) return fault;
  return (await papers.choose({ field: FIRMA, position: 0 }, file)) ? null : NO_LINE;
}
