import { DAY_MS, panamaDay } from '#contract/dates.ts';
import { SURVEY, SURVEY_DAYS, type Reason } from '#contract/care/survey/rules.ts';
import { TICKET } from '#contract/care/tickets/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { row, rows, sql, idOf } from '#server/kernel/db.ts';
import { surveyAnswers, surveyAsks } from '#server/modules/care/survey/survey.table.ts';
import { tickets } from '#server/modules/care/tickets/tickets.table.ts';
import { changes } from '#server/kernel/kernel.table.ts';
import type { Site } from './telling.ts';

const AFTER_SALES = 9;
/** Days from the keys to the claim, from the claim to its end, and from there to the answer. */
const CLAIMED = 12;
const SOLVED = 4;
const CLOSED = 7;

/** What families claimed: title, category, priority. */
const CLAIMS: readonly (readonly [title: string, categoryId: number, priorityId: number])[] = [
  ['El lavamanos del baño pierde agua', 2, 2],
  ['No enciende la luz de la terraza', 3, 3],
  ['Se levantó la pintura de la fachada', 4, 1],
  ['Un azulejo del piso suena hueco', 5, 1],
  ['La puerta del patio no cierra bien', 6, 2],
  ['Gotea el techo de la cocina cuando llueve', 1, 3],
  ['Falta la llave del portón', 11, 2],
];

/** What families said: score, what weighed most, comment. */
const SAID: readonly (readonly [score: number, reason: Reason, comment: string | null])[] = [
  [10, 'trato', 'Vinieron al día siguiente y dejaron todo limpio.'],
  [9, 'solucion', null],
  [8, 'calidad', null],
  [9, 'calidad', 'La casa nos encanta.'],
  [7, 'plazo', 'Bien, pero tardaron una semana.'],
  [10, 'trato', null],
  [9, 'comunicacion', 'Siempre me dijeron qué seguía.'],
  [5, 'plazo', 'Tuve que llamar tres veces para que vinieran.'],
  [10, 'solucion', 'Muy agradecidos con el inspector.'],
  [9, 'trato', null],
  [3, 'comunicacion', 'Nadie me avisó que el técnico no venía.'],
  [8, 'solucion', null],
  [10, 'calidad', null],
  [6, 'solucion', 'Arreglaron la puerta, pero volvió a rozar.'],
  [9, 'calidad', 'Recomendé el proyecto a mi hermana.'],
];
const NOTES = [
  'Se disculpó la demora y se agendó otra visita. Quedó conforme.',
  'Pidió que se le avise por WhatsApp antes de cada visita.',
  'Ya está resuelto. Agradeció la llamada.',
];
/** One family in so many does not answer. Of the last questions the low scores wait for a call. */
const SILENT = 4;
const LAST = 14;

interface Delivered {
  saleId: number;
  personId: number;
  projectId: number;
  adviserId: number | null;
  at: string;
}

/**
 * Claims of the houses that were delivered months ago, closed long since, and what their families answered. Written in bulk: no
 * use case asks in the past. Nothing if the demo has no past.
 */
export async function writePastClaims(site: Site): Promise<void> {
  const { db } = site.at(0, 'customer');
  const agent = site.staff.get('postventa')!;
  const sold = await rows<Delivered>(
    db,
    sql`select s.id "saleId", s.person_id "personId", s.project_id "projectId", s.adviser_id "adviserId", s.state_since at
      from sales s join people p on p.id = s.person_id
      where s.state_id = ${idOf(SALE.delivered)} and p.email is not null
        and s.state_since < ${new Date(site.now.getTime() - (CLAIMED + CLOSED + 16) * DAY_MS)}
      order by s.state_since, s.id limit 90`,
  );
  const builders = await rows<{ id: number }>(
    db,
    sql`select id from partners where kind = 'contratista' order by id limit 3`,
  );
  const year = Number(panamaDay(site.now).slice(0, 4));
  for (const [nth, sale] of sold.entries()) {
    const [title, categoryId, priorityId] = CLAIMS[nth % CLAIMS.length]!;
    const opened = new Date(new Date(sale.at).getTime() + CLAIMED * DAY_MS);
    const after = (days: number) => new Date(opened.getTime() + days * DAY_MS);
    const next = await row<{ code: string }>(db, sql`select next_code('TK', ${year}::int) code`);
    const [ticket] = await db
      .insert(tickets)
      .values({
        code: next!.code,
        title,
        description: 'Lo notamos la primera semana en la casa.',
        departmentId: AFTER_SALES,
        categoryId,
        priorityId,
        stateId: TICKET.closed,
        stateSince: after(CLOSED),
        projectId: sale.projectId,
        saleId: sale.saleId,
        personId: sale.personId,
        contactKind: 'comprador',
        origin: 'cliente',
        assigneeId: agent,
        clockFrom: opened,
        answerDue: after(1),
        solveDue: after(15),
        answeredAt: after(0.4),
        solvedAt: after(SOLVED),
        closedAt: after(CLOSED),
        createdAt: opened,
      })
      .returning({ id: tickets.id });
    const id = ticket!.id;
    const step = (from: number | null, to: number, days: number) => ({
      record: 'ticket',
      recordId: id,
      from,
      to,
      at: after(days),
      actorKind: from === null ? 'client' : 'staff',
      actorId: from === null ? null : String(agent),
    });
    await db
      .insert(changes)
      .values([
        step(null, TICKET.assigned, 0),
        step(TICKET.assigned, TICKET.working, 0.4),
        step(TICKET.working, TICKET.solved, SOLVED),
        step(TICKET.solved, TICKET.closed, CLOSED),
      ]);
    await db.insert(surveyAsks).values({
      record: 'ticket',
      recordId: id,
      saleId: sale.saleId,
      personId: sale.personId,
      projectId: sale.projectId,
      adviserId: sale.adviserId,
      contractorId: builders[nth % Math.max(1, builders.length)]?.id ?? null,
      channel: 'correo',
      tokenHash: `demo-${id}`,
      askedAt: after(CLOSED),
      expiresAt: after(CLOSED + SURVEY_DAYS),
    });
  }
}

/** The answers of the families that were asked, most of them; low scores were called but for the last. */
export async function answerSurveys(site: Site): Promise<void> {
  const { db } = site.at(0, 'customer');
  const agent = site.staff.get('postventa')!;
  const asked = await db.select().from(surveyAsks).orderBy(surveyAsks.askedAt, surveyAsks.id);
  for (const [nth, { id, record, askedAt }] of asked.entries()) {
    if (record === 'ticket' && nth % SILENT === SILENT - 1) continue;
    const [score, reason, comment] = SAID[nth % SAID.length]!;
    const answeredAt = new Date(
      Math.min(askedAt.getTime() + (nth % 5) * DAY_MS + DAY_MS / 5, site.now.getTime()),
    );
    const low = score <= 6;
    const calledAt = low && nth < asked.length - LAST ? new Date(answeredAt.getTime() + 2 * DAY_MS) : null;
    await db.insert(surveyAnswers).values({
      askId: id,
      score,
      reason,
      comment,
      answeredAt,
      calledAt,
      calledBy: calledAt && agent,
      callNote: calledAt && NOTES[nth % NOTES.length]!,
    });
    const step = (from: number | null, to: number, at: Date, staff: boolean) => ({
      record: 'encuesta',
      recordId: id,
      from,
      to,
      at,
      actorKind: staff ? 'staff' : 'nobody',
      actorId: staff ? String(agent) : null,
    });
    await db
      .insert(changes)
      .values([
        step(SURVEY.asked, low ? SURVEY.toCall : SURVEY.answered, answeredAt, false),
        ...(calledAt ? [step(SURVEY.toCall, SURVEY.called, calledAt, true)] : []),
      ]);
  }
}
