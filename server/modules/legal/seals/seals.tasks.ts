import { sql } from 'drizzle-orm';
import { SEAL } from '#contract/legal/seals/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { sealsInReach } from './seals.scope.ts';

/** Documents that could not be sealed yet, for who may mend it. */
export function sealTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'legal.editar')) return null;
  return {
    rows: sql`select seals.* from seals where seals.fault is not null and ${sealsInReach(ctx, 'legal.editar') ?? sql`true`}`,
    id: sql`w.id`,
    title: sql`w.title`,
    text: sql`case w.state_id when ${idOf(SEAL.failed)} then 'El sello falló: mira por qué y sella otra vez' else 'Espera para sellarse: mira qué falta' end`,
    due: sql`null`,
    since: sql`w.requested_at`,
    parentId: sql`w.sale_id`,
  };
}
