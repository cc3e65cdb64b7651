import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/banking/bankData/bankData.endpoints.ts';
import { bankDataPage } from '#contract/banking/bankData/bankData.pages.ts';
import { paginate } from '#contract/paging.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { servePage } from '#server/kernel/pages.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { customerBankData } from './bankData.customer.ts';
import { importCsv } from './bankData.import.ts';
import { presentRow, showBankData } from './bankData.present.ts';
import { asksOfBanks } from '#server/modules/banking/bankForms/asks.service.ts';
import { templateLines } from './csv.service.ts';
import { filledForm } from './filledForm.service.ts';
import { findBankData } from './reading.service.ts';
import { sendBankData } from './bankData.service.ts';
import { changePageState } from './bankData.states.ts';

export const bankDataModule: Module = {
  name: 'bankData',
  routes(app) {
    servePage(app, bankDataPage, (ctx, { params, query }) => customerBankData(ctx, params.codigo, query));
    route(app, api.sendBankData, (ctx, { body }) => sendBankData(ctx, body));
    route(app, api.importBankDataCsv, async (ctx, { params, body }) => ({
      data: await importCsv(ctx, params.codigo, body.confirmar === '1'),
    }));
    route(app, api.changeBankDataPage, async (ctx, { params, body }) => ({
      data: await changePageState(ctx, { ...params, body }),
    }));
    route(app, api.getBankData, async (ctx, { params }) => ({
      data: await showBankData(ctx, params.codigo),
    }));
    route(app, api.listBankData, async (ctx, { query }) => {
      const { found, total } = await findBankData(ctx.db, query, salesInReach(ctx, 'tramites.ver'));
      const url = urlOf(api.listBankData, { query });
      return { data: found.map(presentRow), meta: { pagination: paginate(query, found.length, total, url) } };
    });
    paperRoutes(app);
  },
};

const bankId = z.coerce.number().int().min(1).max(9999);

/** The form of a bank filled in, and the table to fill it from. */
function paperRoutes(app: FastifyInstance): void {
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
    const text = templateLines(asks.fields)
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
}
