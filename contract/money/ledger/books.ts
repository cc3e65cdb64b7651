import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { StatusChange, TransitionOffer, type Machine } from '#contract/transitions.ts';
import {
  PERIOD_STATE,
  POSTING_EVENT_KINDS,
  SIDES,
  UNPOSTED_REASONS,
  type Side,
  type UnpostedReason,
} from './rules.ts';

const base = '/api/accounting';
const cents = z.number().int();
const Named = z.object({ id: z.number().int(), name: z.string() });

/** Books: those of each contracting party. */
export const Book = Named.extend({
  /** First day; null: from the beginning. */
  opens_on: z.string().nullable(),
  projects: z.array(z.string()),
  entries: z.number().int(),
});
export type Book = z.infer<typeof Book>;

export const listBooks = endpoint({
  method: 'GET',
  path: `${base}/books`,
  access: 'contabilidad.ver',
  shows: ['asiento', 'partner', 'proyecto', 'periodo_contable'],
  summary: 'Los libros de cada empresa del grupo',
  answer: data(z.array(Book)),
});

export const BookForm = z.object({ opens_on: IsoDate.nullable().default(null) });
export const changeBook = endpoint({
  method: 'PUT',
  path: `${base}/books/:id`,
  access: 'contabilidad.aprobar',
  touches: ['asiento', 'periodo_contable'],
  summary: 'Primer día de los libros de una empresa: lo anterior está en sus saldos de apertura',
  params: z.object({ id: Id }),
  body: BookForm,
  answer: data(Book),
  errors: ['BOOK_BEGUN'],
});

interface PeriodFacts {
  /** The month is not over yet. */
  running: boolean;
  unposted: number;
  /** Bank accounts whose reconciliation is missing, as a sentence. */
  unreconciled: string | null;
  askedByCaller: boolean;
}

/** A month of a book: closed by one, reopened by two. */
export const periodMachine: Machine<PeriodFacts> = {
  entity: 'periodo_contable',
  transitions: [
    {
      from: [PERIOD_STATE.open, PERIOD_STATE.reopened],
      to: PERIOD_STATE.closed,
      label: 'Cerrar el mes',
      permission: 'contabilidad.aprobar',
      whyNot: ({ running, unposted, unreconciled }) =>
        running
          ? 'El mes no ha terminado.'
          : unposted > 0
            ? `Hay ${unposted} sin contabilizar en este mes o antes: complétalos primero.`
            : unreconciled,
    },
    {
      from: [PERIOD_STATE.closed],
      to: PERIOD_STATE.asked,
      label: 'Pedir que se reabra',
      permission: 'contabilidad.crear',
      reason: 'required',
    },
    {
      from: [PERIOD_STATE.asked],
      to: PERIOD_STATE.reopened,
      label: 'Reabrir',
      permission: 'contabilidad.aprobar',
      whyNot: ({ askedByCaller }) =>
        askedByCaller ? 'Quien lo pidió no puede reabrirlo: pídelo a otra persona.' : null,
    },
    {
      from: [PERIOD_STATE.asked],
      to: PERIOD_STATE.closed,
      label: 'Dejarlo cerrado',
      permission: 'contabilidad.aprobar',
    },
  ],
};

export const Period = z.object({
  /** 202611 */
  period: z.number().int(),
  book: Named,
  state: Named,
  version: z.number().int(),
  entries: z.number().int(),
  unposted: z.number().int(),
  closed: z.object({ by: z.string(), at: z.string() }).nullable(),
  asked: z.object({ by: z.string(), at: z.string(), reason: z.string() }).nullable(),
  reopened: z.object({ by: z.string(), at: z.string() }).nullable(),
  transitions: z.array(TransitionOffer),
});
export type Period = z.infer<typeof Period>;

export const listPeriods = endpoint({
  method: 'GET',
  path: `${base}/periods`,
  access: 'contabilidad.ver',
  shows: ['asiento', 'periodo_contable'],
  summary: 'Los meses del año de una empresa, abiertos y cerrados',
  query: z.object({ libro_id: Id, anio: z.coerce.number().int().min(2000).max(2100) }),
  answer: data(z.array(Period)),
});

export const changePeriodStatus = endpoint({
  method: 'PATCH',
  path: `${base}/books/:id/periods/:period/status`,
  access: 'contabilidad.ver',
  touches: ['periodo_contable', 'asiento'],
  summary: 'Cierra un mes, pide que se reabra o lo reabre; cada cambio pide su propio permiso',
  params: z.object({ id: Id, period: z.coerce.number().int().min(200_001).max(210_012) }),
  body: StatusChange,
  answer: data(Period),
  errors: ['TRANSITION', 'STALE'],
});

const REASON_NAMES = Object.keys(UNPOSTED_REASONS) as [UnpostedReason, ...UnpostedReason[]];

export const Unposted = z.object({
  id: z.number().int(),
  day: z.string(),
  description: z.string(),
  source: z.object({
    record: z.string(),
    id: z.number().int(),
    name: z.string(),
    url: z.string().nullable(),
  }),
  book: Named.nullable(),
  project: Named.nullable(),
  reason: z.enum(REASON_NAMES),
  centavos: cents,
  since: z.string(),
});
export type Unposted = z.infer<typeof Unposted>;

/** Sort columns: dia (default, oldest first). */
export const UnpostedFilter = pageBy('dia').extend({
  libro_id: Id.optional(),
  proyecto_id: Id.optional(),
  motivo: z.enum(REASON_NAMES).optional(),
});
export type UnpostedFilter = z.infer<typeof UnpostedFilter>;

export const listUnposted = endpoint({
  method: 'GET',
  path: `${base}/unposted`,
  access: 'contabilidad.ver',
  shows: ['asiento', 'regla_contable', 'proyecto'],
  summary: 'Lo que los registros dicen y los libros no tienen todavía, con el motivo',
  query: UnpostedFilter,
  answer: page(Unposted),
  exports: exportsOf(Unposted, {
    title: 'Sin contabilizar',
    permission: 'contabilidad.exportar',
    columns: [
      { key: 'dia', title: 'Fecha', type: 'date', value: (row) => row.day },
      { key: 'descripcion', title: 'Descripción', type: 'text', width: 40, value: (row) => row.description },
      { key: 'registro', title: 'Registro', type: 'text', width: 20, value: (row) => row.source.name },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 22, value: (row) => row.project?.name },
      {
        key: 'motivo',
        title: 'Motivo',
        type: 'text',
        width: 46,
        value: (row) => UNPOSTED_REASONS[row.reason],
      },
      { key: 'monto', title: 'Monto', type: 'money', value: (row) => row.centavos },
      { key: 'desde_cuando', of: 'motivo', title: 'Desde', type: 'instant', value: (row) => row.since },
    ],
    filters: {
      libro_id: { label: 'Empresa' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      motivo: { label: 'Motivo', values: UNPOSTED_REASONS },
    },
  }),
});

export const compareAll = endpoint({
  method: 'POST',
  path: `${base}/compare`,
  access: 'contabilidad.editar',
  touches: ['asiento'],
  summary: 'Compara todos los registros con los libros y los pone al día, en segundo plano',
  answer: data(z.object({ queued: z.literal(true) })),
  status: 202,
});

const SIDE_NAMES = Object.keys(SIDES) as [Side, ...Side[]];
export const RuleLineForm = z.object({
  amount: z.string().min(1, { error: 'Elige el monto.' }).max(40),
  account: z.number({ error: 'Elige la cuenta.' }).int(),
  side: z.enum(SIDE_NAMES, { error: 'Elige el lado.' }),
  bank: z.boolean().default(false),
  /** The account that the record itself names, where it does. */
  own: z.boolean().default(false),
});

export const PostingRule = z.object({
  id: z.number().int(),
  valid_from: z.string(),
  reason: z.string().nullable(),
  made_by: z.string().nullable(),
  lines: z.array(
    z.object({
      amount: z.string(),
      account: Named,
      side: z.enum(SIDE_NAMES),
      bank: z.boolean(),
      own: z.boolean(),
    }),
  ),
});
export const EventRules = z.object({
  kind: z.string(),
  title: z.string(),
  /** Name and label of each amount that the event has. */
  amounts: z.array(z.object({ name: z.string(), label: z.string() })),
  /** The newest first: the first one that begins on or before a day is in force on it. */
  rules: z.array(PostingRule),
});
export type EventRules = z.infer<typeof EventRules>;

export const listRules = endpoint({
  method: 'GET',
  path: `${base}/rules`,
  access: 'contabilidad.ver',
  shows: ['regla_contable', 'catalog_item'],
  summary: 'Las reglas contables: qué cuentas mueve cada hecho, y desde cuándo',
  answer: data(z.array(EventRules)),
});

export const NewRule = z.object({
  event: z.enum(POSTING_EVENT_KINDS as [string, ...string[]]),
  valid_from: IsoDate,
  reason: z.string().trim().min(3, { error: 'Escribe el motivo.' }).max(300),
  lines: z.array(RuleLineForm).min(1, { error: 'Agrega una línea.' }).max(40),
});
export type NewRule = z.infer<typeof NewRule>;

export const createRule = endpoint({
  method: 'POST',
  path: `${base}/rules`,
  access: 'contabilidad.aprobar',
  touches: ['regla_contable', 'asiento'],
  summary: 'Cambia la regla de un hecho desde un día; lo contabilizado desde ese día se corrige',
  body: NewRule,
  answer: data(z.array(EventRules)),
  status: 201,
  errors: ['RULE_TAKEN'],
  idempotent: true,
});
