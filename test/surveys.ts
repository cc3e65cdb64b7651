import type { SurveyRecord } from '#contract/care/survey/rules.ts';
import { DAY_MS } from '#contract/dates.ts';
import { surveyAnswers, surveyAsks } from '#server/modules/care/survey/survey.table.ts';
import type { sales } from '#server/modules/sales/sale/sales.table.ts';
import type { TestApp } from './app.ts';

export const SURVEYS = '/api/care/surveys';

interface AnswerOptions {
  score: number;
  comment?: string;
  record?: SurveyRecord;
  recordId?: number;
  contractorId?: number;
  /** Days before now, of the question and of the answer. */
  asked?: number;
  answered?: number;
}

let nextRecord = 1_000_000;

/** A question to a sale's buyer that was answered. Returns its id. */
export async function makeAnswer(
  { database: { db }, clock }: Pick<TestApp, 'database' | 'clock'>,
  sale: Pick<typeof sales.$inferSelect, 'id' | 'personId' | 'projectId' | 'adviserId'>,
  { score, comment, record = 'ticket', recordId, contractorId, asked = 3, answered = 1 }: AnswerOptions,
): Promise<number> {
  nextRecord += 1;
  const at = (daysAgo: number) => new Date(clock.now().getTime() - daysAgo * DAY_MS);
  const [ask] = await db
    .insert(surveyAsks)
    .values({
      record,
      recordId: recordId ?? nextRecord,
      saleId: sale.id,
      personId: sale.personId,
      projectId: sale.projectId,
      adviserId: sale.adviserId,
      contractorId: contractorId ?? null,
      channel: 'correo',
      tokenHash: `prueba-${nextRecord}`,
      askedAt: at(asked),
      expiresAt: at(asked - 30),
    })
    .returning({ id: surveyAsks.id });
  await db.insert(surveyAnswers).values({
    askId: ask!.id,
    score,
    reason: score > 6 ? 'trato' : 'plazo',
    comment: comment ?? null,
    answeredAt: at(answered),
  });
  return ask!.id;
}
