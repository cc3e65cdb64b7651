/** What a pre-contract holds and offers to choose: without zod, for the phone too. */
export const MAX_FAMILY = 20;
export const SECTORS = ['Público', 'Privado', 'Independiente', 'Jubilado'] as const;
export const EMPLOYMENT = [
  'Permanente',
  'Contrato definido',
  'Eventual',
  'Interino',
  'Servicios profesionales',
] as const;
export const PAYMENT_FORMS = ['hipoteca', 'contado'] as const;
