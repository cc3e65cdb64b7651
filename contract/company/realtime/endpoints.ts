import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { RECORDS } from '#contract/records.ts';

/** `transaction.number` of a change in the feed. */
export const MARK = /^\d{1,19}\.\d{1,15}$/;
const Mark = z.string().regex(MARK, 'Recarga la página.');
const Kind = z.enum(RECORDS);

/** How many missed changes are answered; after more, everything is asked again. */
export const MISSED_MAX = 500;

const Change = z.object({
  mark: z.string(),
  record: Kind,
  id: z.number().int(),
  verb: z.string().nullable(),
  from: z.number().int().nullable(),
  to: z.number().int().nullable(),
  of: z.tuple([z.string(), z.number().int()]).nullable(),
  by: z.number().int().nullable(),
});

/** What a client missed while it had no connection. */
export const missedChanges = endpoint({
  method: 'GET',
  path: '/api/realtime/changes',
  access: 'staff',
  shows: [],
  summary: 'Los cambios que uno puede ver, después de una marca: solo números, sin datos',
  query: z.object({ after: Mark }),
  answer: data(
    z.object({
      /** Up to where this answer goes. */
      mark: z.string(),
      /** Too much was missed: ask for everything again. */
      refresh: z.boolean(),
      changes: z.array(Change),
    }),
  ),
  limit: { max: 120, seconds: 60 },
});

/** Who changed a record since an instant, and what: for somebody who is editing it. */
export const recordChanges = endpoint({
  method: 'GET',
  path: '/api/realtime/records/:reference/:id',
  access: 'record',
  shows: [],
  summary: 'Quién cambió un registro desde un momento, y qué campos',
  params: z.object({ reference: z.string().max(40), id: Id }),
  query: z.object({ desde: z.iso.datetime({ offset: true }) }),
  answer: data(
    z.array(
      z.object({
        at: z.string(),
        by: z.object({ id: z.number().int(), name: z.string() }),
        /** Names of the fields, where the audit knows them. */
        fields: z.array(z.string()),
      }),
    ),
  ),
});

export const EVENTOS = ['global-total', 'conversation'] as const;

/** A GET that acts (spec §4), so it needs X-CSRF-TOKEN. */
export const announceAgain = endpoint({
  method: 'GET',
  path: '/api/realtime/:evento',
  access: 'staff',
  csrf: true,
  whileViewing: true,
  shows: [],
  summary: 'Envía otra vez un evento en vivo, en los canales de quien lo pide',
  params: z.object({ evento: z.enum(EVENTOS) }),
  answer: data(z.object({})),
  limit: { max: 60, seconds: 60 },
});
