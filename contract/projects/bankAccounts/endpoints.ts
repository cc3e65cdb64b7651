import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { OrderQuery, pageBy } from '#contract/paging.ts';
import { BankAccount, BankAccountForm, LinkedAccount, ProjectBankAccount } from './model.ts';

const base = '/api/administrations/bank_accounts';
const params = z.object({ id: Id });
const version = z.number().int().optional();

export const listBankAccountOptions = endpoint({
  method: 'GET',
  path: `${base}/lists`,
  access: 'contabilidad.ver',
  shows: ['cuenta_bancaria'],
  summary: 'Cuentas bancarias para elegir',
  query: OrderQuery,
  answer: data(z.array(ProjectBankAccount)),
});

export const listBankAccounts = endpoint({
  method: 'GET',
  path: base,
  access: 'contabilidad.ver',
  shows: ['cuenta_bancaria'],
  summary: 'Las cuentas bancarias de la empresa',
  query: pageBy('nombre', 'id').extend({
    q: z.string().max(80).optional(),
    banco_id: Id.optional(),
    archivadas: z.stringbool().default(false),
  }),
  answer: page(BankAccount),
  exports: exportsOf(BankAccount, {
    title: 'Cuentas bancarias',
    permission: 'contabilidad.exportar',
    columns: [
      { key: 'nombre', title: 'Cuenta', type: 'text', width: 28, value: (row) => row.nombre },
      { key: 'numero', of: 'nombre', title: 'Número', type: 'text', width: 22, value: (row) => row.numero },
      { key: 'banco', title: 'Banco', type: 'text', width: 24, value: (row) => row.banco.nombre },
      { key: 'tipo', title: 'Tipo', type: 'text', width: 20, value: (row) => row.tipo.nombre },
      {
        key: 'uso',
        of: 'tipo',
        title: 'Uso',
        type: 'text',
        width: 20,
        value: (row) => row.tipo_contable.nombre,
      },
      { key: 'moneda', of: 'tipo', title: 'Moneda', type: 'text', width: 8, value: (row) => row.moneda },
      { key: 'titular', title: 'Titular', type: 'text', width: 28, value: (row) => row.titular },
      {
        key: 'proyectos',
        title: 'Proyectos',
        type: 'text',
        width: 30,
        value: (row) => row.proyectos.map(({ nombre }) => nombre).join(', '),
      },
      {
        key: 'cuenta_contable',
        title: 'Cuenta contable',
        type: 'text',
        width: 28,
        value: (row) => row.cuenta_contable?.nombre,
      },
      { key: 'estado', title: 'Archivada', type: 'text', width: 10, value: (row) => row.archivada },
    ],
    filters: {
      q: { label: 'Búsqueda' },
      banco_id: { label: 'Banco', of: 'catalog:bank_type' },
      archivadas: { label: 'Con las archivadas' },
    },
  }),
});

export const findBankAccount = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  access: 'contabilidad.ver',
  shows: ['cuenta_bancaria'],
  summary: 'Una cuenta bancaria',
  params,
  answer: data(BankAccount),
});

export const createBankAccount = endpoint({
  method: 'POST',
  path: base,
  access: 'contabilidad.crear',
  touches: ['cuenta_bancaria'],
  summary: 'Agrega una cuenta bancaria',
  body: BankAccountForm,
  answer: data(BankAccount),
  status: 201,
  errors: ['ACCOUNT_TAKEN'],
  idempotent: true,
});

export const changeBankAccount = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  access: 'contabilidad.editar',
  touches: ['cuenta_bancaria'],
  summary: 'Cambia o archiva una cuenta bancaria',
  params,
  body: BankAccountForm.extend({ version }),
  answer: data(BankAccount),
  errors: ['ACCOUNT_TAKEN', 'STALE'],
});

/** For existing clients; its label is `accountLabel`. */
export const listProjectBankAccounts = endpoint({
  method: 'GET',
  path: '/api/projects/project_bank_account/:projectId',
  access: 'pagos.ver',
  shows: ['cuenta_bancaria'],
  summary: 'Cuentas bancarias de un proyecto, para elegir',
  params: z.object({ projectId: Id }),
  answer: data(z.array(ProjectBankAccount)),
});

export const listLinkedAccounts = endpoint({
  method: 'GET',
  path: '/api/projects/:id/bank_accounts',
  access: 'proyectos.ver',
  shows: ['cuenta_bancaria'],
  summary: 'Cuentas con que trabaja un proyecto; el número completo solo para contabilidad y pagos',
  params,
  answer: data(z.array(LinkedAccount)),
});

export const linkAccounts = endpoint({
  method: 'PUT',
  path: '/api/projects/:id/bank_accounts',
  access: 'contabilidad.editar',
  touches: ['cuenta_bancaria', 'proyecto'],
  summary: 'Dice con qué cuentas trabaja el proyecto, en qué orden y a cuál pagan los compradores',
  params,
  body: z
    .object({
      account_ids: z.array(z.number().int().min(1)).max(40),
      /** One of `account_ids`, or none. */
      compradores_id: z.number().int().min(1).nullable(),
      /** The accounts on screen, in order; 409 when they changed meanwhile. */
      before: z.array(z.number().int()).max(40).optional(),
    })
    .refine((body) => new Set(body.account_ids).size === body.account_ids.length, {
      error: 'Una cuenta está dos veces.',
      path: ['account_ids'],
    }),
  answer: data(z.array(LinkedAccount)),
  errors: ['STALE'],
});
