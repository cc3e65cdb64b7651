import { z } from 'zod';
import { Email } from '#contract/company/auth/model.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { Phone } from '#contract/phone.ts';

const params = z.object({ id: Id });
const version = z.number().int().optional();
const notes = z.string().trim().max(500).default('');
const position = z.number().int().min(0).max(999);

/** A contact at the bank. */
export const BankExecutive = z.object({
  id: z.number().int(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  branch: z.string(),
  notes: z.string(),
  main: z.boolean(),
  position: z.number().int(),
  archived: z.boolean(),
  version: z.number().int(),
});
export type BankExecutive = z.infer<typeof BankExecutive>;

/** A bank that finances the buyers of a project, with its executives. */
export const ProjectBank = z.object({
  id: z.number().int(),
  bank: z.object({ id: z.number().int(), name: z.string() }),
  /** Gives mortgages (bank_type, hipotecas). */
  mortgages: z.boolean(),
  notes: z.string(),
  position: z.number().int(),
  archived: z.boolean(),
  version: z.number().int(),
  executives: z.array(BankExecutive),
});
export type ProjectBank = z.infer<typeof ProjectBank>;

export const ExecutiveForm = z.object({
  name: z.string().trim().min(2, { error: 'Escribe el nombre.' }).max(120),
  phone: Phone.nullable().default(null),
  email: Email.nullable().default(null),
  branch: z.string().trim().max(80).default(''),
  notes,
  main: z.boolean().default(false),
  position: position.default(0),
  archived: z.boolean().default(false),
});
export type ExecutiveForm = z.output<typeof ExecutiveForm>;

const banks = data(z.array(ProjectBank));

export const listProjectBanks = endpoint({
  method: 'GET',
  path: '/api/projects/:id/banks',
  access: 'proyectos.ver',
  shows: ['proyecto'],
  summary: 'Bancos que financian el proyecto, con sus ejecutivos',
  params,
  answer: data(z.array(ProjectBank)),
});

/** Banks with mortgages, to choose one for a project. */
export const listLenders = endpoint({
  method: 'GET',
  path: '/api/projects/lenders',
  access: 'proyectos.editar',
  shows: ['catalog_item'],
  summary: 'Bancos que dan hipotecas',
  answer: data(z.array(z.object({ id: z.number().int(), name: z.string() }))),
});

export const addProjectBank = endpoint({
  method: 'POST',
  path: '/api/projects/:id/banks',
  access: 'proyectos.editar',
  touches: ['proyecto'],
  summary: 'Agrega un banco al proyecto',
  params,
  body: z.object({ bank_id: z.number().int().min(1).max(32_767), notes }),
  answer: banks,
  status: 201,
  errors: ['BANK_TAKEN'],
  idempotent: true,
});

export const changeProjectBank = endpoint({
  method: 'PATCH',
  path: '/api/projects/banks/:id',
  access: 'proyectos.editar',
  touches: ['proyecto'],
  summary: 'Cambia las notas de un banco del proyecto, o lo archiva',
  params,
  body: z.object({ notes, archived: z.boolean(), version }),
  answer: banks,
  errors: ['STALE'],
});

export const orderProjectBanks = endpoint({
  method: 'PUT',
  path: '/api/projects/:id/banks/order',
  access: 'proyectos.editar',
  touches: ['proyecto'],
  summary: 'Pone los bancos del proyecto en otro orden',
  params,
  body: z.object({ ids: z.array(z.number().int()).max(100) }),
  answer: banks,
});

export const copyProjectBanks = endpoint({
  method: 'POST',
  path: '/api/projects/:id/banks/copy',
  access: 'proyectos.editar',
  touches: ['proyecto'],
  summary: 'Copia de otro proyecto los bancos y ejecutivos que aquí faltan',
  params,
  body: z.object({ from_project_id: z.number().int().min(1) }),
  answer: z.object({ data: z.array(ProjectBank), success: z.string() }),
  idempotent: true,
});

export const addExecutive = endpoint({
  method: 'POST',
  path: '/api/projects/banks/:id/executives',
  access: 'proyectos.editar',
  touches: ['proyecto'],
  summary: 'Agrega un ejecutivo al banco; el principal deja de serlo si este lo es',
  params,
  body: ExecutiveForm,
  answer: banks,
  status: 201,
  idempotent: true,
});

export const changeExecutive = endpoint({
  method: 'PATCH',
  path: '/api/projects/executives/:id',
  access: 'proyectos.editar',
  touches: ['proyecto'],
  summary: 'Cambia un ejecutivo, o lo archiva',
  params,
  body: ExecutiveForm.extend({ version }),
  answer: banks,
  errors: ['STALE'],
});
