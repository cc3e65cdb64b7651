import { or, sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';

const SEES = [
  'contratos.aprobar',
  'contratos.inspeccionar',
  'ventas.entregar',
  'contratos.exportar',
] as const satisfies readonly Permission[];

/** Row scope of repeated defects, over houses as `h`: those of the caller's projects, or of the whole company. */
export function reachOfRepeats(ctx: Pick<Context, 'staff'>): SQL {
  const reaches = SEES.map((one) => scopeOf(ctx, one)).filter((one) => one !== null);
  if (reaches.some(({ scope }) => scope === 'todo')) return sql`true`;
  return (
    or(
      ...reaches
        .filter(({ scope }) => scope === 'sus_proyectos')
        .map(({ projectIds }) => sql`h.project_id = any(${sql.param([...projectIds])}::bigint[])`),
      sql`false`,
    ) ?? sql`false`
  );
}
