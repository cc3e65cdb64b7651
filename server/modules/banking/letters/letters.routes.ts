import * as api from '#contract/banking/letters/letters.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { lettersNight } from './letters.jobs.ts';
import { extensionsKnown } from './letters.known.ts';
import { askExtension, fileLetter, recordExtension } from './letters.service.ts';

export const lettersModule: Module = {
  name: 'letters',
  jobs: [lettersNight],
  knows: { solicitud: { extensions: extensionsKnown } },
  routes(app) {
    route(app, api.uploadLetter, async (ctx, { params, body }) => ({
      data: { id: params.id, warning: await fileLetter(ctx, params.id, body) },
    }));
    route(app, api.requestExtension, async (ctx, { params, body }) => {
      await askExtension(ctx, params.id, body.motivo);
      return { data: { id: params.id, warning: null } };
    });
    route(app, api.answerExtension, async (ctx, { params, body }) => {
      await recordExtension(ctx, params.id, body);
      return { data: { id: params.id, warning: null } };
    });
  },
};
