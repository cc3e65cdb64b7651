import type { PermitRow } from '#contract/works/permits/model.ts';
import { PERMIT, PERMIT_LEVELS } from '#contract/works/permits/rules.ts';

/** What a permit is for: a house, a model, or the whole project. */
export const targetOf = ({ vivienda, modelo }: Pick<PermitRow, 'vivienda' | 'modelo'>): string =>
  vivienda?.name ?? modelo?.name ?? PERMIT_LEVELS.proyecto;

/** "quedan 12 días"; empty unless it is approved or expired. */
export function daysText({ dias, estado }: Pick<PermitRow, 'dias' | 'estado'>): string {
  if (dias === null || (estado.id !== PERMIT.approved && estado.id !== PERMIT.expired)) return '';
  if (dias < 0) return dias === -1 ? 'venció ayer' : `venció hace ${-dias} días`;
  if (dias === 0) return 'vence hoy';
  return dias === 1 ? 'queda 1 día' : `quedan ${dias} días`;
}
