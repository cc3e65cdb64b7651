import { eq, inArray } from 'drizzle-orm';
import {
  CAPACITIES,
  ENVELOPE,
  SIGN_METHODS,
  SIGNER_ROLES,
  initialsOf,
} from '#contract/legal/envelopes/rules.ts';
import type { SealEvidence, SealSigner } from '#contract/legal/seals/model.ts';
import type { StaffLook } from '#contract/company/outbox/looks.ts';
import { showInstant } from '#contract/dates.ts';
import type { Acting } from '#server/kernel/context.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { requestSeal } from '../seals/seals.service.ts';
import { askNext } from './ask.service.ts';
import { SIGN_CONSENT } from './consent.ts';
import { chainOf, noteEvent } from './envelopes.events.ts';
import { signersOf, type EnvelopeRecord, type SignerRecord } from './envelopes.load.ts';
import { writeState } from './envelopes.state.ts';
import { documentLabel } from './words.ts';

/** What a signature stores about who signed, where and when. */
export interface SignatureEvidence {
  identifiedBy: string;
  ip: string | null;
  userAgent: string | null;
  codeSentTo: string | null;
  documentHash: string;
  consent: { version: string; text: string };
  seenByStaff: readonly StaffLook[];
  handed: { by: string; at: string } | null;
}

/**
 * After a signature on a locked envelope: asks the next signer, or, when that was the last one, completes the envelope
 * and asks for its seal in the same transaction. Only one request can complete it.
 */
export async function goOn(ctx: Acting, envelope: EnvelopeRecord): Promise<void> {
  if (await askNext(ctx, envelope)) return;
  if (!(await writeState(ctx, envelope, ENVELOPE.signed))) return;
  await noteEvent(ctx, envelope.id, { kind: 'completo', actor: 'Llave' });
  await requestSeal(ctx, {
    record: 'sobre',
    recordId: envelope.id,
    saleId: envelope.saleId,
    title: envelope.title,
    fileId: envelope.currentFileId,
    evidence: await evidenceOf(ctx, envelope),
  });
  const [sale] = await ctx.db.select({ code: sales.code }).from(sales).where(eq(sales.id, envelope.saleId));
  await notify(ctx, {
    kind: 'documento_firmado',
    to: [envelope.openedBy],
    text: `Todos firmaron «${envelope.title}» (${sale?.code ?? `venta ${envelope.saleId}`}).`,
    url: `/oficina/firmas?sobre=${envelope.id}`,
    event: `sobre:${envelope.id}:firmado`,
  });
}

/** Everything that the seal freezes: the signers as they signed, and the chain of events. */
async function evidenceOf(ctx: Acting, envelope: EnvelopeRecord): Promise<SealEvidence> {
  const [{ company }, [file], [sale], signers, events] = [
    await readSettings(ctx.db),
    await ctx.db.select({ sha256: files.sha256 }).from(files).where(eq(files.id, envelope.fileId)),
    await ctx.db.select({ code: sales.code }).from(sales).where(eq(sales.id, envelope.saleId)),
    await signersOf(ctx.db, envelope.id),
    await chainOf(ctx.db, envelope.id),
  ];
  const tablets = await namesOf(
    ctx,
    signers.flatMap(({ tabletBy }) => tabletBy ?? []),
  );
  return {
    title: envelope.title,
    code: `F-${String(envelope.id).padStart(5, '0')}${sale?.code ? ` · ${sale.code}` : ''}`,
    company: company.legalName || company.name,
    documentHash: file!.sha256,
    consent: `${SIGN_CONSENT.text} (texto ${SIGN_CONSENT.version})`,
    signers: signers.map((one) => sealSigner(one, envelope, tablets)),
    events,
  };
}

async function namesOf(ctx: Acting, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await ctx.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(found.map(({ id, name }) => [id, name]));
}

function sealSigner(
  one: SignerRecord,
  envelope: EnvelopeRecord,
  names: ReadonlyMap<number, string>,
): SealSigner {
  const evidence = one.evidence as unknown as SignatureEvidence;
  const signedAt = one.signedAt!;
  const { capacity } = one;
  return {
    name: capacity
      ? `${one.name}, ${CAPACITIES[capacity.kind].toLowerCase()} ${capacity.of}`.slice(0, 200)
      : one.name,
    role: SIGNER_ROLES[one.role],
    document: documentLabel(one),
    order: one.position,
    method: one.method!,
    signedAt: signedAt.toISOString(),
    utc: signedAt.toISOString(),
    panama: showInstant(signedAt.toISOString()),
    ip: evidence.ip,
    userAgent: evidence.userAgent,
    identifiedBy: `${SIGN_METHODS[one.method!]}. ${evidence.identifiedBy}`.slice(0, 2000),
    codeSentTo: evidence.codeSentTo,
    imageFileId: one.imageFileId,
    initials: envelope.initials ? initialsOf(one.name).slice(0, 8) : null,
    seenByStaff: [
      ...evidence.seenByStaff.map(
        ({ at, by, what, reason }) => `${showInstant(at)}: ${by} vio «${what}». Motivo: ${reason}`,
      ),
      ...(evidence.handed
        ? [`${showInstant(evidence.handed.at)}: ${evidence.handed.by} tomó el enlace para entregarlo a mano.`]
        : []),
      ...(one.method === 'tableta' && one.tabletBy !== null
        ? [`Firmó en una tableta que preparó ${names.get(one.tabletBy) ?? 'un colega'}.`]
        : []),
    ],
  };
}
