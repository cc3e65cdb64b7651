import { asc, eq, sql } from 'drizzle-orm';
import type { BotTest, NewTest } from '#contract/care/chatbot/model.ts';
import { FACTS, HANDOVERS, TESTS_MAX } from '#contract/care/chatbot/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { invalid, notFound } from '#server/kernel/errors.ts';
import { answerTo, type BotAnswer } from './answer.service.ts';
import { botSources, botTests } from './chatbot.table.ts';
import { DRAFT } from './passages.queries.ts';

type Test = typeof botTests.$inferSelect;

export async function testsNow(ctx: Pick<Context, 'db'>): Promise<BotTest[]> {
  const found = await ctx.db
    .select({ test: botTests, title: botSources.title })
    .from(botTests)
    .leftJoin(botSources, eq(botSources.id, botTests.sourceId))
    .orderBy(asc(botTests.id));
  return found.map(({ test, title }) => ({
    id: test.id,
    question: test.question,
    expects: test.expects,
    source: test.sourceId === null ? null : { id: test.sourceId, title: title ?? '' },
    fact: test.fact,
    passed: test.passed,
    got: test.got,
    ran_at: test.ranAt?.toISOString() ?? null,
  }));
}

/** Raises 422 at `fuente_id`, or above the limit. */
export async function addTest(ctx: Acting, asked: NewTest): Promise<number> {
  const { count, source } = (await row<{ count: number; source: boolean }>(
    ctx.db,
    sql`select (select count(*)::int from bot_tests) count,
      exists (select from bot_sources where id = ${asked.fuente_id ?? 0} and removed_at is null) source`,
  ))!;
  if (count >= TESTS_MAX)
    throw invalid([{ field: 'pregunta', message: `Caben ${TESTS_MAX} preguntas de prueba.` }]);
  if (asked.espera === 'fuente' && !source)
    throw invalid([{ field: 'fuente_id', message: 'Esa fuente ya no está. Elige otra.' }]);
  const [test] = await ctx.db
    .insert(botTests)
    .values({
      question: asked.pregunta,
      expects: asked.espera,
      sourceId: asked.espera === 'fuente' ? asked.fuente_id! : null,
      fact: asked.espera === 'dato' ? asked.dato! : null,
      createdBy: staffOf(ctx).userId,
    })
    .returning({ id: botTests.id });
  await announce(ctx, { record: 'prueba_chatbot', id: test!.id, verb: 'agregada' });
  return test!.id;
}

/** Raises 404. */
export async function removeTest(ctx: Acting, id: number): Promise<void> {
  const [gone] = await ctx.db.delete(botTests).where(eq(botTests.id, id)).returning();
  if (!gone) throw notFound();
  await audit(ctx, 'quitar', 'prueba_chatbot', id, { question: gone.question });
  await announce(ctx, { record: 'prueba_chatbot', id, verb: 'quitada' });
}

interface TestResult {
  id: number;
  question: string;
  passed: boolean;
  got: string;
}

/** Asks every test question of the draft, as a stranger and without a language model, and stores the results. */
export async function runTests(ctx: Acting): Promise<TestResult[]> {
  const tests = await ctx.db.select().from(botTests).orderBy(asc(botTests.id));
  const results: TestResult[] = [];
  for (const test of tests) {
    const answer = await answerTo(ctx, { question: test.question, readings: DRAFT, personId: null });
    results.push({
      id: test.id,
      question: test.question,
      passed: passes(test, answer),
      got: gotText(answer),
    });
  }
  if (results.length > 0) {
    await ctx.db.execute(sql`update bot_tests t set passed = r.passed, got = r.got, ran_at = ${ctx.now}
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) r(id bigint, passed boolean, got text) where r.id = t.id`);
    await announce(ctx, { record: 'prueba_chatbot', id: results[0]!.id, verb: 'corrida' });
  }
  return results;
}

function passes({ expects, sourceId, fact }: Test, answer: BotAnswer): boolean {
  switch (expects) {
    case 'fuente':
      return answer.outcome === 'respuesta' && answer.sources.some((one) => one.sourceId === sourceId);
    case 'dato':
      return answer.outcome === 'dato' && answer.fact === fact;
    default:
      return answer.outcome === expects;
  }
}

/** What came instead, as the screen and a refused publication show it. */
function gotText({ outcome, sources, fact, handover }: BotAnswer): string {
  if (outcome === 'respuesta') return `Responde de: ${sources.map(({ source }) => source).join(', ')}.`;
  if (outcome === 'dato') return `Responde con el dato: ${FACTS[fact!]}.`;
  if (outcome === 'persona') return `Pasa a una persona: ${HANDOVERS[handover!]}.`;
  return outcome === 'saludo' ? 'Saluda.' : 'Dice que no sabe.';
}
