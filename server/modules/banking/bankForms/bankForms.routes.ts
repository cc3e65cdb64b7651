import { z } from 'zod';
import * as api from '#contract/banking/bankData/bankData.endpoints.ts';
import { asksOfBanks } from '#server/modules/banking/bankData/reading.service.ts';
import { templateLines } from '#server/modules/banking/bankData/csv.service.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/house.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { filledForm } from './bankForms.fill.ts';
import {
  listForms,
  mapTemplate,
  removeTemplate,
  saveForm,
  showForm,
  uploadTemplate,
} from './bankForms.service.ts';

const bankId = z.coerce.number().int().min(1).max(9999);

/** The forms of the banks, and what they look like filled in. */
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
    serveBytes(app, { path: api.BANK_FORM_PDF, access: 'tramites.exportar' }, async (ctx, request, reply) => {
      const { data } = z.object({ banco_id: bankId }).safeParse(request.query);
      const { codigo } = z.object({ codigo: z.string() }).parse(request.params);
      if (!data) throw notFound();
      const { name, bytes } = await filledForm(ctx, codigo, data.banco_id);
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'private, no-store',
        })
        .send(Buffer.from(bytes));
    });
    serveBytes(app, { path: api.BANK_DATA_TEMPLATE, access: 'tramites.ver' }, async (ctx, request, reply) => {
      const { data } = z.object({ bancoId: bankId }).safeParse(request.params);
      const [asks] = data ? await asksOfBanks(ctx.db, [data.bancoId]) : [];
      if (!asks) throw notFound();
      const lines = [
        ['campo', 'valor', 'significa', 'opciones'],
        ...templateLines(asks.fields).map(([name = '', label = '', options = '']) => [
          name,
          '',
          label,
          options,
        ]),
      ];
      const text = lines
        .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
        .join('\r\n');
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="plantilla-banco-${asks.id}.csv"`,
          'cache-control': 'private, no-store',
        })
        .send(`\uFEFF${text}\r\n`);
    });
  },
};
