import type { FastifyInstance } from 'fastify';
import * as api from '#contract/sales/buyers/buyers.ts';
import { route } from '#server/kernel/route.ts';
import { addBuyer, readBuyers, removeBuyer, sendBuyerLink, setContact } from './buyersChange.service.ts';

/** Routes for the buyers, co-buyers and co-debtors of a sale. */
export function buyersRoutes(app: FastifyInstance): void {
  route(app, api.listSaleBuyers, async (ctx, { params }) => ({ data: await readBuyers(ctx, params.id) }));
  route(app, api.addSaleBuyer, async (ctx, { params, body }) => {
    await addBuyer(ctx, params.id, body);
    return { data: await readBuyers(ctx, params.id) };
  });
  route(app, api.setSaleContact, async (ctx, { params, body }) => {
    await setContact(ctx, params.id, body);
    return { data: await readBuyers(ctx, params.id) };
  });
  route(app, api.removeSaleBuyer, async (ctx, { params }) => {
    await removeBuyer(ctx, params.id, params.comprador_id);
    return { data: await readBuyers(ctx, params.id) };
  });
  route(app, api.sendBuyerLink, async (ctx, { params }) => {
    await sendBuyerLink(ctx, params.id, params.comprador_id);
    return { success: 'Enlace enviado a su correo.' };
  });
}
