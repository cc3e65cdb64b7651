import type { Turn } from '#contract/sales/sale/turn.ts';

/** Whose turn each permission takes: whoever holds it sees those sales as "Tu turno". */
const TURN_OF: readonly (readonly [permission: string, turn: Turn])[] = [
  ['documentos.aprobar', 'procesador'],
  ['pagos.aprobar', 'contabilidad'],
  ['ventas.aprobar', 'coordinador'],
  ['legal.editar', 'legal'],
  ['ventas.entregar', 'postventa'],
];

/** The turns that are the signed-in person's own. */
export const myTurns = (user: { permissions: readonly string[] }): readonly Turn[] =>
  TURN_OF.filter(([permission]) => user.permissions.includes(permission)).map(([, turn]) => turn);
