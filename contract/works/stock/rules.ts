import { round3 } from '#contract/works/materials/rules.ts';

/** Kinds of movement, and whether they add to the stock of the site (1), take from it (-1) or either (0). */
export const MOVE_KINDS = {
  inicial: { label: 'Existencia inicial', sign: 0 },
  recepcion: { label: 'Recepción', sign: 1 },
  entrega: { label: 'Entrega a vivienda', sign: -1 },
  retorno: { label: 'Retorno de vivienda', sign: 1 },
  traslado_salida: { label: 'Traslado, salida', sign: -1 },
  traslado_entrada: { label: 'Traslado, entrada', sign: 1 },
  devolucion: { label: 'Devolución al proveedor', sign: -1 },
  conteo: { label: 'Ajuste por conteo', sign: 0 },
} as const;
export type MoveKind = keyof typeof MOVE_KINDS;
export const MOVE_KIND_NAMES = Object.keys(MOVE_KINDS) as [MoveKind, ...MoveKind[]];
export const MOVE_LABELS = Object.fromEntries(
  Object.entries(MOVE_KINDS).map(([kind, { label }]) => [kind, label]),
) as Record<MoveKind, string>;

/** What a site has of a material: quantity, and its value in centavos. */
export interface Level {
  quantity: number;
  cents: number;
}

/** What a quantity that leaves is worth, in centavos, at the average of what is there; all of it takes all the value. */
export function valueOut({ quantity, cents }: Level, out: number): number {
  if (out >= quantity) return cents;
  return Math.round((cents * Math.round(out * 1000)) / Math.round(quantity * 1000));
}

/** The level after a movement. */
export const after = (level: Level, move: Level): Level => ({
  quantity: round3(level.quantity + move.quantity),
  cents: level.cents + move.cents,
});

/** States of a count. */
export const COUNT_STATE = { proposed: 1, approved: 2, refused: 3 } as const;
export const COUNT_STATES: Readonly<Record<number, string>> = {
  [COUNT_STATE.proposed]: 'Por aprobar',
  [COUNT_STATE.approved]: 'Aprobado',
  [COUNT_STATE.refused]: 'Rechazado',
};
