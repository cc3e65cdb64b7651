import { z } from 'zod';
import { renderClauses } from '#contract/legal/contractTemplates/clauses.ts';
import * as api from '#contract/legal/contractTemplates/endpoints.ts';
import {
  CONDITION_NAMES,
  EXAMPLES,
  examplesFor,
  TEMPLATE_KINDS,
  type Holding,
} from '#contract/legal/contractTemplates/fields.ts';
import { urlOf } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { paginate } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { sendPaper } from '#server/kernel/pdf/paper.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { ofCompany } from '#server/modules/legal/counsel/counsel.scope.ts';
import { composeContract } from './contractPaper.service.ts';
import { presentTemplate, presentVersion } from './contractTemplates.present.ts';
import { findTemplates, findVersion } from './contractTemplates.queries.ts';
import * as service from './contractTemplates.service.ts';
import { templateTasks } from './contractTemplates.tasks.ts';

const Preview = z.object({ id: Id, number: z.coerce.number().int().min(1) });
const As = z.object({ como: z.string().max(200).optional().catch(undefined) });

/** The conditions of a preview, by name; unknown ones count for nothing. */
const holdingOf = (names: readonly string[]): Holding =>
  new Set(CONDITION_NAMES.filter((one) => names.includes(one)));

export const contractTemplatesModule: Module = {
  name: 'contractTemplates',
  records: {
    plantilla_legal: async (ctx, id) =>
      // A template is no sale's: a scope of own rows does not reach it.
      ofCompany(ctx, 'legal.ver') && (await exists(ctx, id)),
  },
  tasks: { plantilla_legal: templateTasks },
  routes(app) {
    route(app, api.listTemplates, async (ctx, { query }) => {
      const { found, total } = await findTemplates(ctx.db, query);
      const url = urlOf(api.listTemplates, { query });
      return { data: found, meta: { pagination: paginate(query, found.length, total, url) } };
    });
    route(app, api.getTemplate, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.createTemplate, async (ctx, { body }) =>
      answer(ctx, await service.createTemplate(ctx, body)),
    );
    route(app, api.changeTemplate, async (ctx, { params, body }) => {
      await service.changeTemplate(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.archiveTemplate, async (ctx, { params, body }) => {
      await service.archiveTemplate(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.draftVersion, async (ctx, { params }) =>
      text(ctx, params.id, await service.draftVersion(ctx, params.id)),
    );
    route(app, api.getVersion, (ctx, { params }) => text(ctx, params.id, params.number));
    route(app, api.saveVersion, async (ctx, { params, body }) => {
      await service.saveVersion(ctx, params.id, params.number, body);
      return text(ctx, params.id, params.number);
    });
    route(app, api.changeVersionStatus, async (ctx, { params, body }) => {
      await service.changeVersionState(ctx, params.id, params.number, body.params);
      return text(ctx, params.id, params.number);
    });
    serveBytes(
      app,
      { path: api.TEMPLATE_PREVIEW, access: 'legal.ver', limit: { max: 60, seconds: 60 } },
      async (ctx, request, reply) => {
        const { data: params } = Preview.safeParse(request.params);
        const found = params && (await findVersion(ctx.db, params.id, params.number));
        if (!found) throw notFound();
        const { como } = As.parse(request.query);
        const { template, version } = found;
        const bytes = await composeContract(ctx, {
          title: TEMPLATE_KINDS[template.kind],
          code: `Plantilla ${template.id}, versión ${version.number}`,
          stamp: 'EJEMPLO',
          clauses: renderClauses(
            version.clauses,
            EXAMPLES,
            holdingOf(como?.split(',') ?? examplesFor(template.paymentForm)[0]!.holds),
          ),
          summary: [{ label: 'Plantilla', value: template.name }],
          signers: [
            {
              name: EXAMPLES.comprador!,
              role: 'Promitente comprador',
              document: EXAMPLES.comprador_documento!,
            },
            {
              name: EXAMPLES.representante!,
              role: `Por ${EXAMPLES.promotora!}`,
              document: EXAMPLES.representante_documento!,
            },
          ],
          annexes: [],
        });
        return sendPaper(reply, { name: `plantilla-${template.id}-v${version.number}.pdf`, bytes });
      },
    );
  },
};

const exists = async (ctx: Pick<Context, 'db'>, id: number) =>
  (await findVersion(ctx.db, id, 1)) !== undefined;
const answer = async (ctx: Context, id: number) => ({ data: await presentTemplate(ctx, id) });
const text = async (ctx: Context, id: number, number: number) => ({
  data: await presentVersion(ctx, id, number),
});
