import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/ids.ts';
import { DOCUMENT_PAGE, DOCUMENT_PDF, SEALED_PDF } from '#contract/legal/envelopes/customerEndpoints.ts';
import { signDocumentPage } from '#contract/legal/envelopes/pages.ts';
import { ENVELOPE, initialsOf, SIGNER, SIGNER_LABELS } from '#contract/legal/envelopes/rules.ts';
import type { PageAnswer } from '#contract/page.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { sendPaper } from '#server/kernel/pdf/paper.ts';
import { pagePicture, pagesOfPdf } from '#server/kernel/pdf/picture.ts';
import { serveBytes } from '#server/kernel/route.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { nameOf } from '#server/modules/sales/purchase/own.service.ts';
import { sellerPhone } from '#server/modules/sales/purchase/phoneCheck.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { codeSentText } from './codes.service.ts';
import { SIGN_CONSENT } from './consent.ts';
import { hashOf } from './sign.service.ts';
import { maskedContact } from './masked.ts';
import { storedPdf } from './stored.service.ts';
import {
  obstacleOf,
  refuseOffice,
  signingHere,
  untilText,
  type Obstacle,
  type SigningHere,
} from './signerHere.service.ts';
import { documentKind } from './words.ts';

const LIMIT = { max: 300, seconds: 60 };

/** What the page of one signer shows; `sent`: a code was just asked for. Raises 403 OFFICE_HERE, 404. */
export async function signPageData(
  ctx: Context,
  envelopeId: number,
  sent = false,
): Promise<PageAnswer<typeof signDocumentPage>> {
  refuseOffice(ctx);
  const here = await signingHere(ctx, envelopeId);
  const { envelope, signer, signers, verifiedUntil } = here;
  const [sale] = await ctx.db.select().from(sales).where(eq(sales.id, envelope.saleId));
  const { company } = await readSettings(ctx.db);
  const obstacle = await obstacleOf(ctx, here);
  const open = ctx.client?.saleIds.includes(envelope.saleId) ?? false;
  return {
    id: envelope.id,
    title: envelope.title,
    company: company.name,
    sale: { name: nameOf(sale!), href: open ? `/clientes/siguiente/${nameOf(sale!)}` : null },
    summary: envelope.summary,
    hash: await hashOf(ctx, envelope),
    pages: mayRead(here, obstacle) ? await pagesOfPdf(await storedPdf(ctx, envelope.currentFileId)) : 0,
    signer: {
      name: signer.name,
      capacity: signer.capacity,
      buys: signer.role === 'comprador' && signer.capacity === null,
      documentLabel: documentKind(signer.documentType),
      initials: envelope.initials ? initialsOf(signer.name) : null,
    },
    others: signers
      .filter(({ id }) => id !== signer.id)
      .map(({ name, stateId }) => ({
        name,
        state: SIGNER_LABELS[stateId] ?? '',
        done: stateId === SIGNER.signed,
      })),
    consent: SIGN_CONSENT.text,
    until: untilText(envelope),
    standing: obstacle?.standing ?? 'firmar',
    told: obstacle?.told ?? null,
    codeDue: verifiedUntil === null || verifiedUntil <= ctx.now,
    codeTo: maskedContact(signer),
    codeSent: sent ? codeSentText(signer) : null,
    tablet: signer.tabletBy !== null,
    sealed: envelope.sealedFileId !== null,
    sellerPhone: await sellerPhone(ctx.db, sale!.projectId),
  };
}

/** A voided document, and one whose link was closed for this signer, is not shown either. */
const mayRead = ({ envelope }: SigningHere, obstacle: Obstacle | null) =>
  envelope.stateId !== ENVELOPE.voided && obstacle?.standing !== 'bloqueado';

const OfDocument = z.object({ id: Id, page: z.coerce.number().int().min(1).max(500).default(1) });

/** The signer of a document in this browser, for its bytes. Raises 403 OFFICE_HERE, 404. */
async function readingHere(ctx: Context, params: unknown): Promise<SigningHere & { page: number }> {
  const { data } = OfDocument.safeParse(params);
  if (!data) throw notFound();
  refuseOffice(ctx);
  const here = await signingHere(ctx, data.id);
  if (!mayRead(here, await obstacleOf(ctx, here))) throw notFound();
  return { ...here, page: data.page };
}

/** The document and its pages for the signer, and the sealed copy. */
export function documentBytes(app: FastifyInstance): void {
  serveBytes(app, { path: DOCUMENT_PDF, access: 'client', limit: LIMIT }, async (ctx, request, reply) => {
    const { envelope } = await readingHere(ctx, request.params);
    const { name, read } = await storedPdf(ctx, envelope.currentFileId);
    return sendPaper(reply, { name, bytes: Buffer.from(await read()) });
  });
  serveBytes(app, { path: DOCUMENT_PAGE, access: 'client', limit: LIMIT }, async (ctx, request, reply) => {
    const { envelope, page } = await readingHere(ctx, request.params);
    const picture = await pagePicture(await storedPdf(ctx, envelope.currentFileId), page);
    if (!picture) throw notFound();
    return reply
      .headers({
        'content-type': 'image/webp',
        'cache-control': 'private, no-store',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(Buffer.from(picture));
  });
  serveBytes(app, { path: SEALED_PDF, access: 'client', limit: LIMIT }, async (ctx, request, reply) => {
    const { envelope } = await readingHere(ctx, request.params);
    if (envelope.sealedFileId === null) throw notFound();
    const { name, read } = await storedPdf(ctx, envelope.sealedFileId);
    return sendPaper(reply, { name, bytes: Buffer.from(await read()) });
  });
}
