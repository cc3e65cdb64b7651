import { z } from 'zod';
import { urlOf } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import * as api from '#contract/money/withholding/endpoints.ts';
import { Month } from '#contract/money/withholding/model.ts';
import { paginate } from '#contract/paging.ts';
import { audit } from '#server/kernel/audit.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { sendPaper } from '#server/kernel/pdf/paper.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { sendText } from '#server/modules/money/paymentBatches/textFile.service.ts';
import {
  certificatePaper,
  dgiReport,
  issueCertificate,
  pageOfRetained,
  withheldOf,
} from './withholding.service.ts';

const Params = z.object({ id: Id });
const Report = z.object({ report: z.enum(['43', '433']) });

/** Retention of contractors, ITBMS withheld with its certificates, and the reports of the DGI. */
export const withholdingModule: Module = {
  name: 'withholding',
  routes(app) {
    route(app, api.listRetained, async (ctx, { query }) => {
      const { list, total } = await pageOfRetained(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listRetained, { query })) },
      };
    });
    route(app, api.listWithheld, async (ctx, { query }) => ({ data: await withheldOf(ctx, query.mes) }));
    route(app, api.issueCertificate, async (ctx, { body }) => {
      await issueCertificate(ctx, body);
      return { data: await withheldOf(ctx, body.month) };
    });
    serveBytes(
      app,
      { path: api.CERTIFICATE_PAPER, access: 'contabilidad.ver' },
      async (ctx, request, reply) => {
        const params = Params.safeParse(request.params);
        if (!params.success) throw notFound();
        const paper = await certificatePaper(ctx, params.data.id);
        await audit(ctx, 'leer', 'certificado_retencion', params.data.id, { name: paper.name });
        return sendPaper(reply, paper);
      },
    );
    serveBytes(
      app,
      { path: api.DGI_REPORT, access: 'contabilidad.exportar' },
      async (ctx, request, reply) => {
        const params = Report.safeParse(request.params);
        const query = z.object({ mes: Month }).safeParse(request.query);
        if (!params.success || !query.success) throw notFound();
        const file = await dgiReport(ctx, params.data.report, query.data.mes);
        await audit(ctx, 'exported', 'formato_archivo', 0, { name: file.name });
        return sendText(reply, file);
      },
    );
  },
};
