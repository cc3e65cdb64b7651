import { eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  TEMPLATE_STATES,
  type Placeholder,
  type Template,
  type TemplateChange,
  type TemplateStatus,
} from '#contract/care/whatsapp/model.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce, inTransaction } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import type { JobContext } from '#server/kernel/jobs.ts';
import { presentTemplate } from './queue.service.ts';
import { accessOf, readTemplates, type TemplateFound } from './whatsapp.client.ts';
import { whatsappTemplates } from './whatsapp.table.ts';

/** Reads all templates from the provider and keeps their states; what the company set stays. */
export async function syncNow(ctx: JobContext): Promise<void> {
  const access = accessOf(ctx.config);
  if (!access) return;
  const found = await readTemplates(access);
  await inTransaction(ctx, async (inside) => {
    const known = await inside.db.select().from(whatsappTemplates).for('no key update');
    for (const one of found) {
      const read = readingOf(one);
      const before = known.find(({ externalId }) => externalId === one.id);
      const placeholders = fitting(before?.placeholders ?? [], read.places);
      const set = { ...read.columns, placeholders, syncedAt: inside.now };
      const [row] = await inside.db
        .insert(whatsappTemplates)
        .values({ externalId: one.id, ...set })
        .onConflictDoUpdate({ target: whatsappTemplates.externalId, set })
        .returning();
      if (before?.status !== read.columns.status || before.body !== read.columns.body)
        await announce(inside, { record: 'plantilla_whatsapp', id: row!.id, verb: read.columns.status });
    }
    const gone = known
      .filter(({ externalId, status }) => status !== 'REMOVED' && found.every(({ id }) => id !== externalId))
      .map(({ id }) => id);
    await inside.db
      .update(whatsappTemplates)
      .set({ status: 'REMOVED', offered: false })
      .where(inArray(whatsappTemplates.id, gone));
    await announce(
      inside,
      ...gone.map((id) => ({ record: 'plantilla_whatsapp', id, verb: 'REMOVED' }) as const),
    );
  });
}

const isStatus = (text: string): text is TemplateStatus => Object.hasOwn(TEMPLATE_STATES, text);

function readingOf({ name, language, category, status, components }: TemplateFound) {
  const body = components.find(({ type }) => type === 'BODY')?.text ?? '';
  const places = new Set([...body.matchAll(/\{\{([^}]{1,40})\}\}/g)].map(([, place]) => place!));
  const numbered = [...places].every((place, at) => place === String(at + 1));
  const header = components.find(({ type }) => type === 'HEADER');
  const asks = (text: string | undefined) => /\{\{/.test(text ?? '');
  const hindrance = !numbered
    ? 'Esta plantilla usa lugares con nombre, o sin orden. Créala en WhatsApp con {{1}}, {{2}}…'
    : header && (header.format !== 'TEXT' || asks(header.text))
      ? 'Esta plantilla lleva una imagen o un dato en su título. Créala en WhatsApp sin ellos.'
      : components.some(({ type, ...more }) => type === 'BUTTONS' && asks(JSON.stringify(more)))
        ? 'Esta plantilla lleva un dato en su botón. Créala en WhatsApp sin él.'
        : null;
  return {
    places: places.size,
    columns: {
      name,
      language,
      category,
      status: isStatus(status) ? status : ('DISABLED' as const),
      body,
      hindrance,
    },
  };
}

/** By default the name stands first, and what the colleague types in the rest. */
const fitting = (set: readonly Placeholder[], places: number): Placeholder[] =>
  Array.from({ length: places }, (_, at) => set[at] ?? (at === 0 ? 'nombre' : 'texto'));

export const findTemplates = async (ctx: Pick<Context, 'db'>): Promise<Template[]> =>
  (
    await ctx.db
      .select()
      .from(whatsappTemplates)
      .where(sql`${whatsappTemplates.status} <> 'REMOVED'`)
      .orderBy(
        sql`${whatsappTemplates.offered} desc, ${whatsappTemplates.status} = 'APPROVED' desc, ${whatsappTemplates.name}`,
      )
      .limit(500)
  ).map(presentTemplate);

/** Changes what the company set on a template. Raises 404, 409 STALE, 422 at `placeholders`. */
export async function change(
  ctx: Context,
  id: number,
  asked: z.output<typeof TemplateChange>,
): Promise<Template> {
  const mine = eq(whatsappTemplates.id, id);
  const [one] = await ctx.db.select().from(whatsappTemplates).where(mine).for('no key update');
  if (!one) throw notFound();
  if (one.version !== asked.version) throw conflict('STALE', undefined, { version: one.version });
  if (asked.placeholders && asked.placeholders.length !== one.placeholders.length)
    throw invalid([
      {
        field: 'placeholders',
        message: `La plantilla tiene ${one.placeholders.length} lugares. Di qué va en cada uno.`,
      },
    ]);
  const [after] = await ctx.db
    .update(whatsappTemplates)
    .set({
      version: one.version + 1,
      ...(asked.placeholders && { placeholders: asked.placeholders }),
      ...(asked.offered !== undefined && { offered: asked.offered }),
    })
    .where(mine)
    .returning();
  await audit(ctx, 'cambiar', 'plantilla_whatsapp', id, {
    before: one.placeholders,
    after: after!.placeholders,
  });
  await announce(ctx, { record: 'plantilla_whatsapp', id, verb: 'cambiada' });
  return presentTemplate(after!);
}
