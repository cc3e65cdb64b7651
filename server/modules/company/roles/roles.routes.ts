import type { FastifyInstance } from 'fastify';
import { PERMISSIONS } from '#contract/access.ts';
import * as menus from '#contract/company/menu/menuEndpoints.ts';
import * as api from '#contract/company/roles/rolesEndpoints.ts';
import { staffOf } from '#server/kernel/context.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { urgentLabels } from '#server/modules/company/health/health.service.ts';
import * as menu from '#server/modules/company/menu/menu.service.ts';
import { unreadNews } from '#server/modules/company/news/news.service.ts';
import { allRoles, roleNameRows } from './roles.queries.ts';
import * as service from './roles.service.ts';

/** Roles with their grants, and the office's menu. */
export const rolesModule: Module = {
  name: 'roles',
  routes(app) {
    roleRoutes(app);
    menuRoutes(app);
  },
};

function roleRoutes(app: FastifyInstance): void {
  route(app, api.roleNames, async (ctx, { query }) => ({ data: inOrder(await roleNameRows(ctx.db), query) }));
  route(app, api.permissionNames, (_ctx, { query }) => ({ data: inOrder(PERMISSIONS, query) }));
  route(app, api.myPermissions, (ctx) => ({
    data: [...staffOf(ctx).grants].map(([permission, scope]) => ({ permission, scope })),
  }));
  route(app, api.listRoles, async (ctx, { query }) => ({ data: await allRoles(ctx.db, query) }));
  route(app, api.getRole, async (ctx, { params }) => ({ data: await service.getRole(ctx, params.id) }));
  route(app, api.createRole, async (ctx, { body }) => ({
    data: await service.createRole(ctx, body),
    success: 'Rol creado. Ahora elige lo que permite.',
  }));
  route(app, api.changeRole, async (ctx, { params, body }) => ({
    data: await service.changeRole(ctx, params.id, body),
    success: 'Rol guardado.',
  }));
  route(app, api.setGrants, async (ctx, { params, body }) => ({
    data: await service.setGrants(ctx, params.id, body),
    success: 'Permisos guardados. Ya valen, también en las sesiones abiertas.',
  }));
  route(app, api.archiveRole, async (ctx, { params, body }) => ({
    data: await service.archiveRole(ctx, params.id, body.version),
    success: 'Rol archivado.',
  }));
  route(app, api.restoreRole, async (ctx, { params, body }) => ({
    data: await service.restoreRole(ctx, params.id, body.version),
    success: 'Rol recuperado.',
  }));
  route(app, api.deleteRole, async (ctx, { params }) => {
    await service.deleteRole(ctx, params.id);
    return { success: 'Rol borrado.' };
  });
}

function menuRoutes(app: FastifyInstance): void {
  route(app, menus.listModules, async (ctx, { query }) => ({
    data: await menu.menuNames(ctx.db, 'modules', query),
  }));
  route(app, menus.listMenuOptions, async (ctx, { query }) => ({
    data: await menu.menuNames(ctx.db, 'options', query),
  }));
  route(app, menus.menuArrangement, async (ctx) => ({ data: await menu.menuArrangement(ctx.db) }));
  route(app, menus.arrangeMenu, async (ctx, { body }) => ({
    data: await menu.arrangeMenu(ctx, body),
    success: 'Menú guardado.',
  }));
  route(app, menus.officeMenu, async (ctx) => {
    const staff = staffOf(ctx);
    const { viewAs } = staff;
    return {
      data: {
        modules: await menu.menuOf(ctx),
        view_as: viewAs && { ...viewAs, until: viewAs.until.toISOString() },
        safe_mode: ctx.safeMode.active() ? { taken_at: await ctx.safeMode.takenAt() } : null,
        standing: menu.standingOf(staff),
        unread_news: await unreadNews(ctx),
        unhealthy: staff.grants.has('administracion.editar') ? await urgentLabels(ctx) : [],
      },
    };
  });
}

interface Order {
  order_type?: 'asc' | 'desc' | undefined;
  order_column?: 'id' | 'display_name' | undefined;
}

function inOrder<Row extends { id: number; display_name: string }>(
  rows: readonly Row[],
  { order_type, order_column }: Order,
): Row[] {
  const sorted =
    order_column === 'display_name'
      ? rows.toSorted((a, b) => a.display_name.localeCompare(b.display_name, 'es'))
      : [...rows];
  return order_type === 'desc' ? sorted.toReversed() : sorted;
}
