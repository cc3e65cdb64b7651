import type { z } from 'zod';
import type { askPage, leaveQuestion as leave } from '#contract/care/chatbot/ask.ts';
import { panamaDay } from '#contract/dates.ts';
import { normalizePhone } from '#contract/phone.ts';
import type { PageAnswer } from '#contract/page.ts';
import { CONSENT_TEXTS } from '#contract/sales/consents/consents.ts';
import { CONTACT } from '#contract/sales/prospects/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, sql } from '#server/kernel/db.ts';
import { countAttempt, networkOf } from '#server/kernel/throttle.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { findOrCreatePerson } from '#server/modules/sales/people/people.service.ts';
import { welcomeProspect } from '#server/modules/sales/prospects/arrivals.service.ts';
import { noteProspectAction } from '#server/modules/sales/prospects/contacts.service.ts';
import { answerTo } from './answer.service.ts';
import { PUBLISHED } from './passages.queries.ts';
import { countUnanswered } from './unanswered.service.ts';

/** Questions of one network in a day: each becomes work of an adviser. */
const LEFT_A_DAY = { name: 'pregunta-red', max: 20, seconds: 86_400 } as const;

/**
 * What a visitor sees who asks the assistant: the answer of the published sources and of public records. Writes nothing,
 * and no model words it: strangers must not cost the company money.
 */
export async function askedHere(
  ctx: Context,
  { q, enviada }: z.output<typeof askPage.query>,
): Promise<PageAnswer<typeof askPage>> {
  const { chatbot } = await readSettings(ctx.db);
  const found = await row<{ serves: boolean }>(ctx.db, sql`select exists (${PUBLISHED}) serves`);
  const serves = chatbot.mode !== 'nunca' && found!.serves;
  const answer =
    serves && q ? await answerTo(ctx, { question: q, readings: PUBLISHED, personId: null }) : null;
  const answered = answer !== null && answer.outcome !== 'no_sabe' && answer.outcome !== 'persona';
  return {
    serves,
    asked: answer && { question: q!, text: answered ? answer.text : NOT_KNOWN, answered },
    consentText: CONSENT_TEXTS.datos.text,
    left: enviada !== undefined,
  };
}

const NOT_KNOWN = 'No tengo esa información. Deja tu celular y una persona te responde.';

/**
 * A visitor leaves a question for a person: a new prospect of the adviser with the fewest, or a note on the prospect that
 * this telephone already is. The answer is the same for both. Raises 429 above the daily limit of a network.
 */
export async function leaveQuestion(ctx: Context, form: z.output<typeof leave.body>): Promise<void> {
  await countAttempt(ctx, LEFT_A_DAY, networkOf(ctx.ip));
  const phone = normalizePhone(form.celular) ?? '';
  const personId = await findOrCreatePerson(ctx, { name: form.nombre, phone });
  // Anybody can type a telephone: what was left is a note for colleagues, never a message of that person.
  const note = `Preguntó en la página: ${form.pregunta}`;
  const noted = await noteProspectAction(ctx, { personId }, CONTACT.messageAnswered, {
    note,
    next: panamaDay(ctx.now),
  });
  if (noted === 0)
    await welcomeProspect(ctx, { personId, origin: 'chatbot', campaign: null, interest: note });
  await countUnanswered(ctx, form.pregunta);
}
