import { eq, sql } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import { announce, inTransaction } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { botPassages, botReadings, botSources, botWords } from './chatbot.table.ts';
import { AddressFault, fetchAddress } from './extract/address.client.ts';
import type { Cut } from './extract/blocks.ts';
import { extractText } from './extract/extract.ts';
import { LanguageFault, vectorsOf } from './language.client.ts';
import { fold, wordsOf } from './text.ts';

/** Texts of one request for vectors. */
const VECTORS_AT_ONCE = 64;

/** Why a file gives no passages; null if it does. The reading itself is the job's. */
export async function whyUnreadable(
  ctx: Pick<Acting, 'files'>,
  upload: UploadedFile,
): Promise<string | null> {
  const bytes = await buffer(await ctx.files.store.read(upload.sha256));
  const read = await extractText({ bytes, mime: upload.mime, name: upload.name });
  return 'refused' in read ? read.refused : null;
}

interface Reading {
  id: number;
  sourceId: number;
  state: string;
  sha256: string | null;
  mime: string | null;
  name: string | null;
  url: string | null;
  question: string | null;
  answer: string | null;
}

/**
 * Reads one content and stores its passages, in two short transactions with the slow part between them. What fails is
 * told at the source, and the reading before goes on. A repeat does nothing.
 */
export async function readSource(ctx: Acting, readingId: number): Promise<void> {
  const reading = await inTransaction(ctx, (inside) => begin(inside, readingId));
  if (!reading) return;
  const read = await passagesOf(ctx, reading);
  const vectors = 'refused' in read ? [] : await vectorsFor(ctx, read.cuts);
  await inTransaction(ctx, async (inside) => {
    if ('refused' in read) await finish(inside, reading, { state: 'con_error', fault: read.refused });
    else {
      await keepPassages(inside, reading.id, read.cuts, vectors);
      await finish(inside, reading, { state: 'listo', passages: read.cuts.length, fault: null });
      if (read.title)
        await inside.db
          .update(botSources)
          .set({ title: read.title })
          .where(eq(botSources.id, reading.sourceId));
    }
  });
}

async function begin(ctx: Acting, id: number): Promise<Reading | undefined> {
  const found = await row<Reading>(
    ctx.db,
    sql`update bot_readings r set state = 'leyendo' where r.id = ${id} and r.state in ('en_cola', 'leyendo')
      returning r.id::int, r.source_id::int "sourceId", r.state, r.url, r.question, r.answer,
        (select sha256 from files f where f.id = r.file_id) sha256, (select mime from files f where f.id = r.file_id) mime,
        (select name from files f where f.id = r.file_id) "name"`,
  );
  if (found) await announce(ctx, { record: 'fuente_chatbot', id: found.sourceId, verb: 'leyendo' });
  return found;
}

const finish = async (
  ctx: Acting,
  { id, sourceId }: Reading,
  set: { state: 'listo' | 'con_error'; fault: string | null; passages?: number },
): Promise<void> => {
  await ctx.db
    .update(botReadings)
    .set({ ...set, readAt: ctx.now })
    .where(eq(botReadings.id, id));
  await announce(ctx, { record: 'fuente_chatbot', id: sourceId, verb: set.state });
};

async function passagesOf(
  ctx: Acting,
  { question, answer, url, sha256, mime, name }: Reading,
): Promise<{ title: string; cuts: Cut[] } | { refused: string }> {
  if (question !== null) return { title: '', cuts: [{ heading: question, page: null, content: answer! }] };
  if (url === null) {
    const bytes = await buffer(await ctx.files.store.read(sha256!));
    return extractText({ bytes, mime: mime!, name: name! });
  }
  try {
    return await extractText({
      ...(await fetchAddress(url, ctx.config.CHATBOT_PRIVATE_HOSTS)),
      name: 'pagina.txt',
    });
  } catch (error) {
    if (!(error instanceof AddressFault)) throw error;
    return { refused: error.message };
  }
}

/** Vectors of passages where a model is configured; null where none is, or it fails: full text finds them all the same. */
async function vectorsFor(ctx: Acting, cuts: readonly Cut[]): Promise<number[][]> {
  if (!ctx.config.LLM_EMBEDDINGS || !ctx.config.LLM_URL) return [];
  const texts = cuts.map(({ heading, content }) => `${heading}\n${content}`);
  try {
    const vectors: number[][] = [];
    for (let at = 0; at < texts.length; at += VECTORS_AT_ONCE)
      vectors.push(...(await vectorsOf(ctx.config, texts.slice(at, at + VECTORS_AT_ONCE))));
    return vectors;
  } catch (error) {
    if (!(error instanceof LanguageFault)) throw error;
    ctx.log.warn({ reason: error.message }, 'chatbot: passages without vectors');
    return [];
  }
}

async function keepPassages(
  ctx: Acting,
  readingId: number,
  cuts: readonly Cut[],
  vectors: readonly number[][],
): Promise<void> {
  const values = cuts.map((cut, position) => ({
    ...cut,
    readingId,
    position,
    search: sql`setweight(to_tsvector('spanish', ${fold(cut.heading)}), 'A') || to_tsvector('spanish', ${fold(cut.content)})`,
    embedding: vectors[position] ?? null,
  }));
  for (let at = 0; at < values.length; at += 200)
    await ctx.db.insert(botPassages).values(values.slice(at, at + 200));
  const words = new Set(cuts.flatMap(({ heading, content }) => wordsOf(`${heading} ${content}`)));
  const known = [...words]
    .filter((word) => word.length > 4 && word.length < 40 && !/\d/.test(word))
    .toSorted();
  // In order, so that two readings at once do not wait for each other in a circle.
  for (let at = 0; at < known.length; at += 1000)
    await ctx.db
      .insert(botWords)
      .values(known.slice(at, at + 1000).map((word) => ({ word })))
      .onConflictDoNothing();
}
