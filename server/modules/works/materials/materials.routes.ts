import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import * as api from '#contract/works/materials/endpoints.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import {
  archiveMaterial,
  changeMaterial,
  createMaterial,
  houseListOf,
  materialOptions,
  pageOfMaterials,
  setHouseList,
} from './materials.service.ts';

/** The catalog of materials, and what each house of a model takes. */
export const materialsModule: Module = {
  name: 'materials',
  routes(app) {
    route(app, api.listMaterials, async (ctx, { query }) => {
      const { list, total } = await pageOfMaterials(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listMaterials, { query })) },
      };
    });
    route(app, api.listMaterialOptions, async (ctx) => ({ data: await materialOptions(ctx) }));
    route(app, api.createMaterial, async (ctx, { body }) => ({ data: await createMaterial(ctx, body) }));
    route(app, api.changeMaterial, async (ctx, { params, body }) => ({
      data: await changeMaterial(ctx, params.id, body),
    }));
    route(app, api.archiveMaterial, async (ctx, { params, body }) => ({
      data: await archiveMaterial(ctx, params.id, body.archived, body.version),
    }));
    route(app, api.getHouseList, async (ctx, { query }) => ({
      data: await houseListOf(ctx, query.modelo_id),
    }));
    route(app, api.setHouseList, async (ctx, { body }) => {
      await setHouseList(ctx, body);
      return { data: await houseListOf(ctx, body.modelo_id) };
    });
  },
};
