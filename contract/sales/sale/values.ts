/** Limits and options of a pre-contract: without zod, because the phone uses them too. */
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
