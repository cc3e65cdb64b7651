import type { FastifyInstance } from 'fastify';
import * as api from '#contract/company/auth/endpoints.ts';
import { beginViewAs, endViewAs } from '#contract/company/auth/viewAs.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { exchangeTokens, type ArrivedToken } from '#server/kernel/tokenExchange.ts';
import { checkSettings, currentUser, logout } from './account.service.ts';
import { authJobs } from './auth.jobs.ts';
import { exchangeBrowserToken, lookAtToken, makeBrowserToken, switchUser } from './browserTokens.service.ts';
import { changePassword, forgotPassword, resetPassword } from './passwords.service.ts';
import { prove } from './proof.service.ts';
import * as setup from './secondStep.service.ts';
import { endSessions, listSessions } from './sessions.service.ts';
import { secondStepMethods, sendEmailCode, signIn, takeSecondStep } from './signIn.service.ts';
import * as viewing from './viewAs.service.ts';

export const authModule: Module = {
  name: 'auth',
  routes(app) {
    exchangeTokens(app, /^\/(oficina|ingresar)(\/|$)/, comeIn);
    signInRoutes(app);
    accountRoutes(app);
    secondStepRoutes(app);
  },
  jobs: authJobs,
};

/** The redirect target of an office page opened with `?token=`. */
async function comeIn(ctx: Context, { token, clean }: ArrivedToken): Promise<string> {
  switch (await exchangeBrowserToken(ctx, token)) {
    case 'done':
      return clean;
    case 'ask':
      // Browsers do not send the fragment. The token is used only after the user confirms.
      return `/ingresar/cambiar?volver=${encodeURIComponent(clean)}#token=${encodeURIComponent(token)}`;
    case 'void':
      return ctx.staff ? clean : '/ingresar?aviso=enlace';
  }
}

function signInRoutes(app: FastifyInstance): void {
  route(app, api.login, (ctx, { body }) => signIn(ctx, body));
  route(app, api.secondStepMethods, async (ctx) => ({ data: await secondStepMethods(ctx) }));
  route(app, api.secondStep, async (ctx, { body }) => {
    await takeSecondStep(ctx, body);
    return { success: true };
  });
  route(app, api.sendEmailCode, async (ctx) => ({ success: await sendEmailCode(ctx) }));
  route(app, api.currentUser, async (ctx) => ({ data: await currentUser(ctx) }));
  route(app, api.settingsCheck, async (ctx) => ({ check: await checkSettings(ctx) }));
  route(app, api.logout, async (ctx) => {
    await logout(ctx);
    return { message: 'Sesión cerrada.' };
  });
  route(app, beginViewAs, async (ctx, { body }) => ({
    success: `Ves la oficina como ${await viewing.beginViewAs(ctx, body)}.`,
  }));
  route(app, endViewAs, async (ctx) => {
    await viewing.endViewAs(ctx);
    return { success: 'Vuelves a ver la oficina como tú.' };
  });
  route(app, api.makeBrowserToken, async (ctx) => ({ data: await makeBrowserToken(ctx) }));
  route(app, api.lookAtToken, async (ctx, { body }) => ({ data: await lookAtToken(ctx, body.token) }));
  route(app, api.switchUser, async (ctx, { body }) => {
    await switchUser(ctx, body.token);
    return { success: 'Listo.' };
  });
}

function accountRoutes(app: FastifyInstance): void {
  route(app, api.forgotPassword, async (ctx, { body }) => {
    await forgotPassword(ctx, body.email);
    return { success: 'Si el correo está registrado, recibirá un enlace para poner otra contraseña.' };
  });
  route(app, api.resetPassword, async (ctx, { body }) => {
    await resetPassword(ctx, body);
    return { success: 'Contraseña guardada. Ya se puede iniciar sesión con ella.' };
  });
  route(app, api.changePassword, async (ctx, { body }) => {
    await changePassword(ctx, body);
    return { success: 'Contraseña cambiada. Las demás sesiones se cerraron.' };
  });
  route(app, api.listSessions, async (ctx) => ({ data: await listSessions(ctx) }));
  route(app, api.endSession, async (ctx, { params }) => {
    if ((await endSessions(ctx, staffOf(ctx).userId, { only: params.id })) === 0) throw notFound();
    return { success: 'Sesión cerrada.' };
  });
  route(app, api.endOtherSessions, async (ctx) => {
    const { userId, sessionId } = staffOf(ctx);
    const closed = await endSessions(ctx, userId, { except: sessionId });
    return { success: 'Las demás sesiones se cerraron.', closed };
  });
}

function secondStepRoutes(app: FastifyInstance): void {
  route(app, api.secondStepSetup, async (ctx) => ({ data: await setup.secondStepSetup(ctx) }));
  route(app, api.beginTotp, async (ctx) => ({ data: await setup.beginTotp(ctx) }));
  route(app, api.confirmTotp, async (ctx, { body }) => ({
    data: { backup_codes: await setup.confirmTotp(ctx, body) },
  }));
  route(app, api.disableTotp, async (ctx) => {
    await setup.disableTotp(ctx);
    return { success: 'La app de autenticación se quitó.' };
  });
  route(app, api.setEmailCode, async (ctx, { body }) => {
    await setup.setEmailCode(ctx, body);
    return {
      success: body.enabled ? 'El código por correo quedó activado.' : 'El código por correo se quitó.',
    };
  });
  route(app, api.prove, async (ctx, { body }) => {
    await prove(ctx, body);
    return { success: 'Listo: puedes hacer el cambio.' };
  });
  route(app, api.renewBackupCodes, async (ctx) => ({
    data: { backup_codes: await setup.newBackupCodes(ctx) },
  }));
}
