import { and, eq, isNull } from 'drizzle-orm';
import { fill } from '#contract/company/templates/mails.ts';
import { ENVELOPE, sameName, SIGNER, type SignMethod } from '#contract/legal/envelopes/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { files } from '#server/kernel/kernel.table.ts';
import type { InspectedPdf } from '#server/kernel/pdf/inspect.ts';
import { onlySigned } from '#server/kernel/pdf/same.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { findParties } from '#server/modules/sales/buyers/parties.service.ts';
import { representatives } from '../representatives/representatives.table.ts';
import { markSigned } from './ask.service.ts';
import { goOn, type SignatureEvidence } from './complete.service.ts';
import { noteEvent } from './envelopes.events.ts';
import { lockEnvelope, signerOf, type EnvelopeRecord, type SignerRecord } from './envelopes.load.ts';
import { mayWorkOn } from './envelopes.scope.ts';
import { envelopePapers, envelopes, envelopeSigners } from './envelopes.table.ts';
import { namesDocument, whyNotCertify } from './papers.rules.ts';
import { evidenceHere, hashOf, lockSigning, requireIdentified } from './sign.service.ts';
import { refuseOffice, requireSignable, signingHere, type SigningHere } from './signerHere.service.ts';
import { pdfOf, storedPdf } from './stored.service.ts';
import { inspectUpload, listed, requirePdf } from './uploads.service.ts';
import { lockForWork, requireTurn } from './work.service.ts';

type Evidence = SignatureEvidence & Record<string, unknown>;

/**
 * A signer sends the document back as a PDF that was signed outside. With a recognized certificate in the signer's name
 * over exactly the document that was sent it counts at once; anything else waits until a colleague has compared it.
 * Answers the sentence to show. A repeat changes nothing. Raises 404, 403 OFFICE_HERE and CODE_NEEDED, 409, 422 at `document`.
 */
export async function signByPdf(
  ctx: Context,
  envelopeId: number,
): Promise<{ here: SigningHere; told: string }> {
  const here = await lockSigning(ctx, envelopeId);
  const { envelope, signer } = here;
  if (signer.stateId === SIGNER.signed) return { here, told: SIGNED };
  const again = await alreadySent(ctx, signer);
  if (again) return { here, told: WAITS };
  await requireSignable(ctx, here);
  requireIdentified(ctx, here);
  const { file, found } = await requirePdf(ctx, 'document');
  const documentHash = await hashOf(ctx, envelope);
  if (file.sha256 === documentHash)
    throw invalid([
      {
        field: 'document',
        message: 'Es el mismo documento que te enviamos, todavía sin tu firma. Fírmalo y súbelo.',
      },
    ]);
  const evidence = await evidenceHere(ctx, envelope, signer, documentHash);
  const fileId = await storePaper(ctx, envelope, file);
  const trusted = found.signatures.length > 0 && (await isSignedDocument(ctx, envelope, signer, file, found));
  const detail = { fileHash: file.sha256, signatures: listed(found) };
  if (trusted) {
    await signWithPaper(ctx, envelope, signer, {
      kind: 'documento',
      fileId,
      evidence,
      detail,
      actor: signer.name,
    });
    await ctx.db.insert(envelopePapers).values({
      signerId: signer.id,
      kind: 'documento',
      fileId,
      signatures: listed(found),
      at: ctx.now,
      accepted: true,
      evidence,
    });
    return { here, told: SIGNED };
  }
  await holdPaper(ctx, envelope, signer, {
    kind: 'mano',
    fileId,
    found,
    evidence,
    detail,
    actor: signer.name,
  });
  return { here, told: WAITS };
}

const SIGNED = 'Datos enviados correctamente.';
const WAITS = 'Recibimos tu documento firmado. Lo comparamos con el que te enviamos y te avisamos.';

async function alreadySent(ctx: Context, signer: SignerRecord): Promise<boolean> {
  const sent = ctx.uploads.get('document')?.[0];
  if (signer.stateId !== SIGNER.toCertify || !sent) return false;
  const found = await ctx.db
    .select({ id: envelopePapers.id })
    .from(envelopePapers)
    .innerJoin(files, eq(files.id, envelopePapers.fileId))
    .where(
      and(
        eq(envelopePapers.signerId, signer.id),
        isNull(envelopePapers.accepted),
        eq(files.sha256, sent.sha256),
      ),
    );
  return found.length > 0;
}

const storePaper = (ctx: Context, { id }: EnvelopeRecord, file: UploadedFile) =>
  addFile(ctx, { reference: 'sobre', referenceId: id, sensitive: true }, file);

/**
 * Whether a PDF is the current document with nothing but signatures added, and its last signature covers all of it, by a
 * recognized issuer, in the signer's name.
 */
async function isSignedDocument(
  ctx: Context,
  { currentFileId }: EnvelopeRecord,
  signer: SignerRecord,
  file: UploadedFile,
  found: InspectedPdf,
): Promise<boolean> {
  const last = found.signatures.at(-1);
  if (!last?.intact || !last.whole || !last.recognized || !last.validThen || last.revocation === 'revoked')
    return false;
  if (!sameName(last.signer, signer.name) && !namesDocument(last.signer, signer.document)) return false;
  return onlySigned(await storedPdf(ctx, currentFileId), pdfOf(ctx, file.sha256));
}

/** Compares a sent PDF with the document before the transaction, which then finds the result. */
export async function compareFirst(ctx: Context, envelopeId: number): Promise<void> {
  refuseOffice(ctx);
  const { envelope } = await signingHere(ctx, envelopeId);
  const [file] = ctx.uploads.get('document') ?? [];
  if (!file || (await inspectUpload(ctx, file)).signatures.length === 0) return;
  await onlySigned(await storedPdf(ctx, envelope.currentFileId), pdfOf(ctx, file.sha256));
}

interface Paper {
  kind: 'documento' | 'mano' | 'tinta';
  fileId: string;
  evidence: Evidence;
  detail: Record<string, unknown>;
  actor: string;
}

/** The signer has signed with this paper, which is the document that the next signer reads. */
async function signWithPaper(
  ctx: Context,
  envelope: EnvelopeRecord,
  signer: SignerRecord,
  { kind, fileId, evidence, detail, actor }: Paper,
): Promise<void> {
  const method: SignMethod = kind;
  if (!(await markSigned(ctx, signer, { method, signedAt: ctx.now, evidence, imageFileId: null }))) return;
  await ctx.db.update(envelopes).set({ currentFileId: fileId }).where(eq(envelopes.id, envelope.id));
  await noteEvent(ctx, envelope.id, {
    kind: 'firmado',
    actor: signer.name,
    detail: { signerId: signer.id, method, ...evidence, ...detail, noted: actor },
  });
  await audit(ctx, 'firmar', 'sobre', envelope.id, { signerId: signer.id, method });
  await goOn(ctx, { ...envelope, currentFileId: fileId });
}

/** Keeps a paper until somebody certifies it, and tells those who can. */
async function holdPaper(
  ctx: Context,
  envelope: EnvelopeRecord,
  signer: SignerRecord,
  { kind, fileId, found, evidence, detail, actor }: Paper & { found: InspectedPdf },
): Promise<void> {
  await ctx.db.insert(envelopePapers).values({
    signerId: signer.id,
    kind,
    fileId,
    signatures: listed(found),
    scannedBy: kind === 'tinta' ? staffOf(ctx).userId : null,
    at: ctx.now,
    evidence,
  });
  await ctx.db
    .update(envelopeSigners)
    .set({ stateId: SIGNER.toCertify })
    .where(eq(envelopeSigners.id, signer.id));
  await noteEvent(ctx, envelope.id, {
    kind: 'papel',
    actor,
    detail: { signerId: signer.id, kind, ...detail },
  });
  const parties = await findParties(ctx, envelope.saleId);
  await notify(ctx, {
    kind: 'firma_por_certificar',
    to: [
      envelope.openedBy,
      parties?.processorId,
      ...(await whoMay(ctx.db, 'legal.crear', parties?.projectId)),
    ],
    text: `Certifica el documento que firmó ${signer.name}: «${envelope.title}» (${parties?.code ?? ''}).`,
    url: `/oficina/firmas?sobre=${envelope.id}`,
    event: `sobre:${envelope.id}:papel:${fileId}`,
  });
}

/**
 * Keeps the scan of a document that was signed with ink; the caller certifies it first, another colleague second.
 * Raises 404, 422 with the reason or at `archivo`.
 */
export async function scanInk(ctx: Context, envelopeId: number, signerId: number): Promise<void> {
  const asked = await lockForWork(ctx, envelopeId, signerId);
  const { envelope, signer } = asked;
  requireTurn(asked);
  await refuseSelf(ctx, signer);
  const { file, found } = await requirePdf(ctx, 'archivo');
  const { name } = staffOf(ctx);
  const fileId = await storePaper(ctx, envelope, file);
  await ctx.mail.drop(ctx, `sobre:${envelopeId}`);
  await holdPaper(ctx, envelope, signer, {
    kind: 'tinta',
    fileId,
    found,
    evidence: { ...(await officeEvidence(ctx, envelope)), certifiedFirst: name },
    detail: { fileHash: file.sha256 },
    actor: name,
  });
  await audit(ctx, 'escanear_firma', 'sobre', envelopeId, { signerId });
}

/** Evidence of a signature on paper: nothing was sent to the signer. */
async function officeEvidence(ctx: Context, envelope: EnvelopeRecord): Promise<Evidence> {
  return {
    identifiedBy: 'Dos colegas certifican que firmó en papel.',
    ip: null,
    userAgent: null,
    codeSentTo: null,
    documentHash: await hashOf(ctx, envelope),
    consent: { version: 'papel', text: 'Firmó el documento en papel.' },
    seenByStaff: [],
    handed: null,
  };
}

/** Nobody certifies the own signature: a representative who works in the office asks others. */
async function refuseSelf(ctx: Context, { representativeId }: SignerRecord): Promise<void> {
  if (representativeId === null) return;
  const [found] = await ctx.db
    .select({ userId: representatives.userId })
    .from(representatives)
    .where(eq(representatives.id, representativeId));
  if (found?.userId === staffOf(ctx).userId)
    throw transitionRefused('Es tu propia firma: la certifican otras personas.');
}

/**
 * A colleague certifies a paper, or gives it back with the reason: then the signer is asked again. Raises 404, 422 for
 * the one who scanned it, for one's own signature, and without a reason.
 */
export async function certifyPaper(
  ctx: Context,
  envelopeId: number,
  paperId: number,
  { certifica, motivo }: { certifica: boolean; motivo?: string | undefined },
): Promise<void> {
  if (!(await mayWorkOn(ctx, envelopeId))) throw notFound();
  const envelope = await lockEnvelope(ctx.db, envelopeId);
  const [paper] = await ctx.db.select().from(envelopePapers).where(eq(envelopePapers.id, paperId));
  if (!paper) throw notFound();
  const signer = await signerOf(ctx.db, envelopeId, paper.signerId);
  if (envelope.stateId !== ENVELOPE.open) throw transitionRefused('Este documento ya no espera firmas.');
  if (paper.accepted !== null) throw transitionRefused('Este documento ya se revisó.');
  const { userId, name } = staffOf(ctx);
  if (!certifica && !motivo) throw invalid([{ field: 'params[motivo]', message: 'Escribe el motivo.' }]);
  if (certifica) {
    const refusal = whyNotCertify(paper, userId);
    if (refusal) throw transitionRefused(refusal);
    await refuseSelf(ctx, signer);
  }
  // Who scanned it may take it back: then nobody has decided it.
  const decidedBy = paper.scannedBy === userId ? null : userId;
  await ctx.db
    .update(envelopePapers)
    .set({ accepted: certifica, decidedBy, decidedAt: ctx.now, reason: motivo ?? null })
    .where(eq(envelopePapers.id, paperId));
  await noteEvent(ctx, envelopeId, {
    kind: certifica ? 'certificado' : 'devuelto',
    actor: name,
    detail: { signerId: signer.id, reason: motivo ?? null },
  });
  await audit(ctx, certifica ? 'certificar_firma' : 'devolver_firma', 'sobre', envelopeId, {
    signerId: signer.id,
  });
  if (certifica) return acceptPaper(ctx, envelope, signer, paper, name);
  await ctx.db
    .update(envelopeSigners)
    .set({ stateId: SIGNER.asked, reason: motivo ?? null })
    .where(eq(envelopeSigners.id, signer.id));
  if (paper.kind === 'mano') await mailReturned(ctx, envelope, signer, motivo!);
}

async function acceptPaper(
  ctx: Context,
  envelope: EnvelopeRecord,
  signer: SignerRecord,
  { kind, fileId, evidence }: typeof envelopePapers.$inferSelect,
  name: string,
): Promise<void> {
  const [file] = await ctx.db.select({ sha256: files.sha256 }).from(files).where(eq(files.id, fileId));
  await signWithPaper(ctx, envelope, signer, {
    kind,
    fileId,
    evidence: {
      ...(evidence as Evidence),
      ...(kind === 'tinta' ? { certifiedSecond: name } : { certifiedBy: name }),
    },
    detail: { fileHash: file!.sha256 },
    actor: name,
  });
}

async function mailReturned(
  ctx: Context,
  envelope: EnvelopeRecord,
  { name, email }: SignerRecord,
  reason: string,
): Promise<void> {
  if (email === null) return;
  const { company } = await readSettings(ctx.db);
  await ctx.mail.send(ctx, {
    kind: 'documento_devuelto',
    to: email,
    ...fill('documento_devuelto', {
      nombre: name,
      documento: envelope.title,
      empresa: company.name,
      motivo: reason,
    }),
  });
}
