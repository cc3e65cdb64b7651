import { eq, sql } from 'drizzle-orm';
import type { SurveyAnswer } from '#contract/care/survey/pages.ts';
import {
  DETRACTOR_TO,
  QUIET_DAYS,
  SURVEY,
  SURVEY_DAYS,
  surveyMachine,
  type SurveyRecord,
} from '#contract/care/survey/rules.ts';
import { fill } from '#contract/company/templates/mails.ts';
import { DAY_MS } from '#contract/dates.ts';
import type { StatusChange } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { row, type Db } from '#server/kernel/db.ts';
import { conflict, notFound, Refused } from '#server/kernel/errors.ts';
import { hashToken, newToken } from '#server/kernel/secrets.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { findParties, mayReach } from '#server/modules/sales/buyers/parties.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { findOne } from './survey.queries.ts';
import { surveyAnswers, surveyAsks } from './survey.table.ts';

interface Occasion {
  record: SurveyRecord;
  recordId: number;
  saleId: number;
  houseId: number | null;
}

/**
 * Asks a sale's buyer once about a delivery or a ticket. Drops the question when the buyer has no address, has asked for no more
 * messages, or was asked in the last QUIET_DAYS.
 */
export async function askBuyer(ctx: Acting, { record, recordId, saleId, houseId }: Occasion): Promise<void> {
  const parties = await findParties(ctx, saleId);
  const email = parties && (await mayReach(ctx, parties));
  if (!email) return;
  const quiet = new Date(ctx.now.getTime() - QUIET_DAYS * DAY_MS);
  // The person's lock: two records that end at once ask one question.
  const buyer = await row<{ personId: number; adviserId: number | null; contractorId: number | null }>(
    ctx.db,
    sql`select p.id::float8 "personId", s.adviser_id::float8 "adviserId", (select c.contractor_id::float8 from jobs j
          join contracts c on c.id = j.contract_id where j.house_id = ${houseId}::bigint
          group by c.contractor_id order by count(*) desc, c.contractor_id limit 1) "contractorId"
      from sales s join people p on p.id = s.person_id where s.id = ${saleId} and p.purged_at is null
        and not exists (select from conversations v where v.person_id = p.id and v.opted_out_at is not null)
      for no key update of p`,
  );
  if (!buyer) return;
  const lately = await ctx.db.$count(
    surveyAsks,
    sql`${surveyAsks.personId} = ${buyer.personId} and ${surveyAsks.askedAt} > ${quiet}`,
  );
  if (lately > 0) return;
  const token = newToken();
  const asked = await ctx.db
    .insert(surveyAsks)
    .values({
      record,
      recordId,
      saleId,
      ...buyer,
      projectId: parties.projectId,
      channel: 'correo',
      tokenHash: hashToken(token),
      askedAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + SURVEY_DAYS * DAY_MS),
    })
    .onConflictDoNothing({ target: [surveyAsks.record, surveyAsks.recordId] })
    .returning({ id: surveyAsks.id });
  if (!asked[0]) return;
  await announce(ctx, { record: 'encuesta', id: asked[0].id, from: null, to: SURVEY.asked });
  await ctx.mail.send(ctx, {
    kind: 'encuesta',
    to: email,
    ...fill('encuesta', { cliente: parties.contact, enlace: `${ctx.config.appUrl}/encuesta/${token}` }),
  });
}

/** The question of a link, and its state. Raises 404. */
export async function findSurvey(ctx: Pick<Context, 'now'> & { db: Db }, token: string) {
  const [found] = await ctx.db
    .select({
      id: surveyAsks.id,
      about: surveyAsks.record,
      project: projects.name,
      expiresAt: surveyAsks.expiresAt,
      answeredAt: surveyAnswers.answeredAt,
    })
    .from(surveyAsks)
    .innerJoin(projects, eq(projects.id, surveyAsks.projectId))
    .leftJoin(surveyAnswers, eq(surveyAnswers.askId, surveyAsks.id))
    .where(eq(surveyAsks.tokenHash, hashToken(token)));
  if (!found) throw notFound();
  const state = found.answeredAt
    ? ('respondida' as const)
    : found.expiresAt <= ctx.now
      ? ('vencida' as const)
      : ('abierta' as const);
  return { ...found, state };
}

/** Keeps the answer. Raises 404, 409 ANSWERED and 410 LINK_EXPIRED. */
export async function answerOf(ctx: Context, token: string, answer: SurveyAnswer): Promise<void> {
  const survey = await findSurvey(ctx, token);
  if (survey.state === 'vencida')
    throw new Refused(410, 'LINK_EXPIRED', 'Esta encuesta ya terminó. Gracias de todos modos.');
  const kept = await ctx.db
    .insert(surveyAnswers)
    .values({
      askId: survey.id,
      score: answer.nota,
      reason: answer.motivo,
      comment: answer.comentario || null,
      answeredAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning({ askId: surveyAnswers.askId });
  if (kept.length === 0) throw conflict('ANSWERED', 'Ya respondiste esta encuesta. ¡Gracias!');
  await announce(ctx, {
    record: 'encuesta',
    id: survey.id,
    from: SURVEY.asked,
    to: answer.nota <= DETRACTOR_TO ? SURVEY.toCall : SURVEY.answered,
  });
}

/**
 * Notes the call to a family that gave a low score, once; the reason is what it said. Raises 404, 403, 409 STALE when somebody
 * called before, 422 without a note or when there is nothing to call about.
 */
export async function changeSurvey(ctx: Context, id: number, change: StatusChange): Promise<void> {
  const one = await findOne(ctx, id, true);
  if (!one) throw notFound();
  checkTransition(
    surveyMachine,
    { stateId: one.stateId, version: one.stateId },
    change,
    null,
    () => one.mayCall,
  );
  await ctx.db
    .update(surveyAnswers)
    .set({ calledAt: ctx.now, calledBy: staffOf(ctx).userId, callNote: change.motivo ?? null })
    .where(eq(surveyAnswers.askId, id));
  // The note is personal data and stays out of the feed, which keeps what it has.
  await announce(ctx, { record: 'encuesta', id, from: one.stateId, to: change.estado_id });
  await audit(ctx, 'cambiar_estado', 'encuesta', id, { from: one.stateId, to: change.estado_id });
}
