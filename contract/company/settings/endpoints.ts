import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { LOGO_FILE, OfficeSite, SETTING_KEYS, Settings } from './model.ts';

const Stored = z.object({
  values: Settings,
  /** Version and time of each key that was ever saved. */
  set: z.array(z.object({ key: z.enum(SETTING_KEYS), version: z.number().int(), updated_at: z.string() })),
  logo_url: z.string().nullable(),
});

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/company/settings',
  access: 'administracion.ver',
  shows: ['configuracion'],
  summary: 'La configuración de la empresa, con la versión de cada parte',
  answer: data(Stored),
});

/** 422 at `value` or `value[campo]`; 409 STALE when someone else saved meanwhile. Does not change the logo. */
export const changeSetting = endpoint({
  method: 'PUT',
  path: '/api/company/settings/:key',
  access: 'administracion.editar',
  touches: ['configuracion'],
  summary: 'Guarda una parte de la configuración; vale enseguida',
  params: z.object({ key: z.enum(SETTING_KEYS) }),
  body: z.object({ value: z.unknown(), version: z.number().int().optional() }),
  answer: data(Stored),
  errors: ['STALE'],
});

/** Resets to the default. */
export const resetSetting = endpoint({
  method: 'DELETE',
  path: '/api/company/settings/:key',
  access: 'administracion.editar',
  touches: ['configuracion'],
  summary: 'Restablece una parte de la configuración',
  params: z.object({ key: z.enum(SETTING_KEYS).exclude(['company']) }),
  answer: data(Stored),
});

export const setLogo = endpoint({
  method: 'POST',
  path: '/api/company/logo',
  access: 'administracion.editar',
  touches: ['configuracion'],
  summary: 'Cambia el logo de la empresa',
  body: z.object({}),
  files: { archivo: LOGO_FILE },
  answer: data(Stored),
});

export const removeLogo = endpoint({
  method: 'DELETE',
  path: '/api/company/logo',
  access: 'administracion.editar',
  touches: ['configuracion'],
  summary: 'Quita el logo de la empresa',
  answer: data(Stored),
});

/** Name, logo and tints, also for the sign-in page. */
export const officeSite = endpoint({
  method: 'GET',
  path: '/api/company/site',
  access: 'public',
  shows: ['configuracion'],
  summary: 'Nombre, logo y color de la empresa',
  answer: data(OfficeSite),
});
