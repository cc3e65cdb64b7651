import { and, eq, isNull } from 'drizzle-orm';
import * as api from '#contract/projects/bankAccounts/endpoints.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { accountsInReach, findAccounts, pageOfAccounts } from './bankAccounts.queries.ts';
import {
  changeAccount,
  createAccount,
  labelsOf,
  loadAccount,
  presentAccounts,
} from './bankAccounts.service.ts';
import { bankAccounts } from './bankAccounts.table.ts';
import { linkAccounts } from './projectAccounts.service.ts';

export const accountingModule: Module = {
  name: 'accounting',
  records: {
    cuenta_bancaria: async (ctx, id) =>
      (await ctx.db.$count(
        bankAccounts,
        and(eq(bankAccounts.id, id), accountsInReach(ctx, 'contabilidad.ver')),
      )) > 0,
  },
  routes(app) {
    route(app, api.listBankAccountOptions, async (ctx, { query }) => {
      const list = await findAccounts(
        ctx.db,
        and(isNull(bankAccounts.archivedAt), accountsInReach(ctx, 'contabilidad.ver')),
      );
      const { bank, kind } = await labelsOf(ctx.db);
      const found = list.map((one) => ({
        id: one.id,
        nombre: one.name,
        numero: one.number,
        tipo_banco: { nombre: bank(one.bankId) },
        tipo_cuenta_contable_banco: { nombre: kind(one.kindId) },
      }));
      return { data: query.order_type === 'desc' ? found.toReversed() : found };
    });
    route(app, api.listBankAccounts, async (ctx, { query }) => {
      const { list, total } = await pageOfAccounts(ctx, query);
      return {
        data: await presentAccounts(ctx.db, list),
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listBankAccounts, { query })) },
      };
    });
    route(app, api.findBankAccount, async (ctx, { params }) => ({
      data: await loadAccount(
        ctx.db,
        and(eq(bankAccounts.id, params.id), accountsInReach(ctx, 'contabilidad.ver')),
      ),
    }));
    route(app, api.createBankAccount, async (ctx, { body }) => ({ data: await createAccount(ctx, body) }));
    route(app, api.changeBankAccount, async (ctx, { params, body }) => ({
      data: await changeAccount(ctx, params.id, body),
    }));
    route(app, api.linkAccounts, async (ctx, { params, body }) => ({
      data: await linkAccounts(ctx, params.id, body),
    }));
  },
};
