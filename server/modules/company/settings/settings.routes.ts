import type { FastifyInstance } from 'fastify';
import { brandCss } from '#contract/company/settings/brand.ts';
import * as api from '#contract/company/settings/endpoints.ts';
import { LOGO_FILE } from '#contract/company/settings/model.ts';
import { invalid, notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { changeSetting, resetSetting, setLogo, storedSettings } from './change.service.ts';
import { cssVersion, readLook, readSettings } from './settings.service.ts';

export const settingsModule: Module = {
  name: 'settings',
  routes(app) {
    brandFiles(app);
    route(app, api.getSettings, async (ctx) => ({ data: await storedSettings(ctx) }));
    route(app, api.changeSetting, async (ctx, { params, body }) => {
      await changeSetting(ctx, params.key, body.value, body.version);
      return { data: await storedSettings(ctx) };
    });
    route(app, api.resetSetting, async (ctx, { params }) => {
      await resetSetting(ctx, params.key);
      return { data: await storedSettings(ctx) };
    });
    route(app, api.setLogo, async (ctx) => {
      const [upload] = ctx.uploads.get('archivo') ?? [];
      if (!upload || !LOGO_FILE.types.includes(upload.mime as never))
        throw invalid([{ field: 'archivo', message: 'Elige la imagen del logo.' }]);
      await setLogo(ctx, upload);
      return { data: await storedSettings(ctx) };
    });
    route(app, api.removeLogo, async (ctx) => {
      await setLogo(ctx, null);
      return { data: await storedSettings(ctx) };
    });
    route(app, api.officeSite, async (ctx) => {
      const { company, logo, stylesheet } = await readLook(ctx.db);
      return { data: { company, logo: logo?.path ?? null, stylesheet } };
    });
  },
};

const FOREVER = 'public, max-age=31536000, immutable';

/** The company's colours and logo. Public, because pages of both audiences and mails use them. */
function brandFiles(app: FastifyInstance): void {
  const { db } = app.core.database;
  const open = { config: { access: 'public' } } as const;

  app.get('/marca.css', open, async (request, reply) => {
    const { brand } = await readSettings(db);
    const asked = (request.query as { v?: unknown }).v;
    const fixed = brand.color !== null && asked === cssVersion(brand.color);
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', fixed ? FOREVER : 'no-cache')
      .send(brandCss(brand.color));
  });

  app.get('/marca/:name', open, async (request, reply) => {
    const name = String((request.params as { name: string }).name);
    const { logo } = (await readSettings(db)).brand;
    const sha256 = [logo?.sha256, logo?.icons[192], logo?.icons[512]].find(
      (one) => one !== undefined && `${one}.png` === name,
    );
    if (!sha256) throw notFound();
    return reply
      .type('image/png')
      .headers({ 'cache-control': FOREVER, 'cross-origin-resource-policy': 'cross-origin' })
      .send(await app.core.services.files.store.read(sha256));
  });
}
