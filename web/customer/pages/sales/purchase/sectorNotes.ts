import type { SECTORS } from '#contract/sales/sale/values.ts';

/** Explanations of the work sectors. */
export const SECTOR_NOTES: Record<(typeof SECTORS)[number], string> = {
  Público: 'Trabajo en una institución del Estado',
  Privado: 'Trabajo en una empresa',
  Independiente: 'Trabajo por mi cuenta o tengo un negocio',
  Jubilado: 'Recibo una pensión',
};
