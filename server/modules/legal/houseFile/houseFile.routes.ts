import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/legal/houseFile/endpoints.ts';
import { paginate } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { exportBatches } from '#server/kernel/exports/lists.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { presentHouseFile, presentHouseFiles } from './houseFile.present.ts';
import { allHouseFiles, findHouseFile, findHouseFiles, houseKnown } from './houseFile.queries.ts';
import { houseFilesInReach } from './houseFile.scope.ts';
import { fileHousePaper, writeHouseFiles } from './houseFile.service.ts';

/** The legal file of each house: finca, segregation, improvements, occupancy permit and lien release. */
export const houseFileModule: Module = {
  name: 'houseFile',
  records: {
    expediente_vivienda: async (ctx, id) =>
      (await findHouseFile(ctx.db, id, houseFilesInReach(ctx, 'legal.ver'))) !== undefined,
  },
  knows: { precontrato: { house: houseKnown } },
  routes(app) {
    route(app, api.listHouseFiles, async (ctx, { query }) => {
      const { found, total } = await findHouseFiles(
        ctx.db,
        query,
        houseFilesInReach(ctx, 'legal.ver'),
        ctx.now,
      );
      const url = urlOf(api.listHouseFiles, { query });
      return {
        data: await presentHouseFiles(ctx, found),
        meta: { pagination: paginate(query, found.length, total, url) },
      };
    });
    exportBatches(api.listHouseFiles, async function* (ctx, { query }) {
      const reach = houseFilesInReach(ctx, 'legal.ver');
      for await (const found of allHouseFiles(ctx.db, query, reach, ctx.now))
        yield presentHouseFiles(ctx, found);
    });
    route(app, api.getHouseFile, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.changeHouseFile, async (ctx, { params, body: { version, ...set } }) => {
      await writeHouseFiles(ctx, [{ lotId: params.id, version, set }]);
      return answer(ctx, params.id);
    });
    route(app, api.changeHouseFiles, async (ctx, { body }) => {
      const changed = await writeHouseFiles(
        ctx,
        body.filas.map(({ lote_id, version, ...set }, at) => ({
          lotId: lote_id,
          version,
          set,
          at: `filas[${at}]`,
        })),
      );
      return {
        success: changed === 1 ? 'Se guardó 1 expediente.' : `Se guardaron ${changed} expedientes.`,
        data: { changed },
      };
    });
    route(app, api.addHousePaper, async (ctx, { params, body }) => {
      await fileHousePaper(ctx, params.id, body.parte);
      return answer(ctx, params.id);
    });
  },
};

/** One house's legal file as the caller sees it. Raises 404. */
async function answer(ctx: Context, id: number) {
  const found = await findHouseFile(ctx.db, id, houseFilesInReach(ctx, 'legal.ver'));
  if (!found) throw notFound();
  return { data: await presentHouseFile(ctx, found) };
}
