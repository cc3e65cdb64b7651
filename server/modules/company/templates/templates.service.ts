import { desc, eq, sql } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import {
  renderTemplate,
  whyNotTemplate,
  type Rendered,
  type TemplateRefusal,
  type TemplateText,
} from '#contract/company/templates/render.ts';
import type { TemplateSpec } from '#contract/company/templates/template.ts';
import { TEMPLATES } from '#contract/company/templates/templates.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { conflict, invalid } from '#server/kernel/errors.ts';
import { Lately } from '#server/kernel/lately.ts';
import type { Wording } from '#server/kernel/mail.ts';
import { escapeHtml } from '#server/kernel/pageHtml.ts';
import { logoPath, readLook } from '#server/modules/company/settings/settings.service.ts';
import { messageTemplates } from './templates.table.ts';

const known = new Lately<Map<string, TemplateText>>({ ms: 5_000 });
/** Clears the cache; call it after a change is committed. */
export const forgetTemplates = () => known.forget();

/** Edited templates, without those reset to the shipped text. Cached for five seconds. */
const writtenTexts = (db: Db): Promise<Map<string, TemplateText>> =>
  known.read('', async () => {
    const latest = await db
      .selectDistinctOn([messageTemplates.kind])
      .from(messageTemplates)
      .orderBy(messageTemplates.kind, desc(messageTemplates.version));
    const written = latest.filter(({ standard }) => !standard);
    return new Map(written.map(({ kind, subject, body }) => [kind, { subject, body }]));
  });

/**
 * Renders a message with its current template. If a new release made the edited text invalid, the shipped text is used.
 */
export const writeMessage: Wording['write'] = async ({ db }, template, values) => {
  const spec = TEMPLATES[template];
  if (!spec) throw new Error(`no template is called ${template}`);
  // Sequential queries: a transaction has only one connection.
  const written = (await writtenTexts(db)).get(template);
  const look = await readLook(db);
  const text = written && whyNotTemplate(spec, written).length === 0 ? written : spec;
  return renderTemplate(spec, text, values, look.action);
};

/** The frame of every mail: logo or name above, company data below. */
function frameOf(look: Awaited<ReturnType<typeof readLook>>, html: string, logoSrc: string | null): string {
  const { logo } = look;
  const scale = logo ? Math.min(1, 200 / logo.width, 64 / logo.height) : 1;
  const head =
    logo && logoSrc
      ? `<img src="${escapeHtml(logoSrc)}" alt="${escapeHtml(look.company)}" width="${Math.round(logo.width * scale)}" height="${Math.round(logo.height * scale)}" style="display:block;border:0">`
      : `<span style="font-size:20px;font-weight:700;color:${look.action}">${escapeHtml(look.company)}</span>`;
  return [
    '<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"></head>',
    '<body style="margin:0;padding:24px 12px;background:#f6f8f7;color:#1a201e;font:16px/1.5 -apple-system,\'Segoe UI\',Roboto,Arial,sans-serif">',
    `<div style="max-width:560px;margin:0 auto;background:#ffffff;border:1px solid #e3e8e6;border-top:4px solid ${look.action};border-radius:8px;padding:24px;overflow-wrap:anywhere">`,
    `<div style="margin:0 0 24px">${head}</div>${html}</div>`,
    `<p style="max-width:560px;margin:16px auto 0;font-size:12px;color:#616b67;text-align:center">${escapeHtml(look.legalName || look.company)}</p>`,
    '</body></html>',
  ].join('');
}

/** The frame for sending: the logo is an attachment, so opening the mail sends no request to our server. */
export const frameMail: Wording['frame'] = async ({ db, files }, html) => {
  const look = await readLook(db);
  if (!look.logo) return { html: frameOf(look, html, null), attachments: [] };
  const content = await buffer(await files.store.read(look.logo.sha256));
  return {
    html: frameOf(look, html, 'cid:logo'),
    attachments: [{ filename: 'logo.png', content, contentType: 'image/png', cid: 'logo' }],
  };
};

/** The frame for the office: the logo by its URL. */
export async function frameShown(db: Db, html: string): Promise<string> {
  const look = await readLook(db);
  return frameOf(look, html, look.logo && logoPath(look.logo.sha256));
}

const sentence = ({ message, line, column }: TemplateRefusal, body: string) =>
  body.includes('\n') || line > 1 || column > 1 ? `Línea ${line}, columna ${column}: ${message}` : message;

/** Raises 422 at `subject` and `body`, with the position of each error. */
export function refuseTemplate(spec: TemplateSpec, text: TemplateText): void {
  const faults = whyNotTemplate(spec, text);
  if (faults.length > 0)
    throw invalid(
      faults
        .slice(0, 20)
        .map((fault) => ({ field: fault.field, message: sentence(fault, text[fault.field]) })),
    );
}

/** Preview of a template with the examples of its variables. Raises 422 like refuseTemplate. */
export async function previewTemplate(
  ctx: Pick<Context, 'db'>,
  spec: TemplateSpec,
  text: TemplateText,
  values: Readonly<Record<string, string>>,
): Promise<Rendered & { page: string }> {
  refuseTemplate(spec, text);
  const rendered = renderTemplate(spec, text, values, (await readLook(ctx.db)).action);
  return { ...rendered, page: await frameShown(ctx.db, rendered.html) };
}

/**
 * Saves a template as the next version; null resets it to the shipped text. Raises 422 like refuseTemplate, 409 STALE
 * when another version was saved meanwhile.
 */
export async function saveTemplate(
  ctx: Pick<Context, 'db' | 'now' | 'staff' | 'client' | 'afterCommit'>,
  kind: string,
  text: TemplateText | null,
  version: number,
): Promise<void> {
  const spec = TEMPLATES[kind]!;
  if (text) refuseTemplate(spec, text);
  const [{ latest } = { latest: 0 }] = await ctx.db
    .select({ latest: sql<number>`coalesce(max(${messageTemplates.version}), 0)::int` })
    .from(messageTemplates)
    .where(eq(messageTemplates.kind, kind));
  if (latest !== version) throw conflict('STALE', undefined, { version: latest });
  const { subject, body } = text ?? spec;
  const made = await ctx.db
    .insert(messageTemplates)
    .values({
      kind,
      version: latest + 1,
      subject,
      body,
      standard: text === null,
      createdAt: ctx.now,
      createdBy: staffOf(ctx).userId,
    })
    .onConflictDoNothing()
    .returning({ version: messageTemplates.version });
  if (made.length === 0) throw conflict('STALE');
  await audit(ctx, text ? 'cambiar' : 'restablecer', 'plantilla', kind, { version: latest + 1 });
  ctx.afterCommit(forgetTemplates);
}
