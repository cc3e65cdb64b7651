import { reaches, saleInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { urlOf } from '#contract/endpoint.ts';
import * as client from '#contract/legal/envelopes/customerEndpoints.ts';
import * as api from '#contract/legal/envelopes/endpoints.ts';
import { signDocumentPage } from '#contract/legal/envelopes/pages.ts';
import { ENVELOPE, envelopeMachine, whyNotAgain } from '#contract/legal/envelopes/rules.ts';
import { rejectSignature } from '#contract/legal/signing/endpoints.ts';
import { paginate } from '#contract/paging.ts';
import { TEXTS } from '#contract/texts.ts';
import { eq } from 'drizzle-orm';
import type { Context } from '#server/kernel/context.ts';
import { notFound, transitionRefused } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { servePage } from '#server/kernel/pages.ts';
import { route } from '#server/kernel/route.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { lookAtDrawing } from '#server/modules/company/files/drawing.service.ts';
import { nameOf } from '#server/modules/sales/purchase/own.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { rejectSignature as rejectPrecontract } from '../signing/signing.service.ts';
import { arriveToSign } from './arrival.service.ts';
import { voidEnvelope } from './close.service.ts';
import { confirmSigner, sendSignerCode } from './codes.service.ts';
import { envelopeJobs } from './envelopes.jobs.ts';
import { presentEnvelope } from './envelopes.present.ts';
import { envelopesOfSale, findEnvelopeRow, pageOfEnvelopes } from './envelopes.queries.ts';
import { maySee } from './envelopes.scope.ts';
import { envelopeTasks } from './envelopes.tasks.ts';
import { isReplaced, sendAgain } from './open.service.ts';
import { keepBuyerPush } from '#server/modules/sales/buyerAccess/buyerPush.service.ts';
import { certifyPaper, compareFirst, scanInk, signByPdf } from './papers.service.ts';
import { rejectsHere } from './rejecting.service.ts';
import { sealFollower } from './seal.follower.ts';
import { endAfter, sendDocument, signerChoices } from './send.service.ts';
import { rejectEnvelope, signOnline } from './sign.service.ts';
import type { SigningHere } from './signerHere.service.ts';
import { documentBytes, signPageData } from './signPage.service.ts';
import { inspectUpload } from './uploads.service.ts';
import { handOverLink, openTablet, resendToSigner } from './work.service.ts';

/** On a tablet of the office the browser is not the signer's. */
const keepSignerPush = async (ctx: Context, { signer }: SigningHere, text: string | undefined) => {
  if (signer.tabletBy === null) await keepBuyerPush(ctx, text);
};

const pageOf = (id: number) => `/clientes/documentos/${id}/firmar`;

/** Looks through uploaded PDFs before the transaction, which then finds the result. */
const lookAtPdf = (field: string) => async (ctx: Context) => {
  for (const file of ctx.uploads.get(field) ?? []) await inspectUpload(ctx, file);
};

/** Where a signer goes afterwards: to the purchase, if it is open in this browser. */
async function nextOf(ctx: Context, { envelope }: SigningHere): Promise<string> {
  if (!ctx.client?.saleIds.includes(envelope.saleId)) return pageOf(envelope.id);
  const [sale] = await ctx.db.select().from(sales).where(eq(sales.id, envelope.saleId));
  return `/clientes/siguiente/${nameOf(sale!)}`;
}

/** Documents sent for signing: envelopes, their signers, and the page where one signs. */
export const envelopesModule: Module = {
  name: 'envelopes',
  jobs: envelopeJobs,
  records: { sobre: maySee },
  tasks: { firma: envelopeTasks },
  followers: [sealFollower],
  routes(app) {
    arriveToSign(app);
    documentBytes(app);
    officeRoutes(app);
    workRoutes(app);
    signerRoutes(app);
  },
};

type App = Parameters<NonNullable<Module['routes']>>[0];

function officeRoutes(app: App): void {
  route(app, api.listEnvelopes, async (ctx, { query }) => {
    const { list, total } = await pageOfEnvelopes(ctx, query);
    return {
      data: list,
      meta: { pagination: paginate(query, list.length, total, urlOf(api.listEnvelopes, { query })) },
    };
  });
  route(app, api.getEnvelope, async (ctx, { params }) => ({ data: await presentEnvelope(ctx, params.id) }));
  route(app, api.envelopesOfSale, async (ctx, { params }) => ({
    data: await envelopesOfSale(ctx, params.id),
  }));
  route(app, api.signerChoices, async (ctx, { params }) => ({ data: await signerChoices(ctx, params.id) }));
  route(
    app,
    api.sendDocument,
    async (ctx, { params, body }) => ({
      data: await presentEnvelope(ctx, await sendDocument(ctx, params.id, body)),
    }),
    { before: lookAtPdf('archivo') },
  );
  route(app, api.changeEnvelopeStatus, async (ctx, { params, body }) => {
    const found = await findEnvelopeRow(ctx, params.id);
    if (!found) throw notFound();
    const [sale] = await ctx.db.select().from(sales).where(eq(sales.id, found.record.saleId));
    const facts = {
      replaced: await isReplaced(ctx.db, params.id),
      own: found.record.record === 'sobre',
    };
    checkTransition(envelopeMachine, found.record, body.params, facts, (permission) =>
      reaches(ctx, permission, sale!),
    );
    if (body.params.estado_id === ENVELOPE.voided) await voidEnvelope(ctx, params.id, body.params.motivo);
    return { data: await presentEnvelope(ctx, params.id) };
  });
  route(app, api.sendEnvelopeAgain, async (ctx, { params, body }) => {
    const found = await findEnvelopeRow(ctx, params.id);
    if (!found || !(await saleInReach(ctx, 'legal.crear', found.record.saleId))) throw notFound();
    const facts = { replaced: false, own: found.record.record === 'sobre' };
    const refusal = whyNotAgain(found.record.stateId, facts);
    if (refusal) throw transitionRefused(refusal);
    return {
      data: await presentEnvelope(ctx, await sendAgain(ctx, params.id, endAfter(ctx.now, body.dias))),
    };
  });
}

function workRoutes(app: App): void {
  route(app, api.resendToSigner, async (ctx, { params }) => {
    await resendToSigner(ctx, params.id, params.signerId);
    return { data: await presentEnvelope(ctx, params.id) };
  });
  route(app, api.handOverLink, async (ctx, { params, body }) => ({
    data: { enlace: await handOverLink(ctx, params.id, params.signerId, body.motivo) },
  }));
  route(app, api.openTablet, async (ctx, { params }) => ({
    data: await openTablet(ctx, params.id, params.signerId),
  }));
  route(
    app,
    api.scanInk,
    async (ctx, { params }) => {
      await scanInk(ctx, params.id, params.signerId);
      return { data: await presentEnvelope(ctx, params.id) };
    },
    { before: lookAtPdf('archivo') },
  );
  route(app, api.certifyPaper, async (ctx, { params, body }) => {
    await certifyPaper(ctx, params.id, params.paperId, body.params);
    return { data: await presentEnvelope(ctx, params.id) };
  });
}

function signerRoutes(app: App): void {
  servePage(app, signDocumentPage, async (ctx, { params, query }) => ({
    data: await signPageData(ctx, params.id, query.codigo === 'enviado'),
  }));
  route(app, client.sendSignerCode, async (ctx, { params }) => ({
    success: await sendSignerCode(ctx, params.id),
    redirect: `${pageOf(params.id)}?codigo=enviado#firmar`,
  }));
  route(app, client.confirmSigner, async (ctx, { params, body }) => ({
    success: 'Listo: ya puedes firmar.',
    hasta: (await confirmSigner(ctx, params.id, body)).toISOString(),
    redirect: pageOf(params.id),
  }));
  route(
    app,
    client.signOnline,
    async (ctx, { params, body }) => {
      const [image] = ctx.uploads.get('document') ?? [];
      const here = await signOnline(ctx, params.id, { image, shownHash: body.huella });
      await keepSignerPush(ctx, here, body.push_subscription);
      return { success: TEXTS.sent, redirect: await nextOf(ctx, here) };
    },
    { before: (ctx) => lookAtDrawing(ctx, ctx.uploads.get('document')) },
  );
  route(
    app,
    client.signByPdf,
    async (ctx, { params, body }) => {
      const { here, told } = await signByPdf(ctx, params.id);
      await keepSignerPush(ctx, here, body.push_subscription);
      return { success: told, redirect: await nextOf(ctx, here) };
    },
    { before: (ctx, { params }) => compareFirst(ctx, params.id) },
  );
  // `id` names the document (rulings.md 24): an envelope that this browser signs, or the pre-contract.
  route(app, rejectSignature, async (ctx, { params, body }) => {
    const document = (body.id ?? '').trim();
    const reason = body.motivo || undefined;
    const envelopeId = await rejectsHere(ctx, params.codigo, document);
    if (envelopeId !== null) {
      const here = await rejectEnvelope(ctx, envelopeId, reason);
      return { success: TEXTS.rejected, redirect: await nextOf(ctx, here) };
    }
    const sale = await rejectPrecontract(ctx, params.codigo, { document, reason });
    return { success: TEXTS.rejected, redirect: `/clientes/siguiente/${nameOf(sale)}` };
  });
}
