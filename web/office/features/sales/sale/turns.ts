import type { Turn } from '#contract/sales/sale/turn.ts';

/** The turn that each permission gives: its holder sees those sales under "Tu turno". */
const TURN_OF: readonly (readonly [permission: string, turn: Turn])[] = [
  ['documentos.aprobar', 'procesador'],
  ['pagos.aprobar', 'contabilidad'],
  ['ventas.aprobar', 'coordinador'],
  ['legal.editar', 'legal'],
  ['ventas.entregar', 'postventa'],
];

/** The user's own turns. */
export const myTurns = (user: { permissions: readonly string[] }): readonly Turn[] =>
  TURN_OF.filter(([permission]) => user.permissions.includes(permission)).map(([, turn]) => turn);
