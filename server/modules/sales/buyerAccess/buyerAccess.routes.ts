import * as api from '#contract/sales/buyerAccess/customerEndpoints.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { arriveByLink } from './arrival.ts';
import { buyerAccessJobs } from './buyerAccess.jobs.ts';
import { sendCustomerCode } from './customerCodes.service.ts';
import { confirmLostLinkCode, LOST_LINK_CODE_SENT, sendLostLinkCode } from './lostLinks.service.ts';
import * as links from './saleLinks.service.ts';

/** How buyers access their purchase: links, one-time codes, and the sales open in a browser. */
export const buyerAccessModule: Module = {
  name: 'buyerAccess',
  jobs: buyerAccessJobs,
  routes(app) {
    arriveByLink(app);
    route(app, api.revokeSaleLinks, async (ctx, { params }) => {
      await links.revokeSaleLinks(ctx, params.id);
      return { success: 'Los enlaces de esta venta ya no sirven.' };
    });
    route(app, api.sendCustomerCode, (ctx, { body }) => sendCustomerCode(ctx, body));
    route(app, api.sendLostLinkCode, async (ctx, { body }) => {
      await sendLostLinkCode(ctx, body);
      return { success: LOST_LINK_CODE_SENT };
    });
    route(app, api.confirmLostLinkCode, async (ctx, { body }) => {
      const redirect = await confirmLostLinkCode(ctx, body);
      return { success: 'Listo, encontramos tu compra.', redirect };
    });
  },
};
