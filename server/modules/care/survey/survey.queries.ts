import { and, sql, type SQL } from 'drizzle-orm';
import { changeSurveyStatus } from '#contract/care/survey/endpoints.ts';
import type { Survey, SurveyFilter, SurveyRow, Whose } from '#contract/care/survey/model.ts';
import {
  DETRACTOR_TO,
  PROMOTER_FROM,
  SURVEY,
  SURVEY_LABELS,
  surveyMachine,
  type Reason,
  type ScoreGroup,
  type SurveyRecord,
} from '#contract/care/survey/rules.ts';
import { addDays, panamaInstant } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { offsetOf } from '#contract/paging.ts';
import { offersOf } from '#contract/transitions.ts';
import type { Context } from '#server/kernel/context.ts';
import { containing, countUpTo, idOf, inOrder, isoFrom, limited, row, rows } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { namedStates, statesOf } from '#server/modules/company/staff/history.service.ts';
import { callsInReach, surveysInReach } from './survey.scope.ts';

/** An answer as the rows show it. Instants are texts of PostgreSQL. */
interface FoundSurvey {
  id: number;
  stateId: number;
  about: SurveyRecord;
  recordId: number;
  code: string | null;
  projectId: number;
  project: string;
  houseId: number | null;
  house: string | null;
  saleId: number;
  saleCode: string | null;
  personId: number;
  person: string;
  phone: string | null;
  adviserId: number | null;
  adviser: string | null;
  contractorId: number | null;
  contractor: string | null;
  score: number;
  reason: Reason;
  comment: string | null;
  askedAt: string;
  answeredAt: string;
  days: number;
  calledAt: string | null;
  caller: string | null;
  callNote: string | null;
  mayCall: boolean;
}

/** The state of an answer `a`. */
const STATE = sql`(case when a.called_at is not null then ${idOf(SURVEY.called)} when a.score <= ${idOf(DETRACTOR_TO)}
  then ${idOf(SURVEY.toCall)} else ${idOf(SURVEY.answered)} end)`;

const FROM = sql`from survey_answers a join survey_asks k on k.id = a.ask_id join sales s on s.id = k.sale_id
  join people p on p.id = k.person_id`;

const selected = (ctx: Pick<Context, 'staff'>) =>
  sql`select k.id, ${STATE} "stateId", k.record about, k.record_id "recordId", coalesce(h.code, t.code) code,
      r.id "projectId", r.name project, o.id "houseId", o.name house, s.id "saleId", s.code "saleCode",
      p.id "personId", p.name person, nullif(p.phone, '') phone, u.id "adviserId", u.name adviser,
      b.id "contractorId", b.name contractor, a.score, a.reason, a.comment, k.asked_at "askedAt", a.answered_at "answeredAt",
      floor(extract(epoch from a.answered_at - k.asked_at) / 86400)::int days,
      a.called_at "calledAt", c.name caller, a.call_note "callNote", ${callsInReach(ctx)} "mayCall"
    ${FROM} join projects r on r.id = k.project_id
    left join handovers h on k.record = 'entrega' and h.id = k.record_id
    left join tickets t on k.record = 'ticket' and t.id = k.record_id
    left join houses o on o.id = coalesce(h.house_id, t.house_id)
    left join users u on u.id = k.adviser_id left join partners b on b.id = k.contractor_id
    left join users c on c.id = a.called_by`;

const SCORES: Readonly<Record<ScoreGroup, SQL>> = {
  promotores: sql`a.score >= ${idOf(PROMOTER_FROM)}`,
  pasivos: sql`a.score > ${idOf(DETRACTOR_TO)} and a.score < ${idOf(PROMOTER_FROM)}`,
  detractores: sql`a.score <= ${idOf(DETRACTOR_TO)}`,
};

/** Of whom a question `k` is, within scope; `at`: the instant that lies between the days. */
export function whose(ctx: Pick<Context, 'staff'>, filter: Whose, at: SQL): SQL {
  const is = (column: SQL, id: number | undefined) =>
    id === undefined ? undefined : id === 0 ? sql`${column} is null` : sql`${column} = ${id}`;
  return (
    and(
      surveysInReach(ctx),
      is(sql`k.project_id`, filter.proyecto_id),
      is(sql`k.adviser_id`, filter.asesor_id),
      is(sql`k.contractor_id`, filter.contratista_id),
      filter.asunto === undefined ? undefined : sql`k.record = ${filter.asunto}`,
      filter.desde === undefined ? undefined : sql`${at} >= ${panamaInstant(filter.desde)}`,
      filter.hasta === undefined ? undefined : sql`${at} < ${panamaInstant(addDays(filter.hasta, 1))}`,
    ) ?? sql`true`
  );
}

const matching = (ctx: Pick<Context, 'staff'>, filter: SurveyFilter): SQL =>
  and(
    whose(ctx, filter, sql`a.answered_at`),
    filter.notas === undefined ? undefined : SCORES[filter.notas],
    filter.motivo === undefined ? undefined : sql`a.reason = ${filter.motivo}`,
    filter.llamada === undefined
      ? undefined
      : sql`${STATE} = ${idOf(filter.llamada === 'hecha' ? SURVEY.called : SURVEY.toCall)}`,
    filter.q
      ? sql`(searchable(p.name) like searchable(${containing(filter.q)}) or searchable(a.comment) like searchable(${containing(filter.q)}))`
      : undefined,
  ) ?? sql`true`;

const ID = sql`a.ask_id`;
const ORDER = { respondida: sql`a.answered_at`, nota: sql`a.score` };

/** A page of answers within scope, the last first, and their total up to COUNT_LIMIT. */
export async function findSurveys(ctx: Context, filter: SurveyFilter) {
  const where = matching(ctx, filter);
  const found = await rows<FoundSurvey>(
    ctx.db,
    sql`${selected(ctx)} where ${where} order by ${inOrder(filter, ORDER, ID, ['respondida', 'desc'])}
      ${limited(filter.per_page, offsetOf(filter))}`,
  );
  return { list: found.map(presentRow), total: await countUpTo(ctx.db, sql`select ${FROM} where ${where}`) };
}

/** One answer within scope; with `lock` until the end of the transaction. */
export const findOne = (ctx: Context, id: number, lock = false) =>
  row<FoundSurvey>(
    ctx.db,
    sql`${selected(ctx)} where k.id = ${id} and ${surveysInReach(ctx)} ${lock ? sql`for no key update of a` : sql``}`,
  );

const named = (id: number) => ({ id, name: SURVEY_LABELS[id] ?? '' });
const someone = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

const presentRow = (one: FoundSurvey): SurveyRow => ({
  id: one.id,
  state: named(one.stateId),
  about: one.about,
  record: { id: one.recordId, code: one.code ?? '' },
  project: { id: one.projectId, name: one.project },
  house: someone(one.houseId, one.house),
  sale: { id: one.saleId, code: one.saleCode },
  person: { id: one.personId, name: one.person },
  adviser: someone(one.adviserId, one.adviser),
  contractor: someone(one.contractorId, one.contractor),
  score: one.score,
  reason: one.reason,
  comment: one.comment,
  asked_at: isoFrom(one.askedAt),
  answered_at: isoFrom(one.answeredAt),
  days: one.days,
});

/** An answer as the caller sees it. Raises 404. */
export async function presentSurvey(ctx: Context, id: number): Promise<Survey> {
  const one = await findOne(ctx, id);
  if (!one) throw notFound();
  const states = await statesOf(ctx.db, 'encuesta', [id]);
  return {
    ...presentRow(one),
    version: one.stateId,
    phone: one.mayCall ? one.phone : null,
    call:
      one.calledAt === null ? null : { at: isoFrom(one.calledAt), by: one.caller ?? '', note: one.callNote },
    history: namedStates(states, id, (state) => named(state).name),
    transitions: offersOf(
      surveyMachine,
      one.stateId,
      null,
      urlOf(changeSurveyStatus, { params: { id } }),
      () => one.mayCall,
    ),
  };
}
