import * as api from '#contract/overview/setup/endpoints.ts';
import { audit } from '#server/kernel/audit.ts';
import { conflict } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { demoContents, eraseDemo, removeDemoFiles } from './erase.service.ts';
import { isSetupOpen, openSetup, setUpAdministrator, setUpCompany } from './firstRun.service.ts';
import { invitePeople } from './people.service.ts';
import { dismissSetup, readProgress } from './progress.service.ts';

/** From an empty database, or from the demo, to a company that can sell. */
export const setupModule: Module = {
  name: 'setup',
  jobs: [removeDemoFiles],
  routes(app) {
    route(app, api.setupState, async (ctx) => ({ data: { open: await isSetupOpen(ctx.db) } }));
    route(app, api.openSetup, async (ctx, { body }) => ({ data: await openSetup(ctx, body.code) }));
    route(app, api.setUpCompany, async (ctx, { body }) => {
      await setUpCompany(ctx, body);
      return { success: 'Datos de la empresa guardados.' };
    });
    route(app, api.setUpAdministrator, async (ctx, { body }) => {
      await setUpAdministrator(ctx, body);
      return { success: 'Listo. Esta es tu oficina.' };
    });
    route(app, api.setupProgress, async (ctx) => ({ data: await readProgress(ctx) }));
    route(app, api.dismissSetup, async (ctx, { body }) => {
      await dismissSetup(ctx, body.dismissed);
      await audit(ctx, body.dismissed ? 'esconder' : 'mostrar', 'puesta_en_marcha', 1);
      return { data: await readProgress(ctx) };
    });
    route(app, api.leaveSafeMode, async (ctx) => {
      if (!ctx.safeMode.active())
        throw conflict('NO_SAFE_MODE', 'Esta empresa no está en modo seguro: ya envía sus correos.');
      await audit(ctx, 'activar', 'copia_restaurada', 1);
      ctx.afterCommit(() => ctx.safeMode.leave());
      return { success: 'Activada. Desde ahora salen sus correos y recordatorios.' };
    });
    route(app, api.invitePeople, async (ctx, { body }) => ({
      data: await invitePeople(ctx, body.people, body.project_ids),
    }));
    route(app, api.demoContents, async (ctx) => ({ data: await demoContents(ctx) }));
    route(app, api.eraseDemo, async (ctx, { body }) => {
      await eraseDemo(ctx, body);
      return { success: 'La demostración quedó borrada. Esta es tu empresa.' };
    });
  },
};
