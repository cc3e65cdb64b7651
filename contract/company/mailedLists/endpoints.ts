import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { MailedList, MailedListChange, MailedListFilter, MailedRun, NewMailedList } from './model.ts';
import { MAILED_STATES, rhythmText } from './rules.ts';

const base = '/api/mailed-lists' as const;
const one = `${base}/:id` as const;
const params = z.object({ id: Id });
const record = data(MailedList);

/** The rhythm of an answered schedule, as the rules take it. */
export const rhythmOf = (row: MailedList) => ({
  every: row.every,
  weekday: row.weekday,
  monthDay: row.month_day,
  hour: row.hour,
  skipsHolidays: row.skips_holidays,
});

export const listMailedLists = endpoint({
  method: 'GET',
  path: base,
  access: 'colleagues',
  shows: ['lista_programada'],
  summary:
    'Las listas que salen por correo: las propias y las que recibe quien pregunta; administración ve todas',
  query: MailedListFilter,
  answer: page(MailedList),
  exports: exportsOf(MailedList, {
    title: 'Listas por correo',
    permission: 'reportes.exportar',
    columns: [
      { key: 'title', title: 'Título', type: 'text', width: 36, value: (row) => row.title },
      { key: 'lista', title: 'Lista', type: 'text', width: 26, value: (row) => row.list },
      { key: 'cuando', title: 'Cuándo', type: 'text', width: 40, value: (row) => rhythmText(rhythmOf(row)) },
      { key: 'de', title: 'De', type: 'text', width: 26, value: (row) => row.owner.name },
      {
        key: 'para',
        title: 'Para',
        type: 'text',
        width: 40,
        value: (row) => row.recipients.map(({ name }) => name).join(', '),
      },
      { key: 'next_at', title: 'Próximo envío', type: 'instant', value: (row) => row.next_at },
      { key: 'estado', title: 'Estado', type: 'text', value: (row) => MAILED_STATES[row.state] },
    ],
    filters: { estado: { label: 'Estado', values: MAILED_STATES } },
  }),
});

export const getMailedList = endpoint({
  method: 'GET',
  path: one,
  access: 'colleagues',
  shows: ['lista_programada'],
  summary: 'Una lista por correo y sus últimos envíos',
  params,
  answer: data(z.object({ list: MailedList, runs: z.array(MailedRun) })),
});

export const addMailedList = endpoint({
  method: 'POST',
  path: base,
  access: 'colleagues',
  touches: ['lista_programada'],
  summary: 'Programa el envío por correo de una lista que quien pregunta puede exportar',
  body: NewMailedList,
  answer: record,
  status: 201,
  idempotent: true,
});

export const changeMailedList = endpoint({
  method: 'PATCH',
  path: one,
  access: 'colleagues',
  touches: ['lista_programada'],
  summary: 'Cambia cuándo sale y a quién; los filtros quedan como se programaron',
  params,
  body: MailedListChange,
  answer: record,
  errors: ['STALE'],
});

export const setMailedListState = endpoint({
  method: 'PATCH',
  path: `${one}/estado`,
  access: 'colleagues',
  touches: ['lista_programada'],
  summary: 'Pausa, reanuda o archiva una lista por correo',
  params,
  body: z.object({ params: z.object({ estado: z.enum(['activa', 'pausada', 'archivada']) }) }),
  answer: record,
});

export const sendMailedList = endpoint({
  method: 'POST',
  path: `${one}/enviar`,
  access: 'colleagues',
  touches: ['lista_programada'],
  summary: 'Envía ahora una lista por correo, además de sus días',
  params,
  answer: record,
  idempotent: true,
  limit: { max: 10, seconds: 60 },
});
