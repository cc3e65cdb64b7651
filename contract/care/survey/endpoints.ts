import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { z } from 'zod';
import { Id } from '#contract/ids.ts';
import { StatusChange } from '#contract/transitions.ts';
import { BY, SatisfactionFilter, SatisfactionRow, Survey, SurveyFilter, SurveyRow } from './model.ts';
import { ABOUT, REASONS, SCORE_GROUPS } from './rules.ts';

const base = '/api/care/surveys';
/** Who reads reports, and who hands houses over and calls the families. */
const access = ['reportes.ver', 'ventas.entregar'] as const;
const shows = ['encuesta'] as const;
const permission = 'reportes.exportar';
const params = z.object({ id: Id });
const WHOSE = {
  proyecto_id: { label: 'Proyecto', of: 'proyecto' },
  asesor_id: { label: 'Asesor', of: 'usuario' },
  contratista_id: { label: 'Contratista', of: 'contratista' },
  asunto: { label: 'Asunto', values: ABOUT },
  desde: { label: 'Respondidas desde' },
  hasta: { label: 'Respondidas hasta' },
} as const;

export const listSurveys = endpoint({
  method: 'GET',
  path: base,
  access,
  shows,
  summary: 'Las respuestas de las familias después de una entrega o un ticket',
  query: SurveyFilter,
  answer: page(SurveyRow),
  exports: exportsOf(SurveyRow, {
    title: 'Respuestas de satisfacción',
    permission,
    columns: [
      {
        key: 'respondida',
        title: 'Respondida',
        type: 'instant',
        value: (row) => row.answered_at,
      },
      { key: 'nota', title: 'Nota', type: 'number', value: (row) => row.score },
      { key: 'cliente', title: 'Cliente', type: 'text', width: 28, value: (row) => row.person.name },
      {
        key: 'vivienda',
        of: 'cliente',
        title: 'Vivienda',
        type: 'text',
        value: (row) => row.house?.name,
      },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 24, value: (row) => row.project.name },
      { key: 'asunto', title: 'Asunto', type: 'text', value: (row) => ABOUT[row.about] },
      { key: 'registro', of: 'asunto', title: 'Registro', type: 'text', value: (row) => row.record.code },
      { key: 'asesor', title: 'Asesor', type: 'text', width: 24, value: (row) => row.adviser?.name },
      {
        key: 'contratista',
        title: 'Contratista',
        type: 'text',
        width: 28,
        value: (row) => row.contractor?.name,
      },
      { key: 'motivo', title: 'Qué pesó más', type: 'text', width: 26, value: (row) => REASONS[row.reason] },
      { key: 'comentario', title: 'Comentario', type: 'text', width: 50, value: (row) => row.comment },
      { key: 'dias', title: 'Días en responder', type: 'number', value: (row) => row.days },
      { key: 'llamada', title: 'Llamada', type: 'text', value: (row) => row.state.name },
    ],
    filters: {
      ...WHOSE,
      notas: { label: 'Notas', values: SCORE_GROUPS },
      motivo: { label: 'Qué pesó más', values: REASONS },
      llamada: { label: 'Llamada', values: { pendiente: 'Por hacer', hecha: 'Hecha' } },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const getSurvey = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  access,
  shows,
  summary: 'Una respuesta con su llamada y su historia',
  params,
  answer: data(Survey),
});

export const changeSurveyStatus = endpoint({
  method: 'PATCH',
  path: `${base}/:id/status`,
  access,
  touches: ['encuesta'],
  summary: 'Anota la llamada a una familia que dio una nota baja; el motivo es lo que dijo',
  params,
  body: StatusChange,
  answer: data(Survey),
  errors: ['TRANSITION', 'STALE'],
});

export const listSatisfaction = endpoint({
  method: 'GET',
  path: `${base}/figures`,
  access,
  shows,
  summary: 'La satisfacción por proyecto, asesor, contratista y mes, con su número de respuestas',
  query: SatisfactionFilter,
  answer: page(SatisfactionRow),
  exports: exportsOf(SatisfactionRow, {
    title: 'Satisfacción',
    permission,
    columns: [
      { key: 'por', title: 'Por', type: 'text', value: (row) => BY[row.by] },
      { key: 'nombre', title: 'Nombre', type: 'text', width: 30, value: (row) => row.name },
      { key: 'respuestas', title: 'Respuestas', type: 'number', value: (row) => row.answers },
      { key: 'promedio', title: 'Promedio', type: 'number', value: (row) => row.average },
      { key: 'nps', title: 'NPS', type: 'number', value: (row) => row.nps },
      { key: 'nps_desde', title: 'NPS, de', type: 'number', value: (row) => row.nps_from },
      { key: 'nps_hasta', title: 'NPS, a', type: 'number', value: (row) => row.nps_to },
      { key: 'promotores', title: 'De 9 a 10', type: 'number', value: (row) => row.promoters },
      { key: 'detractores', title: 'De 0 a 6', type: 'number', value: (row) => row.detractors },
    ],
    filters: { ...WHOSE, por: { label: 'Por', values: BY } },
  }),
});
