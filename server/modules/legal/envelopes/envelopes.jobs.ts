import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { fill } from '#contract/company/templates/mails.ts';
import { HOUR_MS } from '#contract/dates.ts';
import { ENVELOPE, REMIND_HOURS, SIGNER } from '#contract/legal/envelopes/rules.ts';
import { inTransaction } from '#server/kernel/changes.ts';
import { job, type JobContext } from '#server/kernel/jobs.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { rows } from '#server/kernel/db.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { askingMail, reminderLink } from './ask.service.ts';
import { expireEnvelope, overdueEnvelopes } from './close.service.ts';
import { ExpireEnvelope, SendSealedCopies } from './envelopes.jobs.names.ts';
import { noteEvent } from './envelopes.events.ts';
import { lockEnvelope, signerOf, signersOf } from './envelopes.load.ts';
import { envelopes, envelopeSigners } from './envelopes.table.ts';
import { contactChanged } from './signerHere.service.ts';

/** A larger attachment is left out: the signer downloads it from the page. */
const ATTACHED_MAX = 8 * 1_048_576;

const expire = job({
  ...ExpireEnvelope,
  run: (ctx, { envelopeId }) => expireEnvelope(ctx, envelopeId),
});

/** Every night: ends what the delayed jobs missed. */
const sweep = job({
  name: 'envelopes.sweep',
  payload: z.object({}),
  cron: '15 0 * * *',
  ownTransactions: true,
  async run(ctx) {
    for (const id of await overdueEnvelopes(ctx.db, ctx.now))
      await inTransaction(ctx, (inside) => expireEnvelope(inside, id));
  },
});

/**
 * Every hour in the daytime: reminds whoever was asked 24 and 72 hours ago and has not signed (domain.md §3). The first
 * run after each of them sends one mail.
 */
const remind = job({
  name: 'envelopes.remind',
  payload: z.object({}),
  cron: '35 8-18 * * *',
  ownTransactions: true,
  async run(ctx) {
    const [first, second] = REMIND_HOURS.map((hours) => new Date(ctx.now.getTime() - hours * HOUR_MS));
    const due = await rows<{ id: number; envelopeId: number }>(
      ctx.db,
      sql`select g.id, g.envelope_id "envelopeId" from ${envelopeSigners} g join ${envelopes} e on e.id = g.envelope_id
        where g.state_id = ${SIGNER.asked} and e.state_id = ${ENVELOPE.open} and e.expires_at > ${ctx.now}
          and ((g.reminded = 0 and g.asked_at <= ${first!}) or (g.reminded = 1 and g.asked_at <= ${second!}))
        order by g.asked_at limit 500`,
    );
    for (const { id, envelopeId } of due)
      await inTransaction(ctx, (inside) => remindOne(inside, Number(envelopeId), Number(id)));
  },
});

async function remindOne(ctx: JobContext, envelopeId: number, signerId: number): Promise<void> {
  const envelope = await lockEnvelope(ctx.db, envelopeId);
  const signer = await signerOf(ctx.db, envelopeId, signerId);
  const hours = REMIND_HOURS[signer.reminded];
  const asked = signer.askedAt?.getTime() ?? 0;
  if (hours === undefined || signer.stateId !== SIGNER.asked || envelope.stateId !== ENVELOPE.open) return;
  if (asked + hours * HOUR_MS > ctx.now.getTime()) return;
  const reminded = { reminded: signer.reminded + 1 };
  // A link that somebody handed over, or that a new contact ended, is not sent anywhere by itself.
  const quiet =
    signer.handedBy !== null || signer.tabletBy !== null || (await contactChanged(ctx.db, signer));
  if (quiet) {
    await ctx.db.update(envelopeSigners).set(reminded).where(eq(envelopeSigners.id, signerId));
    return;
  }
  const link = await reminderLink(ctx, envelope, signer, reminded);
  await ctx.mail.send(
    ctx,
    await askingMail(ctx, 'documento_por_firmar_recordatorio', envelope, signer, link),
  );
  await noteEvent(ctx, envelopeId, { kind: 'recordado', actor: 'Llave', detail: { signerId, hours } });
}

/** The file reference of a sealed copy's mail: one copy per signer, whatever is repeated. */
const COPY = 'copia_sellada';

/** Mails the sealed document to everybody who signed it, each once. */
const sendCopies = job({
  ...SendSealedCopies,
  async run(ctx, { envelopeId }) {
    const envelope = await lockEnvelope(ctx.db, envelopeId);
    if (envelope.stateId !== ENVELOPE.sealed || envelope.sealedFileId === null) return;
    const [sealed] = await ctx.db.select().from(files).where(eq(files.id, envelope.sealedFileId));
    const { company } = await readSettings(ctx.db);
    for (const signer of await signersOf(ctx.db, envelopeId)) {
      const owner = { reference: COPY, referenceId: signer.id };
      const sent = await ctx.db.$count(
        files,
        and(eq(files.reference, owner.reference), eq(files.referenceId, owner.referenceId)),
      );
      if (sent > 0 || !sealed || signer.email === null) continue;
      const { sha256, mime, size, name } = sealed;
      const [copy] = await ctx.db
        .insert(files)
        .values({ ...owner, sha256, mime, size, name, sensitive: true, createdAt: ctx.now })
        .returning({ id: files.id });
      const attached = size <= ATTACHED_MAX;
      await ctx.mail.send(ctx, {
        kind: 'documento_firmado',
        to: signer.email,
        ...(attached && { attachmentId: copy!.id }),
        ...fill('documento_firmado', {
          nombre: signer.name,
          documento: envelope.title,
          empresa: company.name,
          adjunto: attached ? 'sí' : null,
        }),
      });
    }
  },
});

export const envelopeJobs = [expire, sweep, remind, sendCopies];
