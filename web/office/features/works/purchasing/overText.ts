import type { MaterialRequest } from '#contract/works/purchasing/model.ts';

/** Asks why a request beyond the budget of its house is approved. */
export const overText = ({ lines }: Pick<MaterialRequest, 'lines'>): string =>
  `Pasa del presupuesto en ${lines
    .filter(({ over }) => over > 0)
    .map(({ material }) => material.name)
    .join(', ')}: escribe por qué se aprueba.`;
