import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { SIGNER } from '#contract/legal/envelopes/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { Refused } from '#server/kernel/errors.ts';
import { hashToken } from '#server/kernel/secrets.ts';
import { exchangeTokens } from '#server/kernel/tokenExchange.ts';
import { openSignerFromOutside } from '#server/modules/sales/buyerAccess/customerSession.service.ts';
import { noteEvent } from './envelopes.events.ts';
import { lockEnvelope } from './envelopes.load.ts';
import { envelopeSigners } from './envelopes.table.ts';
import { refuseOffice } from './signerHere.service.ts';

const CLOSED_PAGE = '/firmar/vencido';

/** Opens the document of a signer's link, and serves the error page of links that no longer work. */
export function arriveToSign(app: FastifyInstance): void {
  exchangeTokens(app, /^\/firmar(\/|$)/, (ctx, { token }) => openSignerLink(ctx, token));
  // Without a token the address opens nothing: the page itself asks for the session.
  app.get<{ Params: { id: string } }>('/firmar/:id', { config: { access: 'public' } }, (request, reply) => {
    if (/^\d+$/.test(request.params.id))
      return reply.redirect(`/clientes/documentos/${request.params.id}/firmar`, 302);
    throw new Refused(
      401,
      'LINK_EXPIRED',
      'Este enlace ya se usó, venció o fue reemplazado por otro. Si todavía debes firmar, pide a quien lleva tu trámite que te lo envíe otra vez.',
    );
  });
}

/**
 * Opens a signer's link in this browser. Never beside a session of the office. Returns the page to go to.
 */
async function openSignerLink(ctx: Context, token: string): Promise<string> {
  refuseOffice(ctx);
  const [found] = await ctx.db
    .select({ envelopeId: envelopeSigners.envelopeId })
    .from(envelopeSigners)
    .where(eq(envelopeSigners.tokenHash, hashToken(token)));
  if (!found) return CLOSED_PAGE;
  const envelope = await lockEnvelope(ctx.db, found.envelopeId);
  // Read again behind the lock: another request may have used or replaced the link.
  const [signer] = await ctx.db
    .select()
    .from(envelopeSigners)
    .where(eq(envelopeSigners.tokenHash, hashToken(token)));
  if (!signer || signer.stateId === SIGNER.signed) return CLOSED_PAGE;
  await openSignerFromOutside(ctx, { envelopeId: envelope.id, signerId: signer.id });
  if (signer.openedAt === null) {
    await ctx.db.update(envelopeSigners).set({ openedAt: ctx.now }).where(eq(envelopeSigners.id, signer.id));
    await noteEvent(ctx, envelope.id, {
      kind: 'abierto',
      actor: signer.name,
      detail: { signerId: signer.id, ip: ctx.ip, userAgent: ctx.userAgent },
    });
  }
  await audit(ctx, 'opened_by_link', 'sobre', envelope.id, { signerId: signer.id });
  return `/clientes/documentos/${envelope.id}/firmar`;
}
