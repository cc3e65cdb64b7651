import { asc, eq } from 'drizzle-orm';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Db } from '#server/kernel/db.ts';
import { conflict } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { papersToRenew } from './renewals.service.ts';
import { findPapers, findRequirements, findVersions, lastVersions, lockPaper } from './documents.queries.ts';
import { CLOSED, moveTo, TAKES_FILE } from './documents.service.ts';
import { documents, documentTypes, documentVersions } from './documents.table.ts';

/** A document with its current file. */
export interface PaperNow {
  id: number;
  /** Field of the form. */
  field: string;
  position: number;
  label: string;
  required: boolean;
  stateId: number;
  privacy: string;
  reason: string | null;
  expiresOn: string | null;
  attachedText: string;
  file: { id: string; name: string; mime: string; size: number; sha256: string } | null;
}

/** A sale's documents in checklist order. */
export async function papersNow(db: Db, saleId: number): Promise<PaperNow[]> {
  const rows = await findPapers(db, saleId);
  const versions = await findVersions(
    db,
    rows.map(({ paper }) => paper.id),
  );
  return rows.map(({ paper, type }) => {
    const now = versions.find(
      ({ version }) => version.documentId === paper.id && version.replacedAt === null,
    );
    return {
      id: paper.id,
      field: type.name,
      position: paper.position,
      label: paper.label,
      required: paper.required,
      stateId: paper.stateId,
      privacy: type.privacy,
      reason: paper.rejectionReason,
      expiresOn: paper.expiresOn,
      attachedText: type.attachedText,
      file: now ? fileOf(now.file) : null,
    };
  });
}

const fileOf = ({ id, name, mime, size, sha256 }: NonNullable<PaperNow['file']>) => ({
  id,
  name,
  mime,
  size,
  sha256,
});

/** Every document type, in the order of the form. */
export const paperTypes = (db: Db) => db.select().from(documentTypes).orderBy(asc(documentTypes.position));

/** The documents that a sector and form of payment require on a day, by field. */
export async function checklistFor(
  db: Db,
  day: string,
  of: { workSector: string | null; paymentForm: string },
): Promise<{ field: string; label: string; required: boolean }[]> {
  const found = await findRequirements(db, day, of);
  return found.map(({ requirement, type }) => ({
    field: type.name,
    label: requirement.label ?? type.label,
    required: requirement.required,
  }));
}

/** Whether a document in this state accepts a new file. */
export const takesFile = (stateId: number): boolean => TAKES_FILE.includes(stateId);

/** Raises 409 PAPER_CLOSED if a document accepts no file now, before the client sends its bytes. */
export async function requireOpen(
  ctx: Pick<Context, 'db' | 'now' | 'wantedAnew'>,
  saleId: number,
  paper: Pick<PaperNow, 'id' | 'stateId'> | undefined,
): Promise<void> {
  if (!paper || takesFile(paper.stateId)) return;
  if (paper.stateId !== DOCUMENT.approved || !(await papersToRenew(ctx, saleId)).has(paper.id))
    throw conflict('PAPER_CLOSED', CLOSED[paper.stateId] ?? 'Ese documento ya no recibe archivos.');
}

/** Creates a slot for a document type that the sale does not have. It is not required for the pre-contract. */
export async function askForPaper(
  ctx: Acting,
  slot: { saleId: number; typeId: number; label: string },
): Promise<void> {
  const [made] = await ctx.db
    .insert(documents)
    .values({ ...slot, required: false, stateId: DOCUMENT.pending, createdAt: ctx.now })
    .onConflictDoNothing()
    .returning({ id: documents.id });
  if (made)
    await announce(ctx, {
      record: 'documento',
      id: made.id,
      from: null,
      to: DOCUMENT.pending,
      of: ['precontrato', slot.saleId],
    });
}

/** The signature document of a co-buyer; without it, the main buyer's is used. */
interface WhosePaper {
  position: number;
  label: string;
}

/** The document for a sale's signature, locked and in the state "to sign"; created if needed. */
async function signaturePaper(ctx: Acting, saleId: number, whose?: WhosePaper) {
  const [type] = await ctx.db.select().from(documentTypes).where(eq(documentTypes.name, 'archivo_firma'));
  const own = (await findPapers(ctx.db, saleId)).find(
    ({ paper }) => paper.typeId === type!.id && paper.position === (whose?.position ?? 0),
  );
  if (own) return (await lockPaper(ctx.db, own.paper.id))!;
  const [made] = await ctx.db
    .insert(documents)
    .values({
      saleId,
      typeId: type!.id,
      label: whose?.label ?? type!.label,
      position: whose?.position ?? 0,
      required: false,
      stateId: DOCUMENT.toSign,
      createdAt: ctx.now,
    })
    .returning();
  await announce(ctx, {
    record: 'documento',
    id: made!.id,
    from: null,
    to: DOCUMENT.toSign,
    of: ['precontrato', saleId],
  });
  return made!;
}

/**
 * Stores the drawing of a signature in the sale's "firma" document, which becomes Firmado. The sale must be locked; the
 * signing module stores the evidence.
 */
export async function fileSignature(
  ctx: Acting,
  saleId: number,
  image: UploadedFile,
  whose?: WhosePaper,
): Promise<{ documentId: number; fileId: string }> {
  const paper = await signaturePaper(ctx, saleId, whose);
  const owner = { reference: 'documento', referenceId: paper.id, sensitive: false };
  const last = (await lastVersions(ctx.db, [paper.id])).get(paper.id);
  const fileId = await addFile(ctx, owner, image);
  if (last)
    await ctx.db
      .update(documentVersions)
      .set({ replacedAt: ctx.now })
      .where(eq(documentVersions.id, last.id));
  await ctx.db.insert(documentVersions).values({
    documentId: paper.id,
    number: (last?.number ?? 0) + 1,
    fileId,
    sha256: image.sha256,
    uploadedAt: ctx.now,
    uploadedBy: ctx.staff ? `staff:${ctx.staff.userId}` : 'client',
  });
  await moveTo(ctx, await backToSign(ctx, paper), DOCUMENT.signed);
  return { documentId: paper.id, fileId };
}

/** The customer refuses to sign: Firma rechazada, with the reason. The sale must be locked. */
export async function fileRejection(
  ctx: Acting,
  saleId: number,
  reason?: string,
  whose?: WhosePaper,
): Promise<number> {
  const paper = await backToSign(ctx, await signaturePaper(ctx, saleId, whose));
  await moveTo(ctx, paper, DOCUMENT.signRejected, { rejectionReason: reason ?? null }, reason);
  return paper.id;
}

/** Moves a document with a drawing from the form, or with an earlier rejection, back to "to sign". */
async function backToSign<P extends { id: number; saleId: number; stateId: number; version: number }>(
  ctx: Acting,
  paper: P,
): Promise<P> {
  if (paper.stateId === DOCUMENT.toSign) return paper;
  await moveTo(ctx, paper, DOCUMENT.toSign, { rejectionReason: null });
  return { ...paper, stateId: DOCUMENT.toSign, version: paper.version + 1 };
}
