import type { PartnerKind } from '#contract/company/partners/partners.ts';

/** Texts and paths of each kind of partner. */
export const PARTNER_WORDS = {
  contratista: {
    title: 'Contratistas',
    one: 'contratista',
    path: 'contratistas',
    add: 'Nuevo contratista',
    none: 'Aún no hay contratistas',
    why: 'Agrega a quienes construyen para la empresa, con sus documentos y su vigencia.',
  },
  contratante: {
    title: 'Contratantes',
    one: 'contratante',
    path: 'contratantes',
    add: 'Nuevo contratante',
    none: 'Aún no hay contratantes',
    why: 'Agrega las empresas del grupo que firman contratos.',
  },
  proveedor: {
    title: 'Proveedores',
    one: 'proveedor',
    path: 'proveedores',
    add: 'Nuevo proveedor',
    none: 'Aún no hay proveedores',
    why: 'Agrega a quienes venden materiales: se eligen al escribir una cotización.',
  },
} as const satisfies Record<PartnerKind, unknown>;
