import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { StatusChange, TransitionOffer } from '#contract/transitions.ts';
import { Disbursement } from '#contract/banking/disbursements/disbursements.ts';
import { Letter } from '#contract/banking/letters/letters.ts';
import { ActionOffer } from '#contract/offers.ts';

export const Named = z.object({ id: z.number().int(), name: z.string() });
const ids = z.preprocess(
  (value) => (value === undefined || value === '' ? undefined : Array.isArray(value) ? value : [value]),
  z.array(z.coerce.number().int().min(1).max(12)).max(12).optional(),
);
const flag = z.enum(['1', '0']).transform((text) => text === '1');
const version = z.number().int().optional();
const cents = z.number().int().min(100).max(99_999_999_999);
const months = z.number().int().min(1).max(480);
const params = z.object({ id: Id });

/** Sort columns: id (default, newest first) · follow_up_due_on · answer_due_on · expires_on (nearest first). */
export const ApplicationFilter = pageBy('id', 'follow_up_due_on', 'answer_due_on', 'expires_on').extend({
  estado_id: ids,
  banco_id: Id.optional(),
  proyecto_id: Id.optional(),
  procesador_id: Id.optional(),
  precontrato_id: Id.optional(),
  /** Only applications whose follow-up is due. */
  seguimiento: flag.optional(),
  /** Only applications that the bank should have answered by now. */
  atrasadas: flag.optional(),
  /** Letters that expire within this many days. */
  carta_dias: z.coerce.number().int().min(1).max(365).optional(),
  elegida: flag.optional(),
  /** Code, name, telephone or identity document. */
  q: z.string().trim().max(80).optional(),
});
export type ApplicationFilter = z.infer<typeof ApplicationFilter>;

export const ApplicationRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  state: Named,
  state_since: z.string(),
  bank: Named,
  chosen: z.boolean(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable(), state_id: z.number().int() }),
  name: z.string(),
  project: Named,
  processor: Named.nullable(),
  requested_centavos: z.number().int(),
  approved_centavos: z.number().int().nullable(),
  sent_at: z.string().nullable(),
  answered_at: z.string().nullable(),
  /** The day when this bank usually answers; null until the application is sent. */
  answer_due_on: z.string().nullable(),
  /** The bank should have answered by now. */
  late: z.boolean(),
  last_follow_up_at: z.string().nullable(),
  follow_up_due_on: z.string().nullable(),
  follow_up_due: z.boolean(),
  letter: z
    .object({ number: z.string(), amount_centavos: z.number().int(), expires_on: z.string() })
    .nullable(),
});
export type ApplicationRow = z.infer<typeof ApplicationRow>;

/** An action; `disabled` says why it is not possible now. Null: not permitted. */
const Action = ActionOffer.nullable();

export const CONTACT_CHANNELS = {
  llamada: 'Llamada',
  correo: 'Correo',
  mensaje: 'Mensaje',
  visita: 'Visita',
  portal: 'Portal del banco',
} as const;
const Channel = z.enum(Object.keys(CONTACT_CHANNELS) as [keyof typeof CONTACT_CHANNELS]);

export const Application = ApplicationRow.extend({
  executive: z
    .object({
      id: z.number().int(),
      name: z.string(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
      branch: z.string(),
    })
    .nullable(),
  term_months: z.number().int().nullable(),
  rate_percent: z.number().nullable(),
  bank_reference: z.string(),
  conditions: z.string(),
  preapproved_until: z.string().nullable(),
  reason: z.string().nullable(),
  /** Reason given for sending it with missing documents. */
  sent_despite: z.string().nullable(),
  sent_by: z.string().nullable(),
  letter: Letter.nullable(),
  disbursement: Disbursement.nullable(),
  contacts: z.array(
    z.object({
      id: z.number().int(),
      channel: Channel,
      note: z.string(),
      executive: z.string().nullable(),
      who: z.string().nullable(),
      at: z.string(),
    }),
  ),
  history: z.array(
    z.object({
      from: z.string().nullable(),
      to: z.string(),
      reason: z.string().nullable(),
      who: z.string().nullable(),
      at: z.string(),
    }),
  ),
  transfers: z.array(
    z.object({
      id: z.number().int(),
      format: z.enum(['pdf', 'zip']),
      papers: z.array(z.string()),
      who: z.string().nullable(),
      at: z.string(),
    }),
  ),
  transitions: z.array(TransitionOffer),
  actions: z.object({
    edit: Action,
    choose: Action,
    contact: Action,
    letter: Action,
    extension: Action,
    disbursement: Action,
    file: Action,
    /** May send although documents are missing, with a reason. */
    despite: z.boolean(),
  }),
});
export type Application = z.infer<typeof Application>;

/** Answer time of a bank: median of its last answers, in working days. With 0-2 answers the default of 5-15 applies. */
export const AnswerTime = z.object({
  bank: Named,
  days: z.number().int(),
  answers: z.number().int(),
  known: z.boolean(),
});
export type AnswerTime = z.infer<typeof AnswerTime>;

const base = '/api/sale/bank_applications';
const one = `${base}/:id` as const;
const record = data(Application);

export const listApplications = endpoint({
  method: 'GET',
  path: base,
  access: 'tramites.ver',
  shows: ['solicitud', 'carta_promesa'],
  summary: 'Solicitudes a los bancos, las más nuevas primero',
  query: ApplicationFilter,
  answer: page(ApplicationRow),
  exports: exportsOf(ApplicationRow, {
    title: 'Solicitudes bancarias',
    permission: 'tramites.exportar',
    columns: [
      { key: 'id', title: 'Cliente', type: 'text', width: 30, value: (row) => row.name },
      {
        key: 'precontrato',
        of: 'id',
        title: 'Pre-contrato',
        type: 'text',
        width: 16,
        value: (row) => row.sale.code ?? `Venta ${row.sale.id}`,
      },
      { key: 'banco', title: 'Banco', type: 'text', width: 24, value: (row) => row.bank.name },
      { key: 'estado', title: 'Estado', type: 'text', width: 22, value: (row) => row.state.name },
      {
        key: 'elegida',
        of: 'banco',
        title: 'Elegida',
        type: 'text',
        value: (row) => (row.chosen ? 'Sí' : 'No'),
      },
      { key: 'monto', title: 'Solicitado', type: 'money', value: (row) => row.requested_centavos },
      { key: 'sent_at', title: 'Enviada', type: 'instant', value: (row) => row.sent_at },
      { key: 'answer_due_on', title: 'Respuesta usual', type: 'date', value: (row) => row.answer_due_on },
      {
        key: 'answered_at',
        of: 'sent_at',
        title: 'Respondida',
        type: 'instant',
        value: (row) => row.answered_at,
      },
      {
        key: 'follow_up_due_on',
        title: 'Próximo seguimiento',
        type: 'date',
        value: (row) => row.follow_up_due_on,
      },
      { key: 'expires_on', title: 'Carta vence', type: 'date', value: (row) => row.letter?.expires_on },
      { key: 'proyecto', title: 'Proyecto', type: 'text', value: (row) => row.project.name },
      {
        key: 'procesador',
        title: 'Procesador',
        type: 'text',
        width: 22,
        value: (row) => row.processor?.name,
      },
    ],
    filters: {
      estado_id: { label: 'Estado', of: 'catalog:bank_application_status' },
      banco_id: { label: 'Banco', of: 'catalog:bank_type' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      procesador_id: { label: 'Procesador', of: 'usuario' },
      precontrato_id: { label: 'Pre-contrato' },
      seguimiento: { label: 'Con seguimiento pendiente' },
      atrasadas: { label: 'Sin respuesta a tiempo' },
      carta_dias: { label: 'Carta vence en días' },
      elegida: { label: 'Elegida' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const listAnswerTimes = endpoint({
  method: 'GET',
  path: `${base}/answer_times`,
  access: 'tramites.ver',
  shows: ['solicitud'],
  summary: 'En cuántos días hábiles responde cada banco',
  answer: data(z.array(AnswerTime)),
});

export const getApplication = endpoint({
  method: 'GET',
  path: one,
  access: 'tramites.ver',
  shows: ['solicitud', 'carta_promesa'],
  summary: 'Una solicitud con su carta, sus contactos y lo que se puede hacer',
  params,
  answer: record,
});

export const createApplication = endpoint({
  method: 'POST',
  path: '/api/sale/precontracts/:id/bank_applications',
  access: 'tramites.crear',
  touches: ['solicitud', 'precontrato'],
  summary: 'Prepara una solicitud a un banco',
  params,
  body: z.object({
    banco_id: z.number().int().min(1).max(32_767),
    ejecutivo_id: z.number().int().min(1).nullable().default(null),
    monto_centavos: cents,
    plazo_meses: months.nullable().default(null),
  }),
  answer: record,
  status: 201,
  errors: ['APPLICATION_EXISTS'],
  idempotent: true,
});

export const changeApplication = endpoint({
  method: 'PATCH',
  path: one,
  access: 'tramites.editar',
  touches: ['solicitud', 'precontrato'],
  summary: 'Cambia el ejecutivo, el monto, el plazo o el número que dio el banco',
  params,
  body: z.object({
    ejecutivo_id: z.number().int().min(1).nullable(),
    monto_centavos: cents,
    plazo_meses: months.nullable(),
    referencia: z.string().trim().max(60),
    version,
  }),
  answer: record,
  errors: ['STALE'],
});

/**
 * `pese_a`: reason for sending it with missing documents. `monto_centavos`, `tasa` (percent) and `vence` come with the
 * bank's answer.
 */
export const changeApplicationStatus = endpoint({
  method: 'PATCH',
  path: `${one}/status`,
  access: 'tramites.ver',
  touches: ['solicitud', 'precontrato', 'etapa', 'documento'],
  summary: 'Cambia el estado de una solicitud; cada cambio pide su propio permiso',
  params,
  body: z.object({
    params: StatusChange.shape.params.extend({
      pese_a: z.string().trim().min(5, { error: 'Explica por qué se envía así.' }).max(500).optional(),
      monto_centavos: cents.optional(),
      tasa: z.number().min(0).max(40).optional(),
      vence: IsoDate.optional(),
    }),
  }),
  answer: record,
  errors: ['TRANSITION', 'STALE'],
});

export const chooseApplication = endpoint({
  method: 'PATCH',
  path: `${one}/choose`,
  access: 'tramites.editar',
  touches: ['solicitud', 'precontrato', 'documento'],
  summary: 'Elige el banco con el que se paga la casa',
  params,
  body: z.object({ version }),
  answer: record,
  errors: ['TRANSITION', 'STALE'],
});

export const addContact = endpoint({
  method: 'POST',
  path: `${one}/contacts`,
  access: 'tramites.editar',
  touches: ['solicitud', 'precontrato'],
  summary: 'Anota lo que se habló con el banco',
  params,
  body: z.object({
    canal: Channel,
    nota: z.string().trim().min(3, { error: 'Escribe qué dijo el banco.' }).max(1000),
    ejecutivo_id: z.number().int().min(1).nullable().default(null),
  }),
  answer: record,
  status: 201,
  idempotent: true,
});
