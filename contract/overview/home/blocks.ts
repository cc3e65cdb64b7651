import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';

/** How many rows a block of the home page shows. */
export const BLOCK_ROWS = 6;

/** Who was invited and has not come, mails that did not leave, papers of partners that end: the administrator's own queue. */
export const homeAdministration = endpoint({
  method: 'GET',
  path: '/api/office/home/administration',
  access: 'administracion.ver',
  summary: 'Lo que espera por quien administra: invitaciones, correos que no salieron y papeles que vencen',
  answer: data(
    z.object({
      invitations: z.object({
        total: z.number().int(),
        /** The longest waiting first. */
        rows: z.array(
          z.object({ id: z.number().int(), name: z.string(), email: z.string(), since: z.string() }),
        ),
      }),
      failed_mails: z.number().int(),
      papers: z.object({
        total: z.number().int(),
        /** The first to end on top, ended ones included. `expires_on`: YYYY-MM-DD. */
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

/** Colleagues of one's projects, and those who administer and coordinate. */
export const homeContacts = endpoint({
  method: 'GET',
  path: '/api/office/home/contacts',
  access: 'colleagues',
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
