import type { Catalog } from './catalog.ts';

/** Why rows of this list can be neither added nor archived, or undefined when they can (product.md, catalogs). */
export const whyNotGrow = ({ kind }: Pick<Catalog, 'kind'>): string | undefined =>
  kind === 'fixed'
    ? 'El sistema depende de estas filas: solo se pueden cambiar sus nombres y su orden.'
    : undefined;
