import { z } from 'zod';

/** What identifies a person and reaches them, and how it is called. */
export const PERSON_FIELDS = {
  nombre: 'Nombre',
  celular: 'Celular',
  email: 'Correo',
  tipo_documento: 'Tipo de documento',
  cedula: 'Documento',
} as const;
export type PersonField = keyof typeof PERSON_FIELDS;

/** Who somebody is: the keys by which the same person is found again. */
export const PersonIdentity = z.object({
  nombre: z.string(),
  /** E.164 */
  celular: z.string(),
  email: z.string().nullable(),
  tipo_documento: z.string().nullable(),
  cedula: z.string().nullable(),
});
export type PersonIdentity = z.infer<typeof PersonIdentity>;
