/** A lot that a form starts with, as the word of its drawer in the address: `3-27`. */
export const wordOfHouse = ({ projectId, lotId }: { projectId: number; lotId: number }) =>
  `${projectId}-${lotId}`;

/** The values of `HouseFields` for that word; undefined if it is none. The model is chosen in the form. */
export function houseOfWord(word: string | null) {
  const [, project, lot] = /^(\d{1,9})-(\d{1,9})$/.exec(word ?? '') ?? [];
  if (!project || !lot) return undefined;
  return { proyecto_id: Number(project), modelo_id: null, lote_id: Number(lot) };
}
