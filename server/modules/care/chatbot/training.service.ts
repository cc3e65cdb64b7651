import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Training } from '#contract/care/chatbot/model.ts';
import { SOURCES_MAX, TRAINING_FAILED, type SourceKind } from '#contract/care/chatbot/rules.ts';
import type { FieldError } from '#contract/errors.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { idOf, row } from '#server/kernel/db.ts';
import { invalid, notFound, Refused } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { botReadings, botSources } from './chatbot.table.ts';
import { ReadSource } from './chatbot.names.ts';
import { whyUnreadable } from './reading.service.ts';

type Adding = Acting & Pick<Context, 'files'>;

/** One content of a source, as the form sends it. */
type Content =
  | { kind: 'archivo'; title: string; upload: UploadedFile }
  | { kind: 'direccion'; title: string; url: string }
  | { kind: 'pregunta'; title: string; question: string; answer: string };

const refuse = (errors: FieldError[]) => new Refused(422, 'TRAINING', TRAINING_FAILED, { errors });

function contentsOf(ctx: Pick<Context, 'uploads'>, { urls, preguntas }: Training): Content[] {
  return [
    ...(ctx.uploads.get('files') ?? []).map((upload): Content => ({
      kind: 'archivo',
      title: upload.name,
      upload,
    })),
    ...urls.map((url): Content => ({
      kind: 'direccion',
      title: url.replace(/^https?:\/\/(www\.)?/, '').slice(0, 120),
      url,
    })),
    ...preguntas.map(({ pregunta, respuesta }): Content => ({
      kind: 'pregunta',
      title: pregunta.slice(0, 120),
      question: pregunta,
      answer: respuesta,
    })),
  ];
}

/**
 * Takes the training form: a source for each file, address and pair, read by a job. Raises 422 TRAINING with each error
 * at its field.
 */
export async function train(ctx: Context, form: Training): Promise<number> {
  const contents = contentsOf(ctx, form);
  if (contents.length === 0)
    throw refuse([
      { field: 'files', message: 'Agrega un archivo, una dirección o una pregunta con su respuesta.' },
    ]);
  const { count } = (await row<{ count: number }>(
    ctx.db,
    sql`select count(*)::int count from bot_sources where removed_at is null`,
  ))!;
  if (count + contents.length > SOURCES_MAX)
    throw refuse([{ field: 'files', message: `Caben ${SOURCES_MAX} fuentes. Quita las que ya no sirven.` }]);
  for (const content of contents) await addSource(ctx, content);
  return contents.length;
}

/** Opens the files before the transaction, because that is slow. Raises 422 TRAINING with each error at its field. */
export async function requireReadable(ctx: Context): Promise<void> {
  const errors = [...ctx.refusedFiles];
  for (const [at, upload] of (ctx.uploads.get('files') ?? []).entries()) {
    const why = await whyUnreadable(ctx, upload);
    if (why) errors.push({ field: `files[${at}]`, message: `${upload.name}: ${why}` });
  }
  if (errors.length > 0) throw refuse(errors);
}

/** Adds a source in the queue. Returns its id. */
export async function addSource(ctx: Adding, content: Content): Promise<number> {
  const [source] = await ctx.db
    .insert(botSources)
    .values({
      kind: content.kind,
      title: content.title,
      createdBy: staffOf(ctx).userId,
      createdAt: ctx.now,
      changedAt: ctx.now,
    })
    .returning({ id: botSources.id });
  await addReading(ctx, source!.id, content);
  await audit(ctx, 'entrenar', 'fuente_chatbot', source!.id, { kind: content.kind, title: content.title });
  await announce(ctx, { record: 'fuente_chatbot', id: source!.id, verb: 'agregada' });
  return source!.id;
}

async function addReading(ctx: Adding, sourceId: number, content: Content): Promise<void> {
  const owner = { reference: 'fuente_chatbot', referenceId: sourceId, sensitive: false };
  const [reading] = await ctx.db
    .insert(botReadings)
    .values({
      sourceId,
      state: 'en_cola',
      fileId: content.kind === 'archivo' ? await addFile(ctx, owner, content.upload) : null,
      url: content.kind === 'direccion' ? content.url : null,
      question: content.kind === 'pregunta' ? content.question : null,
      answer: content.kind === 'pregunta' ? content.answer : null,
      createdAt: ctx.now,
    })
    .returning({ id: botReadings.id });
  await ctx.jobs.send(ctx.db, ReadSource, { readingId: reading!.id });
}

/** Locks a source that was not removed. Raises 404. */
async function lockSource(ctx: Pick<Context, 'db'>, id: number) {
  const [source] = await ctx.db
    .select()
    .from(botSources)
    .where(and(eq(botSources.id, id), isNull(botSources.removedAt)))
    .for('no key update');
  if (!source) throw notFound();
  return source;
}

const FIELD: Record<SourceKind, string> = { archivo: 'files', direccion: 'urls', pregunta: 'preguntas' };

/** Gives a source another content of its kind. The old one serves until the new one is read and published. Raises 404, 422. */
export async function replaceSource(ctx: Context, id: number, form: Training): Promise<void> {
  const source = await lockSource(ctx, id);
  const contents = contentsOf(ctx, form);
  const [content] = contents;
  if (contents.length !== 1 || content!.kind !== source.kind)
    throw refuse([
      {
        field: FIELD[source.kind],
        message: {
          archivo: 'Elige un solo archivo.',
          direccion: 'Escribe una sola dirección.',
          pregunta: 'Escribe una sola pregunta con su respuesta.',
        }[source.kind],
      },
    ]);
  await ctx.db
    .update(botSources)
    .set({ title: content!.title, changedAt: ctx.now })
    .where(eq(botSources.id, id));
  await addReading(ctx, id, content!);
  await audit(ctx, 'reemplazar', 'fuente_chatbot', id, { before: source.title, after: content!.title });
  await announce(ctx, { record: 'fuente_chatbot', id, verb: 'reemplazada' });
}

/** Reads a source again: after an error, or because its page changed. Raises 404, 422 while it is being read. */
export async function retrySource(ctx: Context, id: number): Promise<void> {
  await lockSource(ctx, id);
  const last = (await row<{ id: number; state: string }>(
    ctx.db,
    sql`select id::int, state from bot_readings where source_id = ${idOf(id)} order by id desc limit 1`,
  ))!;
  if (last.state === 'en_cola' || last.state === 'leyendo')
    throw invalid([{ field: 'fuente', message: 'Esta fuente ya se está leyendo. Espera a que termine.' }]);
  const again = (await row<{ id: number }>(
    ctx.db,
    sql`insert into bot_readings (source_id, state, file_id, url, question, answer, created_at)
      select source_id, 'en_cola', file_id, url, question, answer, ${ctx.now} from bot_readings where id = ${last.id}
      returning id::int`,
  ))!;
  await ctx.jobs.send(ctx.db, ReadSource, { readingId: again.id });
  await ctx.db.update(botSources).set({ changedAt: ctx.now }).where(eq(botSources.id, id));
  await announce(ctx, { record: 'fuente_chatbot', id, verb: 'releida' });
}

/** Takes a source out of the draft. What is published keeps it until the next version. Raises 404. */
export async function removeSource(ctx: Context, id: number): Promise<void> {
  const source = await lockSource(ctx, id);
  await ctx.db
    .update(botSources)
    .set({ removedAt: ctx.now, changedAt: ctx.now })
    .where(eq(botSources.id, id));
  await audit(ctx, 'quitar', 'fuente_chatbot', id, { title: source.title });
  await announce(ctx, { record: 'fuente_chatbot', id, verb: 'quitada' });
}
