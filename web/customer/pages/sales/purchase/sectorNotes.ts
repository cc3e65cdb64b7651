import type { SECTORS } from '#contract/sales/sale/values.ts';

/** What each sector of work means, for who chooses one. */
export const SECTOR_NOTES: Record<(typeof SECTORS)[number], string> = {
  Público: 'Trabajo en una institución del Estado',
  Privado: 'Trabajo en una empresa',
  Independiente: 'Trabajo por mi cuenta o tengo un negocio',
  Jubilado: 'Recibo una pensión',
};
