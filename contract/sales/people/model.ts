import { z } from 'zod';

/** Identity and contact fields of a person, with labels. */
export const PERSON_FIELDS = {
  nombre: 'Nombre',
  celular: 'Celular',
  email: 'Correo',
  tipo_documento: 'Tipo de documento',
  cedula: 'Documento',
} as const;
export type PersonField = keyof typeof PERSON_FIELDS;

/** Identity of a person: the keys for finding the same person again. */
export const PersonIdentity = z.object({
  nombre: z.string(),
  /** E.164 */
  celular: z.string(),
  email: z.string().nullable(),
  tipo_documento: z.string().nullable(),
  cedula: z.string().nullable(),
});
export type PersonIdentity = z.infer<typeof PersonIdentity>;
