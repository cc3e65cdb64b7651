import { z } from 'zod';
import { ENVELOPE } from '#contract/legal/envelopes/rules.ts';
import { SEAL } from '#contract/legal/seals/rules.ts';
import type { Follower } from '#server/kernel/changes.ts';
import { sealOf } from '../seals/seals.service.ts';
import { SendSealedCopies } from './envelopes.jobs.names.ts';
import { noteEvent } from './envelopes.events.ts';
import { lockEnvelope } from './envelopes.load.ts';
import { writeState } from './envelopes.state.ts';

const OfEnvelope = z.object({ record: z.literal('sobre'), recordId: z.number().int() });

/** When the seal of an envelope is made: the envelope is sealed, and its signers get their copy. */
export const sealFollower: Follower = {
  record: 'sello',
  async follow(ctx, { to, values }) {
    const { data: of } = OfEnvelope.safeParse(values);
    if (!of || to !== SEAL.sealed) return;
    const seal = await sealOf(ctx.db, 'sobre', of.recordId);
    const envelope = await lockEnvelope(ctx.db, of.recordId);
    if (!seal?.sealedFileId || envelope.stateId !== ENVELOPE.signed) return;
    await noteEvent(ctx, envelope.id, {
      kind: 'sellado',
      actor: 'Llave',
      detail: { sealedHash: seal.sealedHash },
    });
    await writeState(ctx, envelope, ENVELOPE.sealed, { sealedFileId: seal.sealedFileId });
    await ctx.jobs.send(ctx.db, SendSealedCopies, { envelopeId: envelope.id });
  },
};
