import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { RecordTask, TaskDays, TaskFields } from './model.ts';

const Owner = z.object({ reference: z.string().max(40), reference_id: Id });
const params = z.object({ id: Id });

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/tasks',
  access: 'record',
  shows: ['tarea'],
  summary: 'Las tareas de un registro: primero las pendientes por su día, después las hechas',
  query: Owner,
  answer: data(z.array(RecordTask)),
});

export const listMyTasks = endpoint({
  method: 'GET',
  path: '/api/tasks/mine',
  access: 'own',
  shows: ['tarea'],
  summary: 'Las tareas propias entre dos días, para el calendario',
  query: TaskDays,
  answer: data(z.array(RecordTask)),
});

export const createTask = endpoint({
  method: 'POST',
  path: '/api/tasks',
  access: 'record',
  touches: ['tarea', 'aviso'],
  summary: 'Deja una tarea con fecha en un registro, para uno mismo o para quien pueda verlo',
  body: Owner.extend(TaskFields.shape),
  answer: data(RecordTask),
  status: 201,
  idempotent: true,
});

export const changeTask = endpoint({
  method: 'PATCH',
  path: '/api/tasks/:id',
  access: 'record',
  touches: ['tarea', 'aviso'],
  summary: 'Cambia una tarea pendiente: qué, quién o cuándo',
  params,
  body: TaskFields.extend({ version: z.number().int() }),
  answer: data(RecordTask),
});

/** `hecha` false takes it back. The same again changes nothing. */
export const finishTask = endpoint({
  method: 'POST',
  path: '/api/tasks/:id/done',
  access: 'record',
  touches: ['tarea', 'aviso'],
  summary: 'Marca una tarea como hecha, o la deja pendiente otra vez',
  params,
  body: z.object({ hecha: z.boolean() }),
  answer: data(RecordTask),
});
