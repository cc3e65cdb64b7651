/** States of a waitlist entry. */
export const WAIT_STATES = {
  espera: 'En espera',
  ofrecido: 'Con el lote ofrecido',
  tomado: 'Tomó el lote',
  vencido: 'No respondió a tiempo',
  salio: 'Salió de la lista',
} as const;
export type WaitState = keyof typeof WAIT_STATES;
