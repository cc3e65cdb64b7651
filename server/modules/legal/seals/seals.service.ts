import { and, desc, eq, or } from 'drizzle-orm';
import { sorted } from '#contract/legal/seals/chain.ts';
import { SealEvidence } from '#contract/legal/seals/model.ts';
import { SEAL, sealMachine } from '#contract/legal/seals/rules.ts';
import type { RecordKind } from '#contract/records.ts';
import type { StatusChange } from '#contract/transitions.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { sha256 } from '#server/kernel/secrets.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { audit } from '#server/kernel/audit.ts';
import { sealsInReach } from './seals.scope.ts';
import { SealDocument } from './seals.jobs.names.ts';
import { seals } from './seals.table.ts';

export type SealRow = typeof seals.$inferSelect;

export interface SealRequest {
  /** The record that was signed. */
  record: RecordKind;
  recordId: number;
  saleId: number | null;
  title: string;
  /** The PDF as it was signed, a stored file. */
  fileId: string;
  evidence: SealEvidence;
}

/**
 * Asks for the seal of a signed PDF, in the caller's transaction: state "por sellar", and the job follows the commit.
 * A repeat for the same record and file answers the first seal and changes nothing. Returns the seal's id. Raises 404
 * for a file that does not exist.
 */
export async function requestSeal(ctx: Acting, asked: SealRequest): Promise<number> {
  const { record, recordId, saleId, title, fileId } = asked;
  const evidence = SealEvidence.parse(asked.evidence);
  const [source] = await ctx.db.select({ sha256: files.sha256 }).from(files).where(eq(files.id, fileId));
  if (!source) throw notFound();
  const [made] = await ctx.db
    .insert(seals)
    .values({
      record,
      recordId,
      saleId,
      title,
      sourceFileId: fileId,
      sourceHash: source.sha256,
      evidence,
      fingerprint: fingerprintOf({ record, recordId, fileId, sourceHash: source.sha256, evidence }),
      stateId: SEAL.waiting,
      requestedAt: ctx.now,
      nextTryAt: ctx.now,
    })
    .onConflictDoNothing({ target: [seals.record, seals.recordId, seals.sourceFileId] })
    .returning({ id: seals.id });
  if (!made) {
    const [first] = await ctx.db
      .select({ id: seals.id })
      .from(seals)
      .where(and(eq(seals.record, record), eq(seals.recordId, recordId), eq(seals.sourceFileId, fileId)));
    return first!.id;
  }
  await announce(ctx, { record: 'sello', id: made.id, from: null, to: SEAL.waiting, ...partOf(asked) });
  await ctx.jobs.send(ctx.db, SealDocument, { sealId: made.id });
  return made.id;
}

/** What the announcement of a seal refers to: its sale, or the signed record; followers find the record in `values`. */
export const partOf = ({ record, recordId, saleId }: Pick<SealRow, 'record' | 'recordId' | 'saleId'>) => ({
  of: saleId === null ? ([record, recordId] as const) : (['precontrato', saleId] as const),
  values: { record, recordId },
});

/** The name of a seal: everything that it is about. */
const fingerprintOf = (about: {
  record: string;
  recordId: number;
  fileId: string;
  sourceHash: string;
  evidence: SealEvidence;
}): string => sha256(JSON.stringify(sorted(about)));

/** The newest seal of a record; undefined when none was asked for. */
export async function sealOf(db: Db, record: RecordKind, recordId: number): Promise<SealRow | undefined> {
  const [found] = await db
    .select()
    .from(seals)
    .where(and(eq(seals.record, record), eq(seals.recordId, recordId)))
    .orderBy(desc(seals.id))
    .limit(1);
  return found;
}

/**
 * The seal with a fingerprint: that of its QR, or the SHA-256 of the sealed or of the signed PDF. For anybody: the
 * caller shows no personal data of it.
 */
export async function sealByHash(db: Db, hash: string): Promise<SealRow | undefined> {
  const found = await db
    .select()
    .from(seals)
    .where(or(eq(seals.fingerprint, hash), eq(seals.sealedHash, hash), eq(seals.sourceHash, hash)))
    .orderBy(desc(seals.id))
    .limit(10);
  return found.find(({ fingerprint, sealedHash }) => hash === fingerprint || hash === sealedHash) ?? found[0];
}

/** Begins a failed seal again. Raises 404, 403, 409 for a stale version, 422 when it did not fail. */
export async function retrySeal(ctx: Context, id: number, change: StatusChange): Promise<void> {
  const [seal] = await ctx.db
    .select()
    .from(seals)
    .where(and(eq(seals.id, id), sealsInReach(ctx, 'legal.ver')))
    .for('no key update');
  if (!seal) throw notFound();
  checkTransition(
    sealMachine,
    seal,
    change,
    null,
    (permission) => ctx.staff?.grants.has(permission) ?? false,
  );
  await ctx.db
    .update(seals)
    .set({
      stateId: SEAL.waiting,
      fault: null,
      faultDetail: null,
      attempts: 0,
      nextTryAt: ctx.now,
      told: false,
      version: seal.version + 1,
    })
    .where(eq(seals.id, id));
  await announce(ctx, { record: 'sello', id, from: seal.stateId, to: SEAL.waiting, ...partOf(seal) });
  await audit(ctx, 'reintentar', 'sello', id);
  await ctx.jobs.send(ctx.db, SealDocument, { sealId: id });
}
