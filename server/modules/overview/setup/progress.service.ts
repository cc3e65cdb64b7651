import { sql } from 'drizzle-orm';
import {
  PEOPLE_WANTED,
  SETUP_STEPS,
  type SetupProgress,
  type SetupStep,
} from '#contract/overview/setup/model.ts';
import type { Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { settings } from '#server/kernel/kernel.table.ts';
import { sendsMail } from '#server/kernel/mailServer.ts';
import { storedSettings } from '#server/modules/company/settings/change.service.ts';

export const DISMISSED_KEY = 'setup_dismissed';

interface Facts {
  project: SetupProgress['project'];
  projects: number;
  models: number;
  lots: number;
  people: number;
  processors: number;
  pictures: number;
  published: number;
  dismissed: boolean;
  demo: boolean;
}

/** The stored data decides each step, not a click. One statement for all counts. */
async function factsOf(ctx: Pick<Context, 'db'>): Promise<Facts> {
  const facts = await row<Facts>(
    ctx.db,
    sql`select
      (select json_build_object('id', id, 'name', name, 'slug', slug) from projects where archived_at is null order by id limit 1) project,
      (select count(*)::int from projects where archived_at is null) projects,
      (select count(*)::int from house_models where archived_at is null) models,
      (select count(*)::int from (select from lots limit 10000) counted) lots,
      (select count(*)::int - 1 from users where active) people,
      (select count(*)::int from project_team t join users u on u.id = t.user_id and u.active
        join user_roles ur on ur.user_id = u.id join roles r on r.id = ur.role_id where r.name = 'procesador') processors,
      (select count(*)::int from media where kind = 'hero') pictures,
      (select count(*)::int from projects where published) published,
      exists (select from settings where key = ${DISMISSED_KEY}) dismissed,
      exists (select from settings where key = 'demo' and value = 'true') demo`,
  );
  return facts!;
}

/** The steps that are missing before the company can sell. */
export async function readProgress(ctx: Pick<Context, 'db' | 'config'>): Promise<SetupProgress> {
  const [facts, { values }, mails] = await Promise.all([factsOf(ctx), storedSettings(ctx), sendsMail(ctx)]);
  const { company, brand } = values;
  const counts: Record<SetupStep, number> = {
    empresa: company.legalName && company.ruc && company.phone ? 1 : 0,
    imagen: brand.logo ? 1 : 0,
    proyecto: facts.projects,
    modelos: facts.models,
    lotes: facts.lots,
    personas: Math.max(0, facts.people),
    equipo: facts.processors,
    imagenes: facts.pictures,
    publicar: facts.published,
    correo: mails ? 1 : 0,
  };
  const steps = SETUP_STEPS.map(({ id }) => ({
    id,
    count: counts[id],
    done: counts[id] >= (id === 'personas' ? PEOPLE_WANTED : 1),
  }));
  const { project, dismissed, demo } = facts;
  return { steps, project, dismissed, demo, done: steps.every(({ done }) => done) };
}

/** Hides the list on the administrators' home, or shows it again. */
export async function dismissSetup(ctx: Pick<Context, 'db' | 'now'>, dismissed: boolean): Promise<void> {
  if (dismissed)
    await ctx.db
      .insert(settings)
      .values({ key: DISMISSED_KEY, value: true, updatedAt: ctx.now })
      .onConflictDoNothing();
  else await ctx.db.delete(settings).where(sql`${settings.key} = ${DISMISSED_KEY}`);
}
