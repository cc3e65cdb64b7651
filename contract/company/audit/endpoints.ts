import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { auditExports, AuditFilter, AuditRow } from './model.ts';

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  access: 'auditoria.ver',
  shows: [],
  summary: 'Quién hizo, leyó o exportó qué, cuándo y desde dónde; lo más nuevo primero',
  query: AuditFilter,
  answer: page(AuditRow),
  exports: auditExports,
});

/** Users who appear in the log, former ones included. */
export const listAuditActors = endpoint({
  method: 'GET',
  path: '/api/audit/actors',
  access: 'auditoria.ver',
  shows: [],
  summary: 'Las personas de la oficina, para filtrar',
  answer: data(z.array(z.object({ id: z.number().int(), name: z.string(), active: z.boolean() }))),
});
