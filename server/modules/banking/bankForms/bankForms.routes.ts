import * as api from '#contract/banking/bankData/bankData.endpoints.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import {
  listForms,
  mapTemplate,
  removeTemplate,
  saveForm,
  showForm,
  uploadTemplate,
} from './bankForms.service.ts';

/** What the form of each bank asks for, and its PDF. */
export const bankFormsModule: Module = {
  name: 'bankForms',
  routes(app) {
    route(app, api.listBankForms, async (ctx) => ({ data: await listForms(ctx) }));
    route(app, api.getBankForm, async (ctx, { params }) => ({ data: await showForm(ctx, params.bancoId) }));
    route(app, api.saveBankForm, async (ctx, { params, body }) => {
      await saveForm(ctx, params.bancoId, body);
      return { data: await showForm(ctx, params.bancoId) };
    });
    route(app, api.uploadBankTemplate, async (ctx, { params }) => {
      await uploadTemplate(ctx, params.bancoId);
      return { data: await showForm(ctx, params.bancoId) };
    });
    route(app, api.mapBankTemplate, async (ctx, { params, body }) => {
      await mapTemplate(ctx, params.bancoId, body);
      return { data: await showForm(ctx, params.bancoId) };
    });
    route(app, api.removeBankTemplate, async (ctx, { params }) => {
      await removeTemplate(ctx, params.bancoId);
      return { data: await showForm(ctx, params.bancoId) };
    });
  },
};
