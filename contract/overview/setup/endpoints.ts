import { z } from 'zod';
import { TypedPassword } from '#contract/company/auth/model.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { Fiscal, Company } from '#contract/company/settings/model.ts';
import {
  DemoContents,
  FirstAdministrator,
  Invitation,
  Invited,
  SetupCode,
  SetupCompany,
  SetupFiscal,
  SetupProgress,
} from './model.ts';

const base = '/api/setup';

/** Open: no administrator exists yet; the first one is created with the code printed at start. */
export const setupState = endpoint({
  method: 'GET',
  path: base,
  access: 'public',
  shows: [],
  summary: 'Si la empresa espera a su primer administrador',
  answer: data(z.object({ open: z.boolean() })),
});

/** 422 CODE at `code`; 429; 409 SETUP_DONE when an administrator exists. The same for all endpoints with the code. */
export const openSetup = endpoint({
  method: 'POST',
  path: `${base}/open`,
  access: 'public',
  touches: [],
  summary: 'Comprueba el código del arranque, y responde lo que ya se llenó',
  body: z.object({ code: SetupCode }),
  answer: data(z.object({ company: Company, fiscal: Fiscal, saved: z.boolean() })),
  errors: ['CODE', 'SETUP_DONE', 'TOO_MANY'],
  ownTransactions: true,
});

export const setUpCompany = endpoint({
  method: 'PUT',
  path: `${base}/company`,
  access: 'public',
  touches: ['configuracion'],
  summary: 'Guarda los datos de la empresa',
  body: z.object({ code: SetupCode, company: SetupCompany, fiscal: SetupFiscal }),
  answer: z.object({ success: z.string() }),
  errors: ['CODE', 'SETUP_DONE', 'TOO_MANY'],
  ownTransactions: true,
});

/** Also signs in. Of two simultaneous requests one succeeds; the other gets 409 SETUP_DONE. */
export const setUpAdministrator = endpoint({
  method: 'POST',
  path: `${base}/administrator`,
  access: 'public',
  touches: ['user'],
  summary: 'Crea a quien administra; desde entonces esta puerta queda cerrada',
  body: FirstAdministrator.extend({ code: SetupCode }),
  answer: z.object({ success: z.string() }),
  status: 201,
  errors: ['CODE', 'SETUP_DONE', 'TOO_MANY'],
  ownTransactions: true,
});

export const setupProgress = endpoint({
  method: 'GET',
  path: `${base}/progress`,
  access: 'administracion.editar',
  shows: ['configuracion', 'proyecto', 'modelo', 'lote', 'user'],
  summary: 'Qué falta para empezar a vender',
  answer: data(SetupProgress),
});

export const dismissSetup = endpoint({
  method: 'POST',
  path: `${base}/dismiss`,
  access: 'administracion.editar',
  touches: ['configuracion'],
  summary: 'Esconde o vuelve a mostrar la lista de puesta en marcha',
  body: z.object({ dismissed: z.boolean() }),
  answer: data(SetupProgress),
});

/** Turns a restored copy into the live system: its mails, reminders and nightly jobs start. 409 NO_SAFE_MODE. */
export const leaveSafeMode = endpoint({
  method: 'POST',
  path: '/api/safe_mode/leave',
  access: 'administracion.editar',
  touches: ['menu'],
  summary: 'Activa una copia restaurada: desde entonces envía correos y recordatorios',
  answer: z.object({ success: z.string() }),
  errors: ['NO_SAFE_MODE'],
});

/** All or none. 422 at `people[n][campo]`; 403 ESCALATION for a role that allows more than the user's own. */
export const invitePeople = endpoint({
  method: 'POST',
  path: `${base}/people`,
  access: 'administracion.crear',
  touches: ['user', 'correo'],
  summary: 'Invita a personas con su rol, y las pone en el equipo de los proyectos',
  body: z.object({
    people: z.array(Invited).min(1).max(20),
    project_ids: z.array(Id).max(50).default([]),
  }),
  answer: data(z.array(Invitation)),
  status: 201,
  errors: ['ESCALATION'],
});

/** Counts of what erasing would delete; none outside a demo. */
export const demoContents = endpoint({
  method: 'GET',
  path: `${base}/demo`,
  access: 'administracion.editar',
  shows: [],
  summary: 'Qué se borra con la demostración',
  answer: data(DemoContents),
});

/**
 * Erases the demo in one transaction. The user becomes the first administrator of the new company and is signed in. 422
 * PASSWORD at `current`, 422 at `company`; 409 NO_DEMO outside a demo; 409 BUSY while other work locks the tables.
 */
export const eraseDemo = endpoint({
  method: 'POST',
  path: `${base}/erase_demo`,
  access: 'administracion.editar',
  touches: ['configuracion'],
  summary: 'Borra la demostración y empieza la empresa propia',
  body: FirstAdministrator.extend({ current: TypedPassword, company: z.string().trim().max(120) }),
  answer: z.object({ success: z.string() }),
  errors: ['PASSWORD', 'NO_DEMO', 'BUSY', 'TOO_MANY'],
  ownTransactions: true,
});
