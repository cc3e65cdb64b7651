import { withoutAccents } from '#contract/accents.ts';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { FirstAdministrator } from '#contract/overview/setup/model.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid } from '#server/kernel/errors.ts';
import { forgetAll } from '#server/kernel/lately.ts';
import { job } from '#server/kernel/jobs.ts';
import { askPasswordAgain, hashOfNew } from '#server/modules/company/auth/passwords.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { DONE_KEY, makeFirstAdministrator } from './firstRun.service.ts';
import { DISMISSED_KEY } from './progress.service.ts';

/**
 * Tables that outlive the demonstration: roles and settings, and what the start puts in. Everything else is emptied, also what a
 * later module adds: erase.test.ts fails when a table with rows of the start is missing here, or one with the demo's rows is not.
 */
const KEPT = [
  'roles',
  'role_grants',
  'settings',
  'catalog_items',
  'document_types',
  'document_requirements',
  'bank_requirements',
  'bank_forms',
  'bank_form_fields',
  'interest_rules',
  'closing_costs',
  'message_templates',
  'modules',
  'menu_options',
] as const;

/** How long the tables are waited for, while somebody still works in the demonstration. */
const PATIENCE = '8s';

export const isDemo = async (ctx: Pick<Context, 'db'>): Promise<boolean> =>
  (await row<{ demo: boolean }>(
    ctx.db,
    sql`select exists (select from settings where key = 'demo' and value = 'true') demo`,
  ))!.demo;

/** What would go, counted, for whoever decides it. */
export async function demoContents(ctx: Pick<Context, 'db'>) {
  const [demo, { company }] = await Promise.all([isDemo(ctx), readSettings(ctx.db)]);
  if (!demo) return { demo, company: company.name, goes: [] };
  const counts = (await row<Record<string, number>>(
    ctx.db,
    sql`select (select count(*)::int from projects) "Proyectos", (select count(*)::int from lots) "Lotes",
      (select count(*)::int from sales) "Ventas", (select count(*)::int from people) "Compradores",
      (select count(*)::int from documents) "Documentos", (select count(*)::int from payments) "Pagos y recibos",
      (select count(*)::int from users) "Usuarios de la demostración", (select count(*)::int from outbox_mails) "Correos",
      (select count(*)::int from audit_log) "Líneas de auditoría"`,
  ))!;
  return {
    demo,
    company: company.name,
    goes: Object.entries(counts).map(([label, count]) => ({ label, count })),
  };
}

const noDemo = () => conflict('NO_DEMO', 'Esta empresa no es una demostración: aquí no se borra nada.');

/** Same letters, whatever capitals, accents and blanks. */
const bare = (name: string) => withoutAccents(name).replace(/\s+/g, ' ').trim().toLowerCase();

type Given = z.output<typeof FirstAdministrator> & { current: string; company: string };

/**
 * Empties the demonstration and makes who asks the first administrator of the company that begins, in one transaction: a crash
 * leaves the one or the other. 409 NO_DEMO, 422 PASSWORD at `current`, 422 at `company`, 409 BUSY.
 */
export async function eraseDemo(ctx: Context, given: Given): Promise<void> {
  if (!(await isDemo(ctx))) throw noDemo();
  await askPasswordAgain(ctx, given.current, 'current');
  const { company } = await readSettings(ctx.db);
  if (bare(given.company) !== bare(company.name))
    throw invalid([{ field: 'company', message: `Escribe «${company.name}» para confirmar.` }]);
  const passwordHash = await hashOfNew(given.password, given);
  // The machine's own time, as the files in the store have it.
  const erasedAt = new Date();
  await ctx.transaction(async (inside) => {
    await emptyTables(inside);
    await makeFirstAdministrator(inside, given, passwordHash);
    await audit({ ...inside, staff: null }, 'borrar_demostracion', 'empresa', company.name);
    await inside.jobs.send(inside.db, RemoveDemoFiles, { before: erasedAt.toISOString() });
    inside.afterCommit(async () => {
      forgetAll();
      await forgetDemoFile(path.resolve(ctx.config.DATA_DIR));
    });
  });
}

async function emptyTables(ctx: Context): Promise<void> {
  try {
    await ctx.db.execute(sql`select set_config('lock_timeout', ${PATIENCE}, true)`);
    await ctx.db.execute(sql`delete from settings where key in (${DONE_KEY}, ${DISMISSED_KEY})`);
    // What a project of the demonstration costs means nothing to the next one with its number.
    await ctx.db.execute(sql`delete from closing_costs where project_id is not null`);
    // Its jobs first: those that wait would look for what is gone. What comes by itself each night stays.
    await ctx.db.execute(sql`delete from jobs.job where name not like '\_\_pgboss\_\_%'`);
    await ctx.db.execute(
      sql`select erase_demo(array[${sql.join(
        KEPT.map((name) => sql`${name}`),
        sql`, `,
      )}]::text[])`,
    );
    await ctx.db.execute(sql`select set_config('lock_timeout', '0', true)`);
  } catch (error) {
    if (violatedConstraint(error) === 'only_a_demo') throw noDemo();
    if (isLockTimeout(error))
      throw conflict(
        'BUSY',
        'Alguien está trabajando en la demostración. Espera unos segundos e inténtalo de nuevo.',
      );
    throw error;
  }
}

function isLockTimeout(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ('code' in at && at.code === '55P03') return true;
  return false;
}

/** What the start printed each time; what a crash leaves of it goes at the next start. */
export const forgetDemoFile = (dataDir: string) => rm(path.join(dataDir, 'demo.json'), { force: true });

const RemoveDemoFiles = { name: 'setup.remove_demo_files', payload: z.object({ before: z.iso.datetime() }) };

/** Pictures and papers that were last received before: nothing refers to them any more. Safe to run again. */
export const removeDemoFiles = job({
  ...RemoveDemoFiles,
  ownTransactions: true,
  async run(ctx, { before }) {
    const removed = await ctx.files.store.removeReceivedBefore(new Date(before));
    ctx.log.info({ removed }, 'files of the demonstration removed');
  },
});
