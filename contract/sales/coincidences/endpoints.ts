import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import {
  Coincidence,
  COINCIDENCE_STATES,
  CoincidenceFilter,
  CoincidenceRow,
  IgnoreChoice,
  LinkChoice,
  MergeChoice,
  REASONS,
} from './model.ts';

const base = '/api/sale/coincidences';
const one = `${base}/:id` as const;
const params = z.object({ id: Id });
const record = data(Coincidence);
const access = ['ventas.editar', 'ventas.aprobar'] as const;

export const listCoincidences = endpoint({
  method: 'GET',
  path: base,
  access: 'ventas.ver',
  shows: ['coincidencia'],
  summary: 'Personas que parecen ser la misma, las más seguras primero',
  query: CoincidenceFilter,
  answer: page(CoincidenceRow),
  exports: exportsOf(CoincidenceRow, {
    title: 'Coincidencias',
    permission: 'ventas.exportar',
    columns: [
      { key: 'score', title: 'Puntos', type: 'number', width: 8, value: (row) => row.score },
      {
        key: 'motivos',
        title: 'En común',
        type: 'text',
        width: 34,
        value: (row) => row.reasons.map((one) => REASONS[one]).join(', '),
      },
      { key: 'izquierda', title: 'Persona', type: 'text', width: 30, value: (row) => row.left.nombre },
      { key: 'derecha', title: 'Otra persona', type: 'text', width: 30, value: (row) => row.right.nombre },
      { key: 'estado', title: 'Estado', type: 'text', value: (row) => COINCIDENCE_STATES[row.state] },
      { key: 'id', title: 'Encontrada', type: 'instant', value: (row) => row.found_at },
      { key: 'motivo', of: 'estado', title: 'Motivo', type: 'text', width: 30, value: (row) => row.reason },
    ],
    filters: {
      estado: { label: 'Estado', values: COINCIDENCE_STATES },
      motivo: { label: 'En común', values: REASONS },
      persona_id: { label: 'Persona' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const getCoincidence = endpoint({
  method: 'GET',
  path: one,
  access: 'ventas.ver',
  shows: ['coincidencia'],
  summary: 'Dos personas lado a lado',
  params,
  answer: record,
});

export const mergePeople = endpoint({
  method: 'POST',
  path: `${one}/merge`,
  access,
  touches: ['coincidencia', 'persona', 'precontrato', 'prospecto'],
  summary: 'Hace de dos personas una; se puede deshacer',
  params,
  body: MergeChoice,
  answer: z.object({ data: z.object({ person_id: z.number().int(), merge_id: z.number().int() }) }),
  errors: ['STALE', 'CANNOT_MERGE'],
  idempotent: true,
});

export const linkPeople = endpoint({
  method: 'POST',
  path: `${one}/link`,
  access,
  touches: ['coincidencia', 'persona'],
  summary: 'Son dos personas que van juntas: codeudor o familiar',
  params,
  body: LinkChoice,
  answer: record,
  errors: ['STALE'],
});

export const ignoreCoincidence = endpoint({
  method: 'POST',
  path: `${one}/ignore`,
  access,
  touches: ['coincidencia', 'persona'],
  summary: 'No es la misma persona: no se vuelve a preguntar',
  params,
  body: IgnoreChoice,
  answer: record,
  errors: ['STALE'],
});

/** Sets an ignored or linked pair back to undecided. */
export const reopenCoincidence = endpoint({
  method: 'POST',
  path: `${one}/reopen`,
  access,
  touches: ['coincidencia', 'persona'],
  summary: 'Vuelve a poner una coincidencia por decidir',
  params,
  body: z.object({ version: z.number().int() }),
  answer: record,
  errors: ['STALE'],
});
