import { z } from 'zod';
import { Email } from '#contract/company/auth/model.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { readDocument } from '#contract/identity.ts';
import { Id } from '#contract/ids.ts';
import { orderBy, pageBy } from '#contract/paging.ts';
import { Phone } from '#contract/phone.ts';
import { Named } from '#contract/company/users/people.ts';

const base = '/api/administrations/lawyers';

const Option = z.object({ id: z.number().int(), nombre_completo: z.string() });
const order = orderBy('nombre_completo', 'id');

/** An outside lawyer gets only their own entry (rulings 33). */
export const lawyerNames = endpoint({
  method: 'GET',
  path: `${base}/lists`,
  access: 'legal.ver',
  shows: ['lawyer'],
  summary: 'Los abogados',
  query: order,
  answer: data(z.array(Option)),
});

export const lawyersWithUser = endpoint({
  method: 'GET',
  path: `${base}/user/lists`,
  access: 'legal.ver',
  shows: ['lawyer'],
  summary: 'Los abogados que tienen usuario',
  query: order,
  answer: data(z.array(Option)),
});

export const LawyerRow = z.object({
  id: z.number().int(),
  full_name: z.string(),
  document: z.string().nullable(),
  /** Number of the idoneidad issued by the Corte Suprema. */
  idoneidad: z.string().nullable(),
  firm: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  user: Named.nullable(),
  archived: z.boolean(),
  version: z.number().int(),
});
export type LawyerRow = z.infer<typeof LawyerRow>;

export const LawyerFilter = pageBy('full_name', 'firm').extend({
  q: z.string().trim().max(80).optional(),
  archivados: z.enum(['1', '0']).optional(),
});
export type LawyerFilter = z.infer<typeof LawyerFilter>;

export const listLawyers = endpoint({
  method: 'GET',
  path: base,
  access: 'legal.ver',
  shows: ['lawyer'],
  summary: 'Los abogados con sus datos',
  query: LawyerFilter,
  answer: page(LawyerRow),
  exports: exportsOf(LawyerRow, {
    title: 'Abogados',
    permission: 'legal.exportar',
    columns: [
      { key: 'full_name', title: 'Nombre', type: 'text', width: 28, value: (row) => row.full_name },
      { key: 'documento', of: 'full_name', title: 'Documento', type: 'text', value: (row) => row.document },
      { key: 'firm', title: 'Firma', type: 'text', width: 28, value: (row) => row.firm },
      { key: 'idoneidad', title: 'Idoneidad', type: 'text', value: (row) => row.idoneidad },
      { key: 'usuario', title: 'Usuario', type: 'text', width: 24, value: (row) => row.user?.name },
      { key: 'telefono', title: 'Teléfono', type: 'text', width: 16, value: (row) => row.phone },
      { key: 'correo', title: 'Correo', type: 'text', width: 30, value: (row) => row.email },
      {
        key: 'archivado',
        of: 'full_name',
        title: 'Archivado',
        type: 'text',
        width: 10,
        value: (row) => row.archived,
      },
    ],
    filters: {
      q: { label: 'Búsqueda' },
      archivados: { label: 'Con los archivados', values: { 1: 'Sí', 0: 'No' } },
    },
  }),
});

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullable()
    .default(null)
    .transform((value) => value || null);

const Document = z
  .string()
  .trim()
  .nullable()
  .default(null)
  .transform((typed, ctx) => {
    if (!typed) return null;
    const number = readDocument('cedula', typed) ?? readDocument('pasaporte', typed);
    if (number) return number;
    ctx.addIssue({ code: 'custom', message: 'Escribe una cédula o un pasaporte.' });
    return z.NEVER;
  });

export const LawyerForm = z.object({
  full_name: z.string().trim().min(1, 'Escribe el nombre.').max(120),
  document: Document,
  idoneidad: text(30),
  firm: text(120),
  phone: Phone.nullable().default(null),
  email: Email.nullable().default(null),
  user_id: Id.nullable().default(null),
});
export type LawyerForm = z.output<typeof LawyerForm>;

const params = z.object({ id: Id });
const version = z.number().int().optional();
const record = data(LawyerRow);

export const getLawyer = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  access: 'legal.ver',
  shows: ['lawyer'],
  summary: 'Un abogado',
  params,
  answer: record,
});

/** Only an administrator links a lawyer to a user: otherwise 403 at user_id. */
export const createLawyer = endpoint({
  method: 'POST',
  path: base,
  access: 'legal.crear',
  touches: ['lawyer'],
  summary: 'Agrega un abogado',
  body: LawyerForm,
  answer: record,
  status: 201,
  errors: ['TAKEN'],
  idempotent: true,
});

export const changeLawyer = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  access: 'legal.editar',
  touches: ['lawyer'],
  summary: 'Cambia los datos de un abogado',
  params,
  body: LawyerForm.extend({ version }),
  answer: record,
  errors: ['TAKEN', 'STALE'],
});

export const archiveLawyer = endpoint({
  method: 'POST',
  path: `${base}/:id/archive`,
  access: 'legal.anular',
  touches: ['lawyer'],
  summary: 'Archiva un abogado, o lo recupera',
  params,
  body: z.object({ archived: z.boolean(), version }),
  answer: record,
  errors: ['TAKEN', 'STALE'],
});
