import type { FastifyInstance } from 'fastify';
import * as api from '#contract/company/catalogs/endpoints.ts';
import { formLists } from '#contract/company/catalogs/formLists.ts';
import { CATALOGS } from '#contract/company/catalogs/lists.ts';
import { route } from '#server/kernel/route.ts';
import * as service from './catalogs.service.ts';

/** The list call of each catalog that has one, and the administrator's calls for all catalogs. */
export function catalogRoutes(app: FastifyInstance): void {
  for (const catalog of CATALOGS) {
    const { list } = catalog;
    if (list)
      route(app, list, (ctx, { query }) => service.catalogAnswer(ctx.db, { ...catalog, list }, query));
  }

  route(app, formLists, async (ctx) => ({ data: await service.formItems(ctx.db) }));
  route(app, api.listCatalogs, async (ctx) => ({ data: await service.listCatalogs(ctx) }));
  route(app, api.listCatalogItems, async (ctx, { params }) => ({
    data: await service.listItems(ctx, params.name),
  }));
  route(app, api.listCatalogUses, async (ctx, { params }) => ({
    data: await service.listUses(ctx, params.name),
  }));
  route(app, api.addCatalogItem, async (ctx, { params, body }) => ({
    data: await service.addItem(ctx, params.name, body),
  }));
  route(app, api.changeCatalogItem, async (ctx, { params, body }) => ({
    data: await service.changeItem(ctx, params.name, params.id, body),
  }));
  route(app, api.orderCatalog, async (ctx, { params, body }) => ({
    data: await service.orderItems(ctx, params.name, body.ids),
  }));
  route(app, api.archiveCatalogItem, async (ctx, { params }) => ({
    data: await service.archiveItem(ctx, params.name, params.id),
  }));
  route(app, api.restoreCatalogItem, async (ctx, { params }) => ({
    data: await service.restoreItem(ctx, params.name, params.id),
  }));
}
