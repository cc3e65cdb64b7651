import { desc, eq, sql } from 'drizzle-orm';
import * as api from '#contract/company/templates/endpoints.ts';
import { exampleValues } from '#contract/company/templates/render.ts';
import { TEMPLATES } from '#contract/company/templates/templates.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import type { Module } from '#server/kernel/core.ts';
import { sendsMail } from '#server/kernel/mailServer.ts';
import { route } from '#server/kernel/route.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { previewTemplate, saveTemplate } from './templates.service.ts';
import { messageTemplates } from './templates.table.ts';

export const templatesModule: Module = {
  name: 'templates',
  routes(app) {
    route(app, api.listTemplates, async (ctx) => ({ data: await heads(ctx) }));
    route(app, api.getTemplate, async (ctx, { params }) => ({ data: await template(ctx, params.kind) }));
    route(app, api.changeTemplate, async (ctx, { params, body }) => {
      const { version, ...text } = body;
      await saveTemplate(ctx, params.kind, text, version);
      return { data: await template(ctx, params.kind) };
    });
    route(app, api.restoreTemplate, async (ctx, { params, body }) => {
      await saveTemplate(ctx, params.kind, null, body.version);
      return { data: await template(ctx, params.kind) };
    });
    route(app, api.previewTemplate, async (ctx, { params, body }) => {
      const spec = TEMPLATES[params.kind]!;
      return { data: await previewTemplate(ctx, spec, body, exampleValues(spec)) };
    });
    route(app, api.testTemplate, async (ctx, { params, body }) => {
      const { email } = staffOf(ctx);
      const spec = TEMPLATES[params.kind]!;
      const { subject, text, html } = await previewTemplate(ctx, spec, body, exampleValues(spec));
      await ctx.mail.send(ctx, {
        kind: 'prueba',
        to: email,
        subject: `Prueba: ${subject}`,
        body: text,
        html,
      });
      await audit(ctx, 'probar', 'plantilla', params.kind);
      return {
        success: (await sendsMail(ctx))
          ? `La prueba va en camino a ${email}.`
          : 'No hay servidor de correo: la prueba quedó en Administración → Correos.',
      };
    });
  },
};

async function heads(ctx: Context) {
  const latest = await ctx.db
    .selectDistinctOn([messageTemplates.kind], {
      kind: messageTemplates.kind,
      version: messageTemplates.version,
      standard: messageTemplates.standard,
      at: messageTemplates.createdAt,
    })
    .from(messageTemplates)
    .orderBy(messageTemplates.kind, desc(messageTemplates.version));
  const byKind = new Map(latest.map((one) => [one.kind, one]));
  return Object.entries(TEMPLATES).map(([kind, { label, when, channel, audience }]) => {
    const found = byKind.get(kind);
    return {
      kind,
      label,
      when,
      channel,
      audience,
      changed: found !== undefined && !found.standard,
      version: found?.version ?? 0,
      updated_at: found?.at.toISOString() ?? null,
    };
  });
}

const HISTORY = 50;

async function template(ctx: Context, kind: string) {
  const spec = TEMPLATES[kind]!;
  const history = await ctx.db
    .select({
      version: messageTemplates.version,
      subject: messageTemplates.subject,
      body: messageTemplates.body,
      standard: messageTemplates.standard,
      at: messageTemplates.createdAt,
      by: sql<string | null>`${users.name}`,
    })
    .from(messageTemplates)
    .leftJoin(users, eq(users.id, messageTemplates.createdBy))
    .where(eq(messageTemplates.kind, kind))
    .orderBy(desc(messageTemplates.version))
    .limit(HISTORY);
  const latest = history[0];
  const now = latest && !latest.standard ? latest : spec;
  const { label, when, channel, audience } = spec;
  return {
    kind,
    label,
    when,
    channel,
    audience,
    changed: latest !== undefined && !latest.standard,
    version: latest?.version ?? 0,
    updated_at: latest?.at.toISOString() ?? null,
    subject: now.subject,
    body: now.body,
    standard: { subject: spec.subject, body: spec.body },
    variables: Object.entries(spec.variables).map(([name, { label: text, example, required }]) => ({
      name,
      label: text,
      example,
      required: required ?? false,
    })),
    history: history.map((one) => ({ ...one, at: one.at.toISOString() })),
  };
}
