import { and, eq, inArray, sql } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import { DOCUMENT, documentMachine, type DocumentFacts } from '#contract/sales/documents/rules.ts';
import type { PaperStatusChange } from '#contract/sales/documents/model.ts';
import type { z } from 'zod';
import { announce, type Change as Announced } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Acting, staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { undoMs } from '#server/modules/company/settings/settings.service.ts';
import { addFiles } from '#server/modules/company/files/files.service.ts';
import { papersToRenew } from './renewals.service.ts';
import { papersChanged } from './papersChanged.service.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { mailPaperRejected, mailPapersUploaded } from './documents.mail.ts';
import {
  findPaper,
  findVersions,
  lastVersions,
  lockPaper,
  lockSlots,
  saleOfPaper,
  type DocumentRow,
  type PaperSlot,
} from './documents.queries.ts';
import { documents, documentTypes, documentVersions } from './documents.table.ts';

/** States in which a document accepts a new file; `CLOSED` has the error message for the others. */
export const TAKES_FILE: readonly number[] = [
  DOCUMENT.pending,
  DOCUMENT.uploaded,
  DOCUMENT.rejected,
  DOCUMENT.expired,
];
export const CLOSED: Readonly<Record<number, string>> = {
  [DOCUMENT.inReview]:
    'Ese documento se está revisando en este momento. Espera la respuesta antes de cambiarlo.',
  [DOCUMENT.approved]: 'Ese documento ya fue aprobado: no hace falta cargarlo otra vez.',
};

/** An upload for a document of a sale, by the name of its type. */
export interface PaperUpload {
  type: string;
  position?: number;
  upload: UploadedFile;
}
export interface AttachedPaper {
  documentId: number;
  attachedText: string;
  repeated: boolean;
}

/** Adds one upload, like `attachPapers`. */
export async function attachPaper(
  ctx: Acting,
  { saleId, ...paper }: PaperUpload & { saleId: number },
): Promise<AttachedPaper> {
  return (await attachPapers(ctx, saleId, [paper]))[0]!;
}

/**
 * Adds uploads to a sale's documents as new versions, each to another document; older versions stay. The same bytes again
 * change nothing. Creates slots if needed. Raises 409 PAPER_CLOSED while a document is in review, or approved and valid
 * until a bank answers.
 */
export async function attachPapers(
  ctx: Acting,
  saleId: number,
  papers: readonly PaperUpload[],
): Promise<AttachedPaper[]> {
  if (papers.length === 0) return [];
  const names = papers.map(({ type }) => type);
  const types = await ctx.db.select().from(documentTypes).where(inArray(documentTypes.name, names));
  const wanted = papers.map(({ type: name, position = 0, upload }) => {
    const type = types.find((one) => one.name === name);
    if (!type) throw notFound();
    return { type, position, upload };
  });
  const sale = await lockFirst(ctx, saleId);
  const slots = await openSlots(ctx, sale.id, wanted);
  const last = await lastVersions(
    ctx.db,
    slots.map(({ id }) => id),
  );
  const found = wanted.map((one, at) => ({ ...one, document: slots[at]!, last: last.get(slots[at]!.id) }));
  const fresh: typeof found = [];
  for (const one of found) if (await isNew(ctx, one)) fresh.push(one);
  if (fresh.length > 0) {
    await writeVersions(ctx, fresh);
    await papersChanged(ctx, sale);
    if (ctx.client && !ctx.staff && sale.processorId !== null)
      for (const { document } of fresh) await mailPapersUploaded(ctx, sale.id, document.label);
  }
  return found.map((one) => ({
    documentId: one.document.id,
    attachedText: one.type.attachedText,
    repeated: !fresh.includes(one),
  }));
}

interface Attaching {
  type: typeof documentTypes.$inferSelect;
  upload: UploadedFile;
  document: typeof documents.$inferSelect;
  last: typeof documentVersions.$inferSelect | undefined;
}

/** False if the document already has these bytes. Raises 409 if it takes no file now. */
async function isNew(ctx: Acting, { document, last, upload }: Attaching): Promise<boolean> {
  const sameBytes = last?.replacedAt === null && last.sha256 === upload.sha256;
  if (sameBytes && document.stateId !== DOCUMENT.rejected) return false;
  if (sameBytes)
    throw conflict(
      'SAME_FILE',
      'Es el mismo archivo que se rechazó. Toma una foto nueva o elige otro archivo.',
    );
  const renewing =
    document.stateId === DOCUMENT.approved && (await papersToRenew(ctx, document.saleId)).has(document.id);
  if (!renewing && !TAKES_FILE.includes(document.stateId))
    throw conflict('PAPER_CLOSED', CLOSED[document.stateId] ?? 'Ese documento ya no recibe archivos.');
  return true;
}

/** Writes the files as the newest versions of their documents, which become uploaded. */
async function writeVersions(ctx: Acting, fresh: readonly Attaching[]): Promise<void> {
  const fileIds = await addFiles(
    ctx,
    fresh.map(({ document, type, upload }) => [
      { reference: 'documento', referenceId: document.id, sensitive: type.privacy !== 'general' },
      upload,
    ]),
  );
  const replaced = fresh.flatMap(({ last }) => last?.id ?? []);
  if (replaced.length > 0)
    await ctx.db
      .update(documentVersions)
      .set({ replacedAt: ctx.now })
      .where(inArray(documentVersions.id, replaced));
  await ctx.db.insert(documentVersions).values(
    fresh.map(({ document, last, upload }, at) => ({
      documentId: document.id,
      number: (last?.number ?? 0) + 1,
      fileId: fileIds[at]!,
      sha256: upload.sha256,
      uploadedAt: ctx.now,
      uploadedBy: ctx.staff ? `staff:${ctx.staff.userId}` : 'client',
    })),
  );
  const all = fresh.map(({ document }) => document);
  await ctx.db
    .update(documents)
    .set({
      stateId: DOCUMENT.uploaded,
      version: sql`${documents.version} + 1`,
      rejectionReason: null,
      issuedOn: null,
      expiresOn: null,
    })
    .where(
      inArray(
        documents.id,
        all.map(({ id }) => id),
      ),
    );
  await announce(
    ctx,
    ...all
      .filter(({ stateId }) => stateId !== DOCUMENT.uploaded)
      .map(({ id, saleId, stateId }): Announced => ({
        record: 'documento',
        id,
        from: stateId,
        to: DOCUMENT.uploaded,
        of: ['precontrato', saleId],
      })),
  );
}

/** Locks the sale before its documents, as every service does, to avoid deadlocks. */
async function lockFirst(ctx: Acting, saleId: number) {
  const sale = await lockSale(ctx.db, saleId);
  if (!sale) throw notFound();
  return sale;
}

/** Locks the documents of a sale's slots, in the order given; creates those outside the checklist. */
async function openSlots(
  ctx: Acting,
  saleId: number,
  wanted: readonly { type: typeof documentTypes.$inferSelect; position: number }[],
) {
  const slots = wanted.map(({ type, position }) => ({ saleId, typeId: type.id, position }));
  const there = await lockSlots(ctx.db, saleId, slots);
  const slotOf = (slot: PaperSlot, among: typeof there) =>
    among.find(({ typeId, position }) => typeId === slot.typeId && position === slot.position);
  const missing = wanted.flatMap(({ type, position }, at) =>
    slotOf(slots[at]!, there)
      ? []
      : {
          ...slots[at]!,
          label: position > 0 ? `${type.label} ${position}` : type.label,
          required: false,
          stateId: DOCUMENT.pending,
          createdAt: ctx.now,
        },
  );
  const made = missing.length > 0 ? await ctx.db.insert(documents).values(missing).returning() : [];
  return slots.map((slot) => slotOf(slot, [...there, ...made])!);
}

/** Removes a draft's file: the slot is empty again, and the bytes stay in the history. */
export async function detachPaper(
  ctx: Acting,
  saleId: number,
  typeName: string,
  position = 0,
): Promise<void> {
  const [found] = await ctx.db
    .select({ id: documents.id })
    .from(documents)
    .innerJoin(documentTypes, eq(documentTypes.id, documents.typeId))
    .where(
      and(eq(documents.saleId, saleId), eq(documentTypes.name, typeName), eq(documents.position, position)),
    );
  await lockFirst(ctx, saleId);
  const document = found && (await lockPaper(ctx.db, found.id));
  if (!document || document.stateId !== DOCUMENT.uploaded) return;
  await ctx.db
    .update(documentVersions)
    .set({ replacedAt: ctx.now })
    .where(eq(documentVersions.documentId, document.id));
  await ctx.db
    .update(documents)
    .set({ stateId: DOCUMENT.pending, version: document.version + 1 })
    .where(eq(documents.id, document.id));
}

type Change = z.output<typeof PaperStatusChange>['params'];

/**
 * Changes a document's state for a reviewer. Approval stores its dates: issue day plus validity, or the expiry on the
 * document. Raises 403, 409 and 422 like checkTransition, and 422 at a missing or impossible date.
 */
export async function changePaper(ctx: Context, documentId: number, change: Change): Promise<void> {
  const saleId = await saleOfPaper(ctx.db, documentId);
  if (saleId === undefined) throw notFound();
  const sale = await lockFirst(ctx, saleId);
  const document = await lockPaper(ctx.db, documentId);
  const found = document && (await findPaper(ctx.db, documentId));
  if (!document || !found) throw notFound();
  const dates = change.estado_id === DOCUMENT.approved ? readDates(ctx, found, change) : {};
  const facts = await factsOf(ctx, found, dates);
  checkTransition(documentMachine, document, change, facts, (permission) =>
    staffOf(ctx).grants.has(permission),
  );
  const rejected = change.estado_id === DOCUMENT.rejected;
  await moveTo(
    ctx,
    document,
    change.estado_id,
    {
      ...dates,
      rejectionReason: rejected ? (change.motivo ?? null) : null,
      reviewedBy: staffOf(ctx).userId,
      reviewedAt: ctx.now,
    },
    change.motivo,
  );
  await audit(ctx, 'revisar', 'documento', documentId, { from: document.stateId, to: change.estado_id });
  if (rejected) await mailPaperRejected(ctx, document.saleId, document.label, change.motivo ?? '');
  await papersChanged(ctx, sale);
}

type Dates = { issuedOn?: string | null; expiresOn?: string | null };

function readDates(ctx: Context, { paper, type }: DocumentRow, change: Change): Dates {
  const today = panamaDay(ctx.now);
  const issuedOn = change.fecha_emision ?? paper.issuedOn;
  if (issuedOn && issuedOn > today)
    throw invalid([
      { field: 'params[fecha_emision]', message: 'La fecha de emisión no puede ser posterior a hoy.' },
    ]);
  const byAge = issuedOn && type.validDays !== null ? addDays(issuedOn, type.validDays) : null;
  const onFace = type.expiryOnFace ? (change.fecha_vencimiento ?? paper.expiresOn) : null;
  return { issuedOn, expiresOn: byAge ?? onFace };
}

/** The facts for the rules of a document, with the dates that are about to be stored. */
export async function factsOf(
  ctx: Pick<Context, 'db' | 'now' | 'staff'>,
  { paper, type }: DocumentRow,
  dates: Dates = {},
): Promise<DocumentFacts> {
  const around = { now: ctx.now, staff: ctx.staff, undoMs: await undoMs(ctx.db) };
  return factsFrom(around, { paper, type }, (await findVersions(ctx.db, [paper.id])).length > 0, dates);
}

export function factsFrom(
  ctx: Pick<Context, 'now' | 'staff'> & { undoMs: number },
  {
    paper,
    type,
  }: {
    paper: Pick<DocumentRow['paper'], 'issuedOn' | 'expiresOn' | 'reviewedBy' | 'reviewedAt'>;
    type: Pick<DocumentRow['type'], 'validDays' | 'expiryOnFace'>;
  },
  hasFile: boolean,
  dates: Dates = {},
): DocumentFacts {
  const issuedOn = dates.issuedOn ?? paper.issuedOn;
  const expiresOn = dates.expiresOn ?? paper.expiresOn;
  return {
    hasFile,
    issueMissing: type.validDays !== null && !issuedOn,
    expiryMissing: type.expiryOnFace && !expiresOn,
    expired: expiresOn !== null && expiresOn < panamaDay(ctx.now),
    justReviewed: undoLeft(ctx, paper) !== null,
  };
}

/** How much longer the caller may take back the own review, in ms; null: not any more, or never. */
export function undoLeft(
  ctx: Pick<Context, 'now' | 'staff'> & { undoMs: number },
  { reviewedBy, reviewedAt }: Pick<DocumentRow['paper'], 'reviewedBy' | 'reviewedAt'>,
): number | null {
  if (reviewedBy === null || reviewedBy !== ctx.staff?.userId || reviewedAt === null) return null;
  const left = reviewedAt.getTime() + ctx.undoMs - ctx.now.getTime();
  return left < 0 ? null : left;
}

/** Writes a new state with its history. */
export async function moveTo(
  ctx: Acting,
  document: { id: number; saleId: number; stateId: number; version: number },
  stateId: number,
  set: Partial<typeof documents.$inferInsert> = {},
  reason?: string,
): Promise<void> {
  await ctx.db
    .update(documents)
    .set({ ...set, stateId, version: document.version + 1 })
    .where(eq(documents.id, document.id));
  if (document.stateId !== stateId)
    await announce(ctx, {
      record: 'documento',
      id: document.id,
      from: document.stateId,
      to: stateId,
      of: ['precontrato', document.saleId],
      reason,
    });
}
