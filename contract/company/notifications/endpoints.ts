import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { Notice, NoticeFilter, NoticePreferences } from './model.ts';

/** Only the user's own notices: another user's give 404. */
export const listNotices = endpoint({
  method: 'GET',
  path: '/api/notifications/list',
  access: 'own',
  shows: ['aviso'],
  summary: 'Los avisos propios, los más nuevos primero',
  query: NoticeFilter,
  answer: page(Notice),
});

export const countNotices = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  access: 'own',
  shows: ['aviso'],
  summary: 'Cuántos avisos propios están sin leer; más de 100 se dicen 100',
  answer: data(z.object({ unread: z.number().int() })),
});

export const selectNotice = endpoint({
  method: 'POST',
  path: '/api/notifications/:id/assign_selection_date',
  access: 'own',
  touches: ['aviso'],
  summary: 'Marca un aviso propio como leído; una repetición no cambia nada',
  params: z.object({ id: Id }),
  answer: data(Notice),
});

export const selectAllNotices = endpoint({
  method: 'POST',
  path: '/api/notifications/read_all',
  access: 'own',
  touches: ['aviso'],
  summary: 'Marca todos los avisos propios como leídos',
  answer: z.object({ success: z.string() }),
});

export const getNoticePreferences = endpoint({
  method: 'GET',
  path: '/api/notifications/preferences',
  access: 'own',
  shows: ['ajuste'],
  summary: 'Por dónde quiere sus avisos quien pregunta, y a qué horas no',
  answer: data(NoticePreferences),
});

/** Kinds that are left out stay as they are. */
export const putNoticePreferences = endpoint({
  method: 'PUT',
  path: '/api/notifications/preferences',
  access: 'own',
  touches: ['ajuste'],
  summary: 'Guarda por dónde quiere sus avisos quien pregunta, y a qué horas no',
  body: NoticePreferences,
  answer: data(NoticePreferences),
});
