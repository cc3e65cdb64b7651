import { LOT_STATE } from '#contract/company/catalogs/states.ts';
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { HOUR_MS } from '#contract/dates.ts';
import { job } from '#server/kernel/jobs.ts';
import { takeOne } from '#server/kernel/throttle.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { isUnconfirmed } from '#server/modules/sales/sale/known.scope.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { soldType } from '#server/modules/projects/lots/lots.scope.ts';
import { WatchClaims } from './claims.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { lotClaims } from './claims.table.ts';

/** Below this number of claims there is no alarm, even in a project with few lots. */
const AT_LEAST = 3;

/**
 * Runs after each claim of an unconfirmed buyer. Notifies the coordinators, at most once an hour, when unconfirmed
 * buyers claimed too large a share of a project's free lots within an hour (a setting).
 */
export const watchClaims = job({
  ...WatchClaims,
  async run(ctx, { projectId }) {
    const { unconfirmed } = await readSettings(ctx.db);
    const [taken] = await ctx.db
      .select({ lots: sql<number>`count(*)::int`, name: sql<string>`min(${projects.name})` })
      .from(lotClaims)
      .innerJoin(lots, eq(lots.id, lotClaims.lotId))
      .innerJoin(projects, eq(projects.id, lots.projectId))
      .innerJoin(sales, eq(sales.id, lotClaims.saleId))
      .innerJoin(people, eq(people.id, sales.personId))
      .where(
        and(
          isNull(lotClaims.releasedAt),
          inArray(lotClaims.kind, ['hold', 'reservation']),
          gt(lotClaims.since, new Date(ctx.now.getTime() - HOUR_MS)),
          eq(lots.projectId, projectId),
          isUnconfirmed(),
        ),
      );
    const [free] = await ctx.db
      .select({ lots: sql<number>`count(*)::int` })
      .from(lots)
      .where(and(eq(lots.projectId, projectId), eq(lots.stateId, LOT_STATE.available), soldType));
    if (!taken || taken.lots < AT_LEAST) return;
    const before = (free?.lots ?? 0) + taken.lots;
    if (taken.lots * 100 <= before * unconfirmed.alarmPercent) return;
    if ((await takeOne(ctx, { name: 'alarma-lotes', max: 1, seconds: HOUR_MS / 1000 }, projectId)) > 0)
      return;
    const text = `En una hora, personas sin confirmar apartaron ${taken.lots} de ${before} lotes libres de ${taken.name}.`;
    const to = await whoMay(ctx.db, 'ventas.aprobar', projectId);
    const url = '/oficina/ventas';
    await notify(ctx, {
      kind: 'lotes_alarma',
      to,
      text,
      url,
      event: `alarma-lotes:${projectId}:${ctx.now.toISOString()}`,
    });
    const told = await ctx.db
      .select({ name: users.name, email: users.email })
      .from(users)
      .where(and(inArray(users.id, to), users.active));
    for (const { name, email } of told)
      await ctx.mail.send(ctx, {
        kind: 'lotes_alarma',
        to: email,
        subject: `Muchos lotes apartados sin confirmar en ${taken.name}`,
        body: `Hola, ${name}.\n\n${text} Revisa si son clientes: los que nadie confirma se liberan solos.\n\n${ctx.config.appUrl}${url}`,
      });
    ctx.log.warn({ projectId, taken: taken.lots, free: before }, 'many lots claimed by unconfirmed people');
  },
});
