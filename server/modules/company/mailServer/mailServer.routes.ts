import * as api from '#contract/company/mailServer/endpoints.ts';
import { staffOf } from '#server/kernel/context.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { mailServerState, removeMailServer, saveMailServer, testMailServer } from './mailServer.service.ts';

/** The mail server that administrators set in the office. */
export const mailServerModule: Module = {
  name: 'mailServer',
  routes(app) {
    route(app, api.getMailServer, async (ctx) => ({ data: await mailServerState(ctx) }));
    route(app, api.saveMailServer, async (ctx, { body }) => {
      await saveMailServer(ctx, body);
      return {
        success: `El servidor quedó en vigor. Te enviamos una prueba a ${staffOf(ctx).email}.`,
        data: await mailServerState(ctx),
      };
    });
    route(app, api.removeMailServer, async (ctx) => {
      await removeMailServer(ctx);
      return {
        success: 'El servidor se quitó. Los correos se quedan aquí.',
        data: await mailServerState(ctx),
      };
    });
    route(app, api.testMailServer, async (ctx) => {
      await testMailServer(ctx);
      return {
        success: `La prueba salió a ${staffOf(ctx).email}. Si no llega, mira en el correo no deseado.`,
      };
    });
  },
};
