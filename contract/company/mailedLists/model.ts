import { z } from 'zod';
import { pageBy } from '#contract/paging.ts';
import { ExportFormat } from '../exports/model.ts';
import { COPY_STATE_NAMES, EVERY_NAMES, HOURS, MAILED_STATE_NAMES, MOST_RECIPIENTS } from './rules.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });
const int = z.number().int();

/** A list that goes by mail in a rhythm, as its owner filtered it. */
export const MailedList = z.object({
  id: int,
  version: int,
  title: z.string(),
  /** Name of the list's rows: `Pre-contratos`. */
  list: z.string(),
  format: ExportFormat,
  every: z.enum(EVERY_NAMES),
  weekday: int.nullable(),
  month_day: int.nullable(),
  /** HH:MM in Panama */
  hour: z.string(),
  skips_holidays: z.boolean(),
  state: z.enum(MAILED_STATE_NAMES),
  stopped_reason: z.string().nullable(),
  /** ISO 8601 UTC; null unless it is active. */
  next_at: z.string().nullable(),
  last_at: z.string().nullable(),
  owner: Named,
  recipients: z.array(Named),
  /** Office path of the list as filtered; null if it has no page of its own. */
  page: z.string().nullable(),
  /** The caller may change it. */
  mine: z.boolean(),
});
export type MailedList = z.infer<typeof MailedList>;

/** One sending and who got a copy. Others than the owner see their own copy only. */
export const MailedRun = z.object({
  id: int,
  slot: z.string(),
  by_hand: z.boolean(),
  copies: z.array(
    z.object({
      user: Named,
      state: z.enum(COPY_STATE_NAMES),
      rows: int.nullable(),
      error: z.string().nullable(),
      /** The caller's own file, with an address for this session, until it expires. */
      file: z.object({ name: z.string(), url: z.string(), expires_at: z.string() }).nullable(),
    }),
  ),
});
export type MailedRun = z.infer<typeof MailedRun>;

export const MailedListFilter = pageBy('id', 'title', 'next_at').extend({
  estado: z.enum(MAILED_STATE_NAMES).optional(),
});
export type MailedListFilter = z.infer<typeof MailedListFilter>;

const fields = {
  titulo: z
    .string()
    .trim()
    .min(3, { error: 'Escribe un título.' })
    .max(120, { error: 'Escribe como máximo 120 caracteres.' })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'Escribe una sola línea de texto.' }),
  formato: z.enum(ExportFormat.options, { error: 'Elige un formato.' }).default('xlsx'),
  cada: z.enum(EVERY_NAMES, { error: 'Elige cada cuánto.' }),
  dia_semana: int.min(1).max(7).nullable().default(null),
  dia_mes: int.min(0).max(31).nullable().default(null),
  hora: z.enum(HOURS as [string, ...string[]], { error: 'Elige una hora.' }),
  salta_feriados: z.boolean().default(false),
  para: z
    .array(int.min(1))
    .min(1, { error: 'Elige a quién le llega.' })
    .max(MOST_RECIPIENTS, { error: `Elige como máximo ${MOST_RECIPIENTS} personas.` }),
};

/** The fields of the form, for a new one and for a change. */
export const MailedListForm = z.object(fields).superRefine(({ cada, dia_semana, dia_mes }, ctx) => {
  if (cada === 'semana' && dia_semana === null)
    ctx.addIssue({ code: 'custom', path: ['dia_semana'], message: 'Elige el día de la semana.' });
  if (cada === 'mes' && dia_mes === null)
    ctx.addIssue({ code: 'custom', path: ['dia_mes'], message: 'Elige el día del mes.' });
});
export type MailedListForm = z.output<typeof MailedListForm>;

/** What is mailed: a list's call with its params and filters, as the screen shows them. */
const Source = z.object({
  lista: z.string().max(200),
  params: z.record(z.string().max(40), z.union([z.string().max(80), z.number()])).default({}),
  filtro: z
    .record(
      z.string().max(40),
      z.union([z.string().max(400), z.number(), z.array(z.union([z.string().max(80), z.number()])).max(60)]),
    )
    .default({}),
  columnas: z.array(z.string().max(60)).max(60).optional(),
  pagina: z
    .string()
    .max(2000)
    .regex(/^\/oficina(\/[\w-]+)*(\?[^\s#]*)?$/)
    .nullable()
    .default(null),
});
export const NewMailedList = MailedListForm.and(Source);
export type NewMailedList = z.output<typeof NewMailedList>;
export const MailedListChange = MailedListForm.and(z.object({ version: int.optional() }));
export type MailedListChange = z.output<typeof MailedListChange>;
