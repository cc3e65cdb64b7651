import { buffer } from 'node:stream/consumers';
import { and, eq, lte, sql } from 'drizzle-orm';
import { HOUR_MS } from '#contract/dates.ts';
import { SEAL, SEAL_FAULTS, type SealFault } from '#contract/legal/seals/rules.ts';
import { announce, inTransaction } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { inspectPdf } from '#server/kernel/pdf/inspect.ts';
import { SealFaultError } from '#server/kernel/seal/fault.ts';
import { sealPdf, type SealedPdf, type SealTask } from '#server/kernel/seal/seal.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { certificatePages } from './certificatePage.service.ts';
import { strokesOf } from './picture.service.ts';
import { tellAdministrators } from './sealNotices.service.ts';
import { partOf, type SealRow } from './seals.service.ts';
import { seals } from './seals.table.ts';

/** How long one try has; after a crash the next one begins then. */
const LEASE_MS = 3 * 60_000;
/** Tries that fail without a known reason, before a colleague must look. */
const TRIES_MAX = 6;
const LONGEST_WAIT_MS = HOUR_MS;
/** After this long a waiting seal is told to the administrators. */
const TELL_AFTER_MS = 30 * 60_000;

/**
 * Seals one document: takes the try, composes, seals and stores without a transaction (they ask services outside), then
 * writes everything in one. Whoever comes second finds it sealed and changes nothing, so that a crash at any step leaves
 * exactly one sealed file. A fault is written down with when to try again.
 */
export async function sealDocument(ctx: Acting, sealId: number): Promise<void> {
  const seal = await takeTry(ctx, sealId);
  if (!seal) return;
  try {
    const made = await makeSealed(ctx, seal);
    const stored = await ctx.files.keep(made.pdf, `${fileName(seal)}-sellado.pdf`, 'application/pdf');
    await finish(ctx, seal, made, stored);
  } catch (error) {
    await noteFault(ctx, seal, error);
  }
}

/** Compare and swap: one worker has the try until its lease ends. */
async function takeTry(ctx: Acting, sealId: number): Promise<SealRow | undefined> {
  const [seal] = await ctx.db
    .update(seals)
    .set({ attempts: sql`${seals.attempts} + 1`, nextTryAt: new Date(ctx.now.getTime() + LEASE_MS) })
    .where(and(eq(seals.id, sealId), eq(seals.stateId, SEAL.waiting), lte(seals.nextTryAt, ctx.now)))
    .returning();
  return seal;
}

async function makeSealed(ctx: Acting, seal: SealRow): Promise<SealedPdf> {
  const [source] = await ctx.db.select().from(files).where(eq(files.id, seal.sourceFileId));
  const pdf = await buffer(await ctx.files.store.read(source!.sha256));
  const { refused, signatures } = await inspectPdf(pdf, { now: ctx.now });
  if (refused) throw new SealFaultError('DOCUMENT_REFUSED', refused.reason);
  const initials = seal.evidence.signers.flatMap(({ initials: one }) => (one ? [one] : []));
  return sealPdf(ctx.config, {
    pdf,
    annex: await certificatePages(ctx, seal),
    foot: initials.length > 0 ? `Iniciales: ${initials.join(' · ')}` : '',
    // Only on the pages that all were shown: on the file that a signer sent instead, places may mean anything.
    drawings: seal.sourceHash === seal.evidence.documentHash ? await drawingsOf(ctx, seal) : [],
    after: signatures.length > 0,
    reason: `Sello ${seal.fingerprint}`,
    now: ctx.now,
  });
}

async function drawingsOf(ctx: Acting, { evidence }: SealRow): Promise<SealTask['drawings']> {
  const drawn: SealTask['drawings'][number][] = [];
  for (const { document, imageFileId } of evidence.signers) {
    const png = imageFileId ? await strokesOf(ctx, imageFileId) : null;
    if (png) drawn.push({ document, png });
  }
  return drawn;
}

async function finish(ctx: Acting, seal: SealRow, made: SealedPdf, stored: UploadedFile): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const [mine] = await inside.db
      .select({ id: seals.id })
      .from(seals)
      .where(and(eq(seals.id, seal.id), eq(seals.stateId, SEAL.waiting)))
      .for('no key update');
    if (!mine) return;
    const owner = { reference: 'sello', referenceId: seal.id, sensitive: true };
    const sealedFileId = await addFile(inside, owner, stored);
    await inside.db
      .update(seals)
      .set({
        stateId: SEAL.sealed,
        fault: null,
        faultDetail: null,
        nextTryAt: null,
        sealedFileId,
        sealedHash: stored.sha256,
        sealedAt: ctx.now,
        level: made.level,
        stampedAt: made.stampedAt,
        certificate: made.certificate,
        version: sql`${seals.version} + 1`,
      })
      .where(eq(seals.id, seal.id));
    await announce(inside, {
      record: 'sello',
      id: seal.id,
      from: SEAL.waiting,
      to: SEAL.sealed,
      ...partOf(seal),
    });
  });
}

async function noteFault(ctx: Acting, seal: SealRow, error: unknown): Promise<void> {
  const fault: SealFault = error instanceof SealFaultError ? error.code : 'FAULT';
  const text = error instanceof Error ? error.message : String(error);
  ctx.log.warn({ err: error, seal: seal.id, fault }, 'not sealed');
  const { waits } = SEAL_FAULTS[fault];
  const failed = fault === 'DOCUMENT_REFUSED' || (!waits && seal.attempts >= TRIES_MAX);
  const wait = Math.min(60_000 * 2 ** Math.min(seal.attempts - 1, 10), LONGEST_WAIT_MS);
  await inTransaction(ctx, async (inside) => {
    const [noted] = await inside.db
      .update(seals)
      .set({
        fault,
        faultDetail: text.slice(0, 500),
        stateId: failed ? SEAL.failed : SEAL.waiting,
        nextTryAt: failed ? null : new Date(ctx.now.getTime() + wait),
        version: sql`${seals.version} + 1`,
      })
      .where(and(eq(seals.id, seal.id), eq(seals.stateId, SEAL.waiting)))
      .returning();
    if (!noted) return;
    if (failed)
      await announce(inside, {
        record: 'sello',
        id: seal.id,
        from: SEAL.waiting,
        to: SEAL.failed,
        reason: SEAL_FAULTS[fault].text,
        ...partOf(seal),
      });
    // Every open list shows the fault, though the state is the same.
    else await announce(inside, { record: 'sello', id: seal.id, verb: 'esperar', ...partOf(seal) });
    const late = ctx.now.getTime() - seal.requestedAt.getTime() >= TELL_AFTER_MS;
    if (!noted.told && (failed || late)) {
      await tellAdministrators(inside, noted);
      await inside.db.update(seals).set({ told: true }).where(eq(seals.id, seal.id));
    }
  });
}

/** A file name from the code of the document. */
export const fileName = ({ id, evidence: { code } }: Pick<SealRow, 'id' | 'evidence'>): string =>
  code
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase() || `sello-${id}`;
