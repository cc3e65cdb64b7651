import { z } from 'zod';
import { fill } from '#contract/company/templates/mails.ts';
import { dayText, panamaDay } from '#contract/dates.ts';
import { documentKey } from '#contract/identity.ts';
import type { askRight } from '#contract/overview/privacy/ask.ts';
import { Kind, rightDue, rightName } from '#contract/overview/privacy/rights.ts';
import { normalizePhone } from '#contract/phone.ts';
import type { FieldError } from '#contract/errors.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, sql } from '#server/kernel/db.ts';
import { invalid } from '#server/kernel/errors.ts';
import { job } from '#server/kernel/jobs.ts';
import { countAttempt, networkOf, type Throttle } from '#server/kernel/throttle.ts';
import { insertRight } from './rights.service.ts';

const DAY = 86_400;
/** Requests of one person; whoever does not know the contact on file cannot use them up. */
const ASKED: Throttle = { name: 'right', max: 10, seconds: DAY };
/** A network may stand for many families. */
const ASKED_ADDRESS: Throttle = { name: 'right.address', max: 40, seconds: 3600 };

interface Person {
  id: number;
  name: string;
}

/** Who opened a purchase in this browser with a one-time code that still counts. */
export async function personHere(ctx: Pick<Context, 'db' | 'now' | 'client'>): Promise<Person | undefined> {
  if (!ctx.client) return undefined;
  return row<Person>(
    ctx.db,
    sql`select p.id, p.name from customer_session_sales c join sales s on s.id = c.sale_id
        left join sale_buyers b on b.id = c.buyer_id join people p on p.id = coalesce(b.person_id, s.person_id)
      where c.session_id = ${ctx.client.sessionId} and c.verified_until > ${ctx.now} and c.expires_at > ${ctx.now}
        and p.purged_at is null
      order by c.verified_until desc, c.sale_id limit 1`,
  );
}

const MAIL = z.email();

/** The typed document and contact in the forms that are stored. Raises 422 at their fields. */
function whoAsks({ cedula, contacto }: { cedula: string; contacto: string }) {
  const phone = normalizePhone(contacto);
  const mail = MAIL.safeParse(contacto).success ? contacto.toLowerCase() : null;
  const faults: FieldError[] = [];
  if (cedula === '') faults.push({ field: 'cedula', message: 'Escribe tu cédula, pasaporte o RUC.' });
  if (!phone && !mail)
    faults.push({ field: 'contacto', message: 'Escribe el celular o el correo que nos diste.' });
  if (faults.length > 0) throw invalid(faults);
  const keys = (['cedula', 'pasaporte', 'ruc'] as const).map((type) => documentKey(type, cedula));
  return { keys, phone: phone ?? '', mail: mail ?? '' };
}

const NoteAsked = {
  name: 'privacy.noteAsked',
  payload: z.object({
    /** Null: nobody has that document and contact. */
    personId: z.number().int().positive().nullable(),
    kind: Kind,
    detail: z.string(),
    receivedOn: z.string(),
  }),
};

/**
 * Receives a person's request about their data. Known and unknown people get the same statements and the same answer; only
 * the job makes the difference, so nobody learns here who buys. The answer to the request goes to the contact on file.
 * Raises 422 at its field, 429.
 */
export async function askForRight(
  ctx: Context,
  { derecho, detalle, ...typed }: z.output<typeof askRight.body>,
): Promise<{ success: string; redirect: string }> {
  const here = await personHere(ctx);
  const who = here ? null : whoAsks(typed);
  await countAttempt(ctx, ASKED_ADDRESS, networkOf(ctx.ip));
  await countAttempt(ctx, ASKED, here ? `p:${here.id}` : `${who!.keys[0]}:${who!.phone}${who!.mail}`);
  const person =
    here ??
    (await row<{ id: number }>(
      ctx.db,
      sql`select p.id from people p where p.document_key = any(${sql.param(who!.keys)}::text[])
          and (p.phone = ${who!.phone} or p.email = ${who!.mail}::citext)
          and p.purged_at is null and p.merged_into_id is null order by p.id limit 1`,
    ));
  await ctx.jobs.send(ctx.db, NoteAsked, {
    personId: person?.id ?? null,
    kind: derecho,
    detail: detalle,
    receivedOn: panamaDay(ctx.now),
  });
  return { success: 'Recibimos tu solicitud.', redirect: `/privacidad/recibida?derecho=${derecho}` };
}

/**
 * Writes the request of a known person and tells them at the mail on file, so that nobody asks in their name unseen. The
 * same one again, while it is open, changes nothing.
 */
export const noteAsked = job({
  ...NoteAsked,
  async run(ctx, { personId, kind, detail, receivedOn }) {
    if (personId === null) return;
    const person = await row<{ name: string; email: string | null }>(
      ctx.db,
      sql`select name, email from people where id = ${personId} and purged_at is null for no key update`,
    );
    const open = await row(
      ctx.db,
      sql`select from rights_requests where person_id = ${personId} and kind = ${kind} and state = 'abierta'
        and channel = 'web' and detail = ${detail}`,
    );
    if (!person || open) return;
    await insertRight(ctx, { personId, kind, channel: 'web', detail, receivedOn, createdBy: null });
    if (person.email === null) return;
    await ctx.mail.send(ctx, {
      kind: 'derecho_recibido',
      to: person.email,
      ...fill('derecho_recibido', {
        nombre: person.name,
        derecho: rightName(kind),
        hasta: dayText(rightDue(kind, receivedOn)),
      }),
    });
  },
});
