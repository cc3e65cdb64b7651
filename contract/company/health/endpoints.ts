import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { SystemHealth } from './model.ts';

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/system/health',
  access: 'administracion.ver',
  shows: ['configuracion', 'correo'],
  summary: 'Cómo está el sistema: disco, respaldo, tareas, correos, tamaños y versión',
  answer: data(SystemHealth),
});

export const retryFailedJobs = endpoint({
  method: 'POST',
  path: '/api/system/health/jobs/:name/retry',
  access: 'administracion.editar',
  touches: ['configuracion'],
  summary: 'Intenta otra vez las tareas de ese nombre que fallaron en los últimos siete días',
  params: z.object({ name: z.string().max(100) }),
  answer: z.object({ success: z.string() }),
});

/** Returns a ZIP without personal data, for whoever helps with a fault. */
export const SUPPORT_BUNDLE = '/api/system/support';
