import { eq, sql } from 'drizzle-orm';
import type { BotVersion } from '#contract/care/chatbot/model.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { holdName, row, rows } from '#server/kernel/db.ts';
import { conflict, notFound, Refused } from '#server/kernel/errors.ts';
import { botVersionReadings, botVersions } from './chatbot.table.ts';
import { DRAFT, PUBLISHED } from './passages.queries.ts';
import { runTests } from './tests.service.ts';

/** Versions that the screen lists. */
const SHOWN = 50;

export async function versionsNow(ctx: Pick<Context, 'db'>) {
  const versions = await rows<BotVersion & { published_at: string }>(
    ctx.db,
    sql`select v.id::int, v.current, v.tests, v.note, v.published_at,
        jsonb_build_object('id', u.id, 'name', u.name) as by,
        (select count(*)::int from bot_version_readings x where x.version_id = v.id) sources,
        (select coalesce(sum(r.passages), 0)::int from bot_version_readings x join bot_readings r on r.id = x.reading_id
          where x.version_id = v.id) passages
      from bot_versions v join users u on u.id = v.published_by order by v.id desc limit ${sql.raw(String(SHOWN))}`,
  );
  return {
    versions: versions.map((one) => ({ ...one, published_at: new Date(one.published_at).toISOString() })),
    draft: await draftNow(ctx),
  };
}

/** What publishing now would change. */
const draftNow = async (ctx: Pick<Context, 'db'>) =>
  (await row<{ sources: number; added: number; removed: number; waiting: number; tests: number }>(
    ctx.db,
    sql`with draft(id) as (${DRAFT}), live(id) as (${PUBLISHED})
      select (select count(*)::int from draft) sources,
        (select count(*)::int from draft where id not in (select id from live)) added,
        (select count(*)::int from live where id not in (select id from draft)) removed,
        (select count(*)::int from bot_sources s where s.removed_at is null and (select r.state from bot_readings r
          where r.source_id = s.id order by r.id desc limit 1) <> 'listo') waiting,
        (select count(*)::int from bot_tests) tests`,
  ))!;

/**
 * Publishes the draft: every ready source, if each test passes on it. One transaction, so the public has the version
 * before or this one. Raises 409 NOTHING_NEW, 422 TESTS_FAILED with a line for each failed test.
 */
export async function publish(ctx: Context, note: string): Promise<number> {
  await lockVersions(ctx);
  const draft = await draftNow(ctx);
  if (draft.added + draft.removed === 0)
    throw conflict('NOTHING_NEW', 'El borrador es igual a lo publicado: no hay nada que publicar.');
  const results = await runTests(ctx);
  const failed = results.filter(({ passed }) => !passed);
  if (results.length === 0 || failed.length > 0)
    throw new Refused(
      422,
      'TESTS_FAILED',
      results.length === 0
        ? 'Agrega al menos una pregunta de prueba antes de publicar.'
        : `${failed.length === 1 ? 'Una prueba falla' : `${failed.length} pruebas fallan`}: corrige las fuentes o las pruebas antes de publicar.`,
      {
        errors: failed.map(({ question, got }) => ({ field: 'pruebas', message: `${question} ${got}` })),
        keep: true,
      },
    );
  await ctx.db.update(botVersions).set({ current: false }).where(eq(botVersions.current, true));
  const [version] = await ctx.db
    .insert(botVersions)
    .values({
      current: true,
      tests: results.length,
      note,
      publishedBy: staffOf(ctx).userId,
      publishedAt: ctx.now,
    })
    .returning({ id: botVersions.id });
  const readings = await rows<{ id: number }>(ctx.db, sql`select id::int from (${DRAFT}) draft(id)`);
  if (readings.length > 0)
    await ctx.db
      .insert(botVersionReadings)
      .values(readings.map(({ id }) => ({ versionId: version!.id, readingId: id })));
  await audit(ctx, 'publicar', 'version_chatbot', version!.id, { sources: readings.length, note });
  await announce(ctx, { record: 'version_chatbot', id: version!.id, verb: 'publicada' });
  return version!.id;
}

/** An earlier version serves again. Raises 404. */
export async function restore(ctx: Context, id: number): Promise<void> {
  await lockVersions(ctx);
  const [version] = await ctx.db.select().from(botVersions).where(eq(botVersions.id, id));
  if (!version) throw notFound();
  if (version.current) return;
  await ctx.db.update(botVersions).set({ current: false }).where(eq(botVersions.current, true));
  await ctx.db.update(botVersions).set({ current: true }).where(eq(botVersions.id, id));
  await audit(ctx, 'volver', 'version_chatbot', id);
  await announce(ctx, { record: 'version_chatbot', id, verb: 'publicada' });
}

/** One publication at a time; those who ask the bot do not wait. */
const lockVersions = (ctx: Pick<Context, 'db'>) => holdName(ctx.db, 'bot_versions');
