import { z } from 'zod';
import { endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { pageBy } from '#contract/paging.ts';
import { bottleneckSentence, BOTTLENECK_GROUPS, trendOf, trendText } from './bottleneckRules.ts';
import { BoardQuery } from './model.ts';

const access = 'reportes.ver';
const filters = { proyecto_id: { label: 'Proyecto', of: 'proyecto' } } as const;
const count = z.number().int();
/** Calendar days, with one decimal. */
const days = z.number().nullable();

/** A step at which something waits now, or has waited in the last twelve weeks. */
export const Bottleneck = z.object({
  group: z.enum(Object.keys(BOTTLENECK_GROUPS) as [keyof typeof BOTTLENECK_GROUPS]),
  /** Stage of the board, state of the bank application or deed, or department. */
  id: count,
  name: z.string(),
  waiting: count,
  /** How long what waits has waited: half of it, and nine of ten, no longer. */
  median_days: days,
  ninety_days: days,
  /** Usual duration; null: there is none for this step. */
  normal_days: days,
  /** Of those waiting, how many have passed their own day, and by how much half of them has. */
  late: count,
  over_days: days,
  /** The days of all of them past their day: the list's order. */
  lost_days: count,
  /** Whom they wait for: first whoever holds up most of the late ones. */
  waits_for: z.array(z.object({ who: z.string(), waiting: count, late: count })),
  /** The last twelve weeks, this one last: what left the step, and how long half of it had taken. */
  weeks: z.array(z.object({ /** Monday, YYYY-MM-DD */ week: z.string(), left: count, days })),
});
export type Bottleneck = z.infer<typeof Bottleneck>;

export const listBottlenecks = endpoint({
  method: 'GET',
  path: '/api/reports/bottlenecks',
  access,
  shows: ['precontrato', 'etapa', 'tiempo_etapa', 'solicitud', 'escritura', 'dias_escritura', 'ticket'],
  summary:
    'Los pasos donde algo espera: cuántos, cuánto llevan contra lo normal y a quién esperan; el peor primero',
  query: pageBy('esperan', 'mitad', 'noventa', 'normal', 'atrasados', 'de_mas', 'perdidos').extend(
    BoardQuery.shape,
  ),
  answer: page(Bottleneck),
  exports: exportsOf(Bottleneck, {
    title: 'Cuellos de botella',
    permission: 'reportes.exportar',
    columns: [
      { key: 'grupo', title: 'Grupo', type: 'text', width: 20, value: (row) => BOTTLENECK_GROUPS[row.group] },
      { key: 'paso', title: 'Paso', type: 'text', width: 30, value: (row) => row.name },
      { key: 'esperan', title: 'Esperan', type: 'number', value: (row) => row.waiting },
      { key: 'mitad', title: 'La mitad, en días', type: 'number', value: (row) => row.median_days },
      { key: 'noventa', title: '9 de cada 10, en días', type: 'number', value: (row) => row.ninety_days },
      { key: 'normal', title: 'Días normales', type: 'number', value: (row) => row.normal_days },
      { key: 'atrasados', title: 'Pasan de lo normal', type: 'number', value: (row) => row.late },
      { key: 'de_mas', title: 'Días de más', type: 'number', value: (row) => row.over_days },
      { key: 'perdidos', title: 'Días de más, en total', type: 'number', value: (row) => row.lost_days },
      {
        key: 'a_quien',
        title: 'A quién esperan',
        type: 'text',
        width: 40,
        value: (row) => row.waits_for.map(({ who, waiting }) => `${who}: ${waiting}`).join(', '),
      },
      {
        key: 'tendencia',
        title: 'Tendencia',
        type: 'text',
        width: 28,
        value: (row) => trendText(trendOf(row.weeks)),
      },
      { key: 'frase', title: 'En palabras', type: 'text', width: 60, value: bottleneckSentence },
    ],
    filters,
  }),
});

/** How long a bank took for its first answer, in working days, over a year. */
export const BankAnswer = z.object({
  id: count,
  bank: z.string(),
  answers: count,
  median_days: z.number().nullable(),
  ninety_days: z.number().nullable(),
  /** Half of the answers of the last twelve weeks. */
  recent_days: z.number().nullable(),
  waiting: count,
  /** Of those waiting, how many it should have answered by now. */
  late: count,
});
export type BankAnswer = z.infer<typeof BankAnswer>;

export const listBankAnswers = endpoint({
  method: 'GET',
  path: '/api/reports/bank-answers',
  access,
  shows: ['solicitud'],
  summary: 'Cuántos días hábiles tarda cada banco en responder, y cuántas solicitudes tiene ahora',
  query: pageBy('respuestas', 'mitad', 'noventa', 'esperan', 'atrasadas').extend(BoardQuery.shape),
  answer: page(BankAnswer),
  exports: exportsOf(BankAnswer, {
    title: 'Respuestas de los bancos',
    permission: 'reportes.exportar',
    columns: [
      { key: 'banco', title: 'Banco', type: 'text', width: 26, value: (row) => row.bank },
      { key: 'respuestas', title: 'Respuestas', type: 'number', value: (row) => row.answers },
      { key: 'mitad', title: 'La mitad, en días hábiles', type: 'number', value: (row) => row.median_days },
      {
        key: 'noventa',
        title: '9 de cada 10, en días hábiles',
        type: 'number',
        value: (row) => row.ninety_days,
      },
      { key: 'reciente', title: 'Últimas 12 semanas', type: 'number', value: (row) => row.recent_days },
      { key: 'esperan', title: 'Esperan', type: 'number', value: (row) => row.waiting },
      { key: 'atrasadas', title: 'Atrasadas', type: 'number', value: (row) => row.late },
    ],
    filters,
  }),
});
