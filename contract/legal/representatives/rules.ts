/** Standing of a representative's power on a day, derived from its dates. */
export const POWER_STANDINGS = {
  vigente: 'Vigente',
  por_vencer: 'Por vencer',
  futuro: 'Aún no vale',
  vencido: 'Vencido',
  archivado: 'Archivado',
} as const;
export type PowerStanding = keyof typeof POWER_STANDINGS;
export const POWER_STANDING_NAMES = Object.keys(POWER_STANDINGS) as [PowerStanding, ...PowerStanding[]];

/** The document that grants the power. */
export const POWER_KINDS = {
  escritura: 'Escritura pública',
  ficha: 'Ficha del Registro Público',
  poder: 'Poder especial',
} as const;
export type PowerKind = keyof typeof POWER_KINDS;
export const POWER_KIND_NAMES = Object.keys(POWER_KINDS) as [PowerKind, ...PowerKind[]];

/** Days before its end at which a power is shown as ending and an alarm is raised. */
export const POWER_ALARM_DAYS = [30, 7, 0] as const;

/** What decides whether a representative may sign. Days are YYYY-MM-DD; the limit is in centavos, null without one. */
export interface Power {
  validFrom: string;
  validUntil: string | null;
  limitCents: number | null;
  archived: boolean;
}

/** The standing of a power on a day. */
export function powerStanding(
  { validFrom, validUntil, archived }: Power,
  today: string,
  soon: string,
): PowerStanding {
  if (archived) return 'archivado';
  if (validFrom > today) return 'futuro';
  if (validUntil === null) return 'vigente';
  if (validUntil < today) return 'vencido';
  return validUntil <= soon ? 'por_vencer' : 'vigente';
}

const shown = (day: string) => day.split('-').toReversed().join('-');

/**
 * Why a representative cannot sign for an amount (centavos; null when the document has none) on a day; null when it is
 * possible.
 */
export function whyNotRepresent(power: Power, today: string, cents: number | null): string | null {
  if (power.archived) return 'Este representante está archivado: elige otro.';
  if (power.validFrom > today)
    return `El poder de este representante vale desde el ${shown(power.validFrom)}: todavía no puede firmar.`;
  if (power.validUntil !== null && power.validUntil < today)
    return `El poder de este representante venció el ${shown(power.validUntil)}: no puede firmar. Registra el poder nuevo o elige a otro.`;
  if (power.limitCents !== null && cents !== null && cents > power.limitCents)
    return 'El monto del documento pasa el límite del poder de este representante: elige a otro.';
  return null;
}
