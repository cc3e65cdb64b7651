import { sql } from 'drizzle-orm';
import { check, index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { DETRACTOR_TO, type Reason, type SurveyRecord } from '#contract/care/survey/rules.ts';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { idOf } from '#server/kernel/db.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** A question about satisfaction: one for each delivery or ticket, whatever happens to it afterwards. */
export const surveyAsks = pgTable(
  'survey_asks',
  {
    id: id(),
    record: text('record').$type<SurveyRecord>().notNull(),
    recordId: ref('record_id').notNull(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    personId: ref('person_id')
      .notNull()
      .references(() => people.id),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    /** Who sold and who built the house, as they were when it was asked. */
    adviserId: ref('adviser_id').references(() => users.id),
    contractorId: ref('contractor_id').references(() => partners.id),
    channel: text('channel').$type<'correo'>().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    askedAt: instant('asked_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('survey_asks_once').on(t.record, t.recordId),
    index('survey_asks_person').on(t.personId, t.askedAt),
    index('survey_asks_sale').on(t.saleId),
    check('survey_asks_record', sql`record in ('entrega', 'ticket')`),
    check('survey_asks_open', sql`expires_at > asked_at`),
  ],
);

/** A low score whose family was not called yet. */
export const TO_CALL = sql`score <= ${idOf(DETRACTOR_TO)} and called_at is null`;

/** Its answer: one, for good. */
export const surveyAnswers = pgTable(
  'survey_answers',
  {
    askId: ref('ask_id')
      .primaryKey()
      .references(() => surveyAsks.id),
    score: smallint('score').notNull(),
    reason: text('reason').$type<Reason>().notNull(),
    /** Personal data: emptied when the person's data are erased. */
    comment: text('comment'),
    answeredAt: instant('answered_at').notNull(),
    /** The call to a family that gave a low score, once. Its note is emptied like the comment. */
    calledAt: instant('called_at'),
    calledBy: ref('called_by').references(() => users.id),
    callNote: text('call_note'),
  },
  (t) => [
    index('survey_answers_answered').on(t.answeredAt, t.askId),
    index('survey_answers_score').on(t.score, t.askId),
    index('survey_answers_to_call').on(t.answeredAt, t.askId).where(TO_CALL),
    check('survey_answers_score', sql`score between 0 and 10`),
    check('survey_answers_comment', sql`char_length(comment) between 1 and 1000`),
    check(
      'survey_answers_call',
      sql`(called_at is null) = (called_by is null) and (called_at is null or score <= ${idOf(DETRACTOR_TO)})
        and (call_note is null or (called_at is not null and char_length(call_note) between 1 and 1000))`,
    ),
  ],
);
