import type { Catalog, CatalogKind } from './catalog.ts';

/** Label of each kind, and an explanation of what may change. */
export const KINDS: Readonly<Record<CatalogKind, { name: string; text: string }>> = {
  fixed: {
    name: 'Fija',
    text: 'El sistema depende de estas filas: solo se pueden cambiar sus nombres y su orden.',
  },
  extensible: {
    name: 'Ampliable',
    text: 'Se pueden agregar filas y archivar las que ya no se usan. Nada se borra.',
  },
  free: {
    name: 'Libre',
    text: 'Sus filas son un ejemplo para empezar: se archivan las que no sirven y se agregan las propias.',
  },
};

/** Why rows of this list can be neither added nor archived; undefined when they can (product.md, catalogs). */
export const whyNotGrow = ({ kind }: Pick<Catalog, 'kind'>): string | undefined =>
  kind === 'fixed' ? KINDS.fixed.text : undefined;
