import type { RecordKind } from '#contract/records.ts';
import type { Context } from '#server/kernel/context.ts';
import { envelopeOf } from '#server/modules/legal/envelopes/current.service.ts';
import { noteEvent } from '#server/modules/legal/envelopes/envelopes.events.ts';
import type { EnvelopeRecord, SignerRecord } from '#server/modules/legal/envelopes/envelopes.load.ts';
import { rejectEnvelope, signOnline } from '#server/modules/legal/envelopes/sign.service.ts';
import {
  keepSigner,
  openSignerFromOutside,
} from '#server/modules/sales/buyerAccess/customerSession.service.ts';
import { png } from '../papers/render.ts';
import { signatureStrokes } from '../papers/signature.ts';
import type { At } from './telling.ts';

const VERIFIED_MS = 30 * 60_000;

async function sent(at: At, record: RecordKind, id: number) {
  const found = await envelopeOf(at(0).db, record, id);
  if (!found) throw new Error(`the demo's ${record} ${id} was not sent to sign`);
  return found;
}

/** All signers of a document sign it on their phones, in order and an hour apart. */
export async function signAll(at: At, record: RecordKind, id: number, hoursAgo: number): Promise<void> {
  const { envelope, signers } = await sent(at, record, id);
  for (const [nth, signer] of signers.entries()) {
    const ctx = await arrive(at(hoursAgo - nth, 'customer'), envelope, signer);
    const surname = signer.name.split(' ').at(-2) ?? signer.name;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="220">${signatureStrokes(surname)}</svg>`;
    const drawn = await ctx.files.keep(await png(svg), 'firma.png', 'image/png');
    await signOnline(ctx, envelope.id, { image: { ...drawn, field: 'document' }, shownHash: undefined });
  }
}

/** The first signer of a document does not sign it. */
export async function reject(
  at: At,
  record: RecordKind,
  id: number,
  { hoursAgo, reason }: { hoursAgo: number; reason: string },
): Promise<void> {
  const { envelope, signers } = await sent(at, record, id);
  await rejectEnvelope(await arrive(at(hoursAgo, 'customer'), envelope, signers[0]!), envelope.id, reason);
}

/** Opens a signer's document in a browser of theirs, with the code entered. */
async function arrive(
  ctx: Context,
  { id: envelopeId }: EnvelopeRecord,
  { id: signerId, name: actor }: SignerRecord,
): Promise<Context> {
  ctx.client = null;
  await openSignerFromOutside(ctx, { envelopeId, signerId });
  const verifiedUntil = new Date(ctx.now.getTime() + VERIFIED_MS);
  await keepSigner(ctx, ctx.client!, { envelopeId, signerId, verifiedUntil });
  const { ip, userAgent } = ctx;
  await noteEvent(ctx, envelopeId, { kind: 'abierto', actor, detail: { signerId, ip, userAgent } });
  await noteEvent(ctx, envelopeId, {
    kind: 'identificado',
    actor,
    detail: { signerId, typedName: actor, ip, userAgent },
  });
  return ctx;
}
