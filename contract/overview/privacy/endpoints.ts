import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { Consent, consentExports, ConsentFilter } from './model.ts';

export const listConsents = endpoint({
  method: 'GET',
  path: '/api/privacy/consents',
  access: ['administracion.ver', 'auditoria.ver'],
  shows: ['consentimiento'],
  summary: 'Los permisos que dieron los compradores, los más nuevos primero',
  query: ConsentFilter,
  answer: page(Consent),
  exports: consentExports,
});

/** For a request in writing, by phone or in the office; on their own page buyers withdraw consents themselves. */
export const revokeConsent = endpoint({
  method: 'POST',
  path: '/api/privacy/consents/:id/revoke',
  access: 'administracion.editar',
  touches: ['consentimiento', 'precontrato'],
  summary: 'Retira un permiso a pedido de quien lo dio; queda en el registro con su motivo',
  params: z.object({ id: Id }),
  body: z.object({
    motivo: z.string().trim().min(3, { error: 'Escribe cómo y cuándo lo pidió.' }).max(500),
  }),
  answer: data(Consent),
  errors: ['ALREADY_REVOKED'],
  idempotent: true,
});
