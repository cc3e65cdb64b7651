import { NOT_SOLD } from '#contract/company/catalogs/states.ts';
import { panamaDay } from '#contract/dates.ts';
import { requirementsOf, type ProjectFacts, type Requirement } from '#contract/projects/projects/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, sql, anyOf } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';

/** The requirements that a project meets or misses for publication. Raises 404. */
export async function requirementsFor(
  { db, now }: Pick<Context, 'db' | 'now'>,
  projectId: number,
): Promise<Requirement[]> {
  const shown = sql`m.kind in ('hero', 'foto')`;
  const facts = await row<ProjectFacts>(
    db,
    sql`with on_sale as (
        select h.id,
          exists (select from media m where m.model_id = h.id and ${shown}) as pictured,
          exists (select from media m where m.model_id = h.id and m.kind = 'plano') as planned
        from house_models h
        where h.project_id = ${projectId} and h.published and h.archived_at is null
          and (h.price_until is null or h.price_until >= ${panamaDay(now)})
      )
      select p.name, p.description,
        (select count(*)::int from media m where m.project_id = p.id and ${shown}) as pictures,
        exists (select from media m where m.project_id = p.id and m.model_id is null and m.kind = 'hero') as hero,
        (select count(*)::int from on_sale) as "pricedModels",
        (select count(*)::int from on_sale where not pictured) as "modelsWithoutPicture",
        (select count(*)::int from on_sale where not planned) as "modelsWithoutPlan",
        (select count(*)::int from lots l where l.project_id = p.id and l.type_id not in ${anyOf(NOT_SOLD)}) as lots,
        p.location_url is not null as map,
        p.latitude is not null and p.longitude is not null as coordinates,
        (select count(*)::int from project_team t join users u on u.id = t.user_id and u.active
          join user_roles ur on ur.user_id = u.id join roles r on r.id = ur.role_id and r.name = 'procesador'
          where t.project_id = p.id) as processors,
        (select count(*)::int from project_banks b where b.project_id = p.id and b.archived_at is null) as banks,
        exists (select from project_bank_accounts a join bank_accounts b on b.id = a.account_id and b.archived_at is null
          where a.project_id = p.id and a.for_buyers) as "payTo"
      from projects p where p.id = ${projectId}`,
  );
  if (!facts) throw notFound();
  return requirementsOf(facts);
}
