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

/** Returns a ZIP without personal data, for whoever helps with a fault. */
export const SUPPORT_BUNDLE = '/api/system/support';
