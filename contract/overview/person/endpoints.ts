import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { Person, PersonChange } from './model.ts';

const one = '/api/sale/people/:id';
const params = z.object({ id: Id });

export const getPerson = endpoint({
  method: 'GET',
  path: one,
  access: 'ventas.ver',
  shows: ['persona'],
  summary: 'Una persona con sus prospectos, ventas, familia y cambios',
  params,
  answer: data(Person),
});

export const changePerson = endpoint({
  method: 'PATCH',
  path: one,
  access: ['ventas.editar', 'ventas.aprobar'],
  touches: ['persona', 'precontrato'],
  summary: 'Cambia nombre, documento, celular o correo de una persona; lo de antes queda en su historial',
  params,
  body: PersonChange,
  answer: data(Person),
  errors: ['STALE'],
});

export const undoMerge = endpoint({
  method: 'POST',
  path: '/api/sale/people/merges/:id/undo',
  access: ['ventas.editar', 'ventas.aprobar'],
  touches: ['persona', 'coincidencia', 'precontrato', 'prospecto'],
  summary: 'Deshace una fusión: cada fila vuelve a la persona que tenía',
  params,
  answer: z.object({ success: z.string(), data: z.object({ person_id: z.number().int() }) }),
  errors: ['CANNOT_UNDO'],
});
