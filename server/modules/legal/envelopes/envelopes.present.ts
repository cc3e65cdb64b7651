import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Envelope, EnvelopeSigner } from '#contract/legal/envelopes/model.ts';
import {
  ENVELOPE,
  envelopeMachine,
  EVENT_LABELS,
  SIGNER,
  SIGNER_LABELS,
  signaturesLost,
  whyNotAgain,
  WRONG_CODES,
} from '#contract/legal/envelopes/rules.ts';
import { offersOf } from '#contract/transitions.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { looksAt } from '#server/modules/company/outbox/looks.service.ts';
import { nameOf } from '#server/modules/company/staff/names.service.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { brokenLink } from '../seals/chain.service.ts';
import { chainOf } from './envelopes.events.ts';
import { signersOf, type EnvelopeRecord, type SignerRecord } from './envelopes.load.ts';
import { findEnvelopeRow } from './envelopes.queries.ts';
import { mayWorkOn } from './envelopes.scope.ts';
import { envelopePapers, envelopes, envelopeSigners } from './envelopes.table.ts';
import { whyNotCertify } from './papers.rules.ts';
import { contactChanged } from './signerHere.service.ts';
import { documentLabel } from './words.ts';

/** One envelope in the caller's scope with everything that its drawer shows. Raises 404. */
export async function presentEnvelope(ctx: Context, id: number): Promise<Envelope> {
  const found = await findEnvelopeRow(ctx, id);
  if (!found) throw notFound();
  const { row, record } = found;
  const [file] = await ctx.db.select().from(files).where(eq(files.id, record.currentFileId));
  const [sale] = await ctx.db.select().from(sales).where(eq(sales.id, record.saleId));
  const [newer] = await ctx.db
    .select({ id: envelopes.id })
    .from(envelopes)
    .where(eq(envelopes.againOfId, id));
  const chain = await chainOf(ctx.db, id);
  const works = await mayWorkOn(ctx, id);
  const facts = { replaced: newer !== undefined, own: record.record === 'sobre' };
  return {
    ...row,
    version: record.version,
    summary: record.summary,
    initials: record.initials,
    reason: record.reason,
    lost: signaturesLost(record.stateId, row.signed_count, row.signers_count),
    opened_by: await userName(ctx, record),
    file: { name: file!.name, url: fileUrl(ctx, file!.id), sha256: file!.sha256 },
    sealed: record.sealedFileId === null ? null : { url: fileUrl(ctx, record.sealedFileId) },
    signers: await presentSigners(ctx, record, works),
    events: chain.map(({ sequence, kind, at, actor, hash, detail }) => ({
      sequence,
      kind,
      text: eventText(kind, detail),
      at,
      actor,
      hash,
    })),
    chain_whole: brokenLink(chain) === null,
    looks: await looksAt(ctx, record.saleId),
    next_id: newer?.id ?? null,
    again: {
      disabled: scopeOf(ctx, 'legal.crear') ? whyNotAgain(record.stateId, facts) : 'Lo envía el área legal.',
    },
    works,
    transitions: offersOf(
      envelopeMachine,
      record.stateId,
      facts,
      `/api/sale/envelopes/${id}/status`,
      (permission) => reaches(ctx, permission, sale!),
    ),
  };
}

async function userName(ctx: Context, { id }: EnvelopeRecord): Promise<string | null> {
  const [found] = await ctx.db
    .select({ name: nameOf(envelopes.openedBy) })
    .from(envelopes)
    .where(eq(envelopes.id, id));
  return found?.name ?? null;
}

/** What an event says: its label, and the person or reason it is about. */
function eventText(kind: string, detail: Record<string, unknown>): string {
  const label = EVENT_LABELS[kind] ?? kind;
  const about = detail['signer'] ?? detail['reason'];
  return typeof about === 'string' && about !== '' ? `${label}: ${about}` : label;
}

async function presentSigners(
  ctx: Context,
  record: EnvelopeRecord,
  works: boolean,
): Promise<EnvelopeSigner[]> {
  const [signers, papers, handed] = [
    await signersOf(ctx.db, record.id),
    await ctx.db
      .select({ paper: envelopePapers, scanned: nameOf(envelopePapers.scannedBy) })
      .from(envelopePapers)
      .innerJoin(envelopeSigners, eq(envelopeSigners.id, envelopePapers.signerId))
      .where(and(eq(envelopeSigners.envelopeId, record.id), isNull(envelopePapers.accepted))),
    await ctx.db
      .select({ id: envelopeSigners.id, by: nameOf(envelopeSigners.handedBy) })
      .from(envelopeSigners)
      .where(and(eq(envelopeSigners.envelopeId, record.id), sql`handed_by is not null`)),
  ];
  const list: EnvelopeSigner[] = [];
  for (const one of signers) {
    const waiting = papers.find(({ paper }) => paper.signerId === one.id);
    const by = handed.find(({ id }) => id === one.id)?.by;
    list.push({
      id: one.id,
      order: one.position,
      role: one.role,
      name: one.name,
      document: documentLabel(one),
      phone: one.phone,
      email: one.email,
      capacity: one.capacity,
      state: { id: one.stateId, name: stateName(one, record) },
      asked_at: one.askedAt?.toISOString() ?? null,
      opened_at: one.openedAt?.toISOString() ?? null,
      signed_at: one.signedAt?.toISOString() ?? null,
      method: one.method,
      reason: one.reason,
      blocked: one.wrongCodes >= WRONG_CODES,
      contact_changed: one.stateId === SIGNER.asked && (await contactChanged(ctx.db, one)),
      handed: by && one.handedAt ? { by, at: one.handedAt.toISOString() } : null,
      paper: waiting
        ? {
            id: waiting.paper.id,
            kind: waiting.paper.kind === 'tinta' ? 'tinta' : 'mano',
            url: fileUrl(ctx, waiting.paper.fileId),
            by: waiting.scanned ?? one.name,
            at: waiting.paper.at.toISOString(),
            certify: {
              disabled: works
                ? whyNotCertify(waiting.paper, staffOf(ctx).userId)
                : 'Lo certifica quien trabaja con las firmas.',
            },
          }
        : null,
    });
  }
  return list;
}

/** Of a closed envelope nobody waits any more. */
const stateName = ({ stateId }: SignerRecord, envelope: EnvelopeRecord): string =>
  envelope.stateId !== ENVELOPE.open && (stateId === SIGNER.waiting || stateId === SIGNER.asked)
    ? 'No firmó'
    : (SIGNER_LABELS[stateId] ?? '');
