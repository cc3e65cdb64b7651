import * as api from '#contract/company/userSettings/settings.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import {
  addView,
  dropView,
  editView,
  readKeySettings,
  readTable,
  readUserSettings,
  sortViews,
  writeKeySettings,
  writeTable,
  writeUserSettings,
} from './userSettings.service.ts';

/** Personal settings of users. */
export const userSettingsModule: Module = {
  name: 'user-settings',
  routes(app) {
    route(app, api.getUserSettings, async (ctx, { params }) => ({
      data: await readUserSettings(ctx, params.userId),
    }));
    route(app, api.expandCostumerDetail, async (ctx, { params, body }) => ({
      data: await writeUserSettings(ctx, params.userId, { expandCostumerDetail: body.value }),
    }));
    route(app, api.updateCoincidencesColumnsWidth, async (ctx, { params, body }) => ({
      data: await writeUserSettings(ctx, params.userId, { coincidencesColumnsWidth: body.value }),
    }));
    route(app, api.getKeySettings, async (ctx, { params }) => ({
      data: await readKeySettings(ctx, params.userId),
    }));
    route(app, api.putKeySettings, async (ctx, { params, body }) => ({
      data: await writeKeySettings(ctx, params.userId, body),
    }));
    route(app, api.getTable, async (ctx, { params }) => ({
      data: await readTable(ctx, params.userId, params.table),
    }));
    route(app, api.putTable, async (ctx, { params, body }) => ({
      data: await writeTable(ctx, params.userId, params.table, body),
    }));
    route(app, api.createView, async (ctx, { params, body }) => ({
      data: await addView(ctx, params.userId, params.table, body),
    }));
    route(app, api.orderViews, async (ctx, { params, body }) => ({
      data: await sortViews(ctx, params.userId, params.table, body.ids),
    }));
    route(app, api.changeView, async (ctx, { params, body }) => ({
      data: await editView(ctx, params.userId, params.viewId, body),
    }));
    route(app, api.removeView, async (ctx, { params }) => {
      await dropView(ctx, params.userId, params.viewId);
      return { success: 'Vista quitada.' };
    });
  },
};
