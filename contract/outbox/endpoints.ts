import { z } from 'zod';
import { data, endpoint, page } from '../endpoint.ts';
import { Id } from '../ids.ts';
import { MailFilter, MailRecord, MailRow } from './model.ts';

export const listMails = endpoint({
  method: 'GET',
  path: '/api/outbox',
  access: ['administracion.ver', 'ventas.aprobar'],
  summary: 'Los correos de la aplicación, los más nuevos primero',
  query: MailFilter,
  answer: page(MailRow),
});

export const getMail = endpoint({
  method: 'GET',
  path: '/api/outbox/:id',
  access: ['administracion.ver', 'ventas.aprobar'],
  summary: 'Un correo con su texto; leer uno que lleva un código o un enlace queda en la auditoría',
  params: z.object({ id: Id }),
  answer: data(MailRecord),
});
