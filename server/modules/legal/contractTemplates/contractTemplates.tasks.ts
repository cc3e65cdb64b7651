import { sql } from 'drizzle-orm';
import { TEMPLATE_KINDS } from '#contract/legal/contractTemplates/fields.ts';
import { VERSION } from '#contract/legal/contractTemplates/rules.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { ofCompany } from '#server/modules/legal/counsel/counsel.scope.ts';

const KIND_LABELS = sql.raw(
  `case w.kind ${Object.entries(TEMPLATE_KINDS)
    .map(([kind, label]) => `when '${kind}' then '${label}'`)
    .join(' ')} end`,
);

/** Versions of templates that the caller may approve, and did not write. */
export function templateTasks(ctx: Context): TaskQuery | null {
  if (!ofCompany(ctx, 'legal.aprobar')) return null;
  return {
    rows: sql`select v.number, v.submitted_at, t.id, t.name, t.kind from contract_template_versions v
      join contract_templates t on t.id = v.template_id
      where v.state_id = ${idOf(VERSION.inReview)} and t.archived_at is null
        and ${staffOf(ctx).userId} <> all (v.writers)`,
    joins: sql``,
    id: sql`w.id`,
    title: sql`w.name`,
    text: sql`'Revisar la versión ' || w.number || ' · ' || ${KIND_LABELS}`,
    due: sql`null`,
    since: sql`w.submitted_at`,
  };
}
