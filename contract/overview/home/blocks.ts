import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';

/** Rows in a block of the home page. */
export const BLOCK_ROWS = 6;

/** The administrator's queue: open invitations, failed mails, and expiring partner documents. */
export const homeAdministration = endpoint({
  method: 'GET',
  path: '/api/office/home/administration',
  access: 'administracion.ver',
  shows: ['user', 'correo', 'partner'],
  summary:
    'Lo que espera por quien administra: invitaciones, correos que no salieron y documentos que vencen',
  answer: data(
    z.object({
      invitations: z.object({
        total: z.number().int(),
        /** Longest waiting first. */
        rows: z.array(
          z.object({ id: z.number().int(), name: z.string(), email: z.string(), since: z.string() }),
        ),
      }),
      failed_mails: z.number().int(),
      papers: z.object({
        total: z.number().int(),
        /** Nearest expiry first, expired ones included. `expires_on`: YYYY-MM-DD. */
        rows: z.array(
          z.object({
            id: z.number().int(),
            partner_id: z.number().int(),
            partner: z.string(),
            partner_kind: z.enum(['contratista', 'contratante']),
            paper: z.string(),
            expires_on: z.string(),
          }),
        ),
      }),
    }),
  ),
});

/** Colleagues of the user's projects, administrators and coordinators. */
export const homeContacts = endpoint({
  method: 'GET',
  path: '/api/office/home/contacts',
  access: 'colleagues',
  shows: ['user'],
  summary: 'Con quién hablar: los equipos de los proyectos de quien pregunta y quienes coordinan',
  answer: data(
    z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        email: z.string(),
        phone: z.string().nullable(),
        roles: z.string(),
      }),
    ),
  ),
});
