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
 * Tables that the erasure keeps: roles, settings and seed data. All others are emptied, also tables of later modules.
 * erase.deep.test.ts fails if a table with seed rows is missing here, or if a table with demo rows is listed.
 */
const KEPT = [
  'roles',
  'role_grants',
  'settings',
  'mail_server',
  'catalog_items',
  'document_types',
  'document_requirements',
  'bank_requirements',
  'bank_forms',
  'bank_form_fields',
  'interest_rules',
  'deed_tax_rates',
  'checklists',
  'deed_days',
  'file_formats',
  'warranty_rules',
  'journal_formats',
  'closing_costs',
  'posting_rules',
  'message_templates',
  'modules',
  'menu_options',
] as const;

/** Lock timeout, because users may still work in the demo. */
const PATIENCE = '8s';

export const isDemo = async (ctx: Pick<Context, 'db'>): Promise<boolean> =>
  (await row<{ demo: boolean }>(
    ctx.db,
    sql`select exists (select from settings where key = 'demo' and value = 'true') demo`,
  ))!.demo;

/** Counts of the records that the erasure would delete, for the administrator. */
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

/** The name without case, accents and extra spaces, for comparison. */
const bare = (name: string) => withoutAccents(name).replace(/\s+/g, ' ').trim().toLowerCase();

type Given = z.output<typeof FirstAdministrator> & { current: string; company: string };

/**
 * Erases the demo and makes the caller the first administrator of the new company, in one transaction. Raises 409
 * NO_DEMO, 422 PASSWORD at `current`, 422 at `company`, 409 BUSY.
 */
export async function eraseDemo(ctx: Context, given: Given): Promise<void> {
  if (!(await isDemo(ctx))) throw noDemo();
  await askPasswordAgain(ctx, given.current, 'current');
  const { company } = await readSettings(ctx.db);
  if (bare(given.company) !== bare(company.name))
    throw invalid([{ field: 'company', message: `Escribe «${company.name}» para confirmar.` }]);
  const passwordHash = await hashOfNew(given.password, given);
  // The system clock, because the file times in the store use it.
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
    // Closing costs of a demo project must not apply to a new project with the same id.
    await ctx.db.execute(sql`delete from closing_costs where project_id is not null`);
    // Deletes waiting jobs first: their records will be gone. The scheduled jobs stay.
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

/** Deletes the file with the demo sign-ins that the start printed. After a crash the next start deletes it. */
export const forgetDemoFile = (dataDir: string) => rm(path.join(dataDir, 'demo.json'), { force: true });

const RemoveDemoFiles = { name: 'setup.remove_demo_files', payload: z.object({ before: z.iso.datetime() }) };

/** Deletes files received before the erasure: no record references them. Safe to repeat. */
export const removeDemoFiles = job({
  ...RemoveDemoFiles,
  ownTransactions: true,
  async run(ctx, { before }) {
    const removed = await ctx.files.store.removeReceivedBefore(new Date(before));
    ctx.log.info({ removed }, 'files of the demonstration removed');
  },
});
