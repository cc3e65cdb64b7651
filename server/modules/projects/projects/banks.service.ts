import { and, asc, eq, isNull, max, ne } from 'drizzle-orm';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { MESSAGES } from '#contract/errors.ts';
import type { BankExecutive, ExecutiveForm, ProjectBank } from '#contract/projects/projects/banks.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { violatedConstraint, type Db } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { catalogItems } from '#server/modules/company/catalogs/catalogs.table.ts';
import { bankExecutives, projectBanks } from './banks.table.ts';
import { findProjectRow } from './projects.queries.ts';

/** All banks by id, including archived ones, with their label and extra fields. */
const knownBanks = async (db: Db) =>
  new Map(
    (await db.select().from(catalogItems).where(eq(catalogItems.catalog, banks.name))).map((one) => [
      one.id,
      one,
    ]),
  );

/** Active banks that give mortgages. */
export async function lenders(db: Db): Promise<{ id: number; name: string }[]> {
  const known = [...(await knownBanks(db)).values()];
  return known
    .filter(({ archivedAt, extra }) => !archivedAt && extra['hipotecas'] === true)
    .toSorted((a, b) => a.position - b.position)
    .map(({ id, label }) => ({ id, name: label }));
}

/** The banks of a project in order, with their executives; archived ones last. */
export async function banksOf(db: Db, projectId: number): Promise<ProjectBank[]> {
  const list = await db
    .select()
    .from(projectBanks)
    .where(eq(projectBanks.projectId, projectId))
    .orderBy(asc(projectBanks.position), asc(projectBanks.id));
  const people = await db
    .select({ executive: bankExecutives })
    .from(bankExecutives)
    .innerJoin(projectBanks, eq(projectBanks.id, bankExecutives.projectBankId))
    .where(eq(projectBanks.projectId, projectId))
    .orderBy(asc(bankExecutives.position), asc(bankExecutives.id));
  const known = await knownBanks(db);
  const archivedLast = (a: { archived: boolean }, b: { archived: boolean }) =>
    Number(a.archived) - Number(b.archived);
  return list
    .map((one) => ({
      id: one.id,
      bank: { id: one.bankId, name: known.get(one.bankId)?.label ?? String(one.bankId) },
      mortgages: known.get(one.bankId)?.extra['hipotecas'] === true,
      notes: one.notes,
      position: one.position,
      archived: one.archivedAt !== null,
      version: one.version,
      executives: people
        .filter(({ executive }) => executive.projectBankId === one.id)
        .map(({ executive }) => presentExecutive(executive))
        .toSorted((a, b) => archivedLast(a, b) || Number(b.main) - Number(a.main)),
    }))
    .toSorted(archivedLast);
}

const presentExecutive = (row: typeof bankExecutives.$inferSelect): BankExecutive => ({
  id: row.id,
  name: row.name,
  phone: row.phone,
  email: row.email,
  branch: row.branch,
  notes: row.notes,
  main: row.main,
  position: row.position,
  archived: row.archivedAt !== null,
  version: row.version,
});

/** The banks of a project in scope. Raises 404. */
export async function listBanks(ctx: Context, projectId: number): Promise<ProjectBank[]> {
  if (!(await findProjectRow(ctx, projectId, 'proyectos.ver'))) throw notFound();
  return banksOf(ctx.db, projectId);
}

async function reachProject(ctx: Context, projectId: number): Promise<void> {
  if (!(await findProjectRow(ctx, projectId, 'proyectos.editar', true))) throw notFound();
}

/** Adds a bank that gives mortgages. Raises 404, 409 BANK_TAKEN, 422 at bank_id. */
export async function addBank(
  ctx: Context,
  projectId: number,
  { bank_id, notes }: { bank_id: number; notes: string },
): Promise<ProjectBank[]> {
  await reachProject(ctx, projectId);
  if (!(await lenders(ctx.db)).some(({ id }) => id === bank_id))
    throw invalid([{ field: 'bank_id', message: 'Elige un banco de la lista que dé hipotecas.' }]);
  try {
    await ctx.db.insert(projectBanks).values({
      projectId,
      bankId: bank_id,
      notes,
      position: await nextBank(ctx.db, projectId),
      createdAt: ctx.now,
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'project_banks_bank') throw error;
    const message = 'Ese banco ya está en el proyecto: si no lo ves, recupéralo del archivo.';
    throw new Refused(409, 'BANK_TAKEN', message, { errors: [{ field: 'bank_id', message }] });
  }
  await audit(ctx, 'agregar_banco', 'proyecto', projectId, { bankId: bank_id });
  return banksOf(ctx.db, projectId);
}

async function nextBank(db: Db, projectId: number): Promise<number> {
  const [last] = await db
    .select({ position: max(projectBanks.position) })
    .from(projectBanks)
    .where(eq(projectBanks.projectId, projectId));
  return (last?.position ?? -1) + 1;
}

/** Changes the notes of a project's bank, or archives it. Raises 404, 409 STALE. */
export async function changeBank(
  ctx: Context,
  id: number,
  { notes, archived, version }: { notes: string; archived: boolean; version?: number | undefined },
): Promise<ProjectBank[]> {
  const before = await reachBank(ctx, id);
  refuseStale(before, version);
  await ctx.db
    .update(projectBanks)
    .set({ notes, archivedAt: archived ? (before.archivedAt ?? ctx.now) : null, version: before.version + 1 })
    .where(eq(projectBanks.id, id));
  await audit(ctx, 'cambiar_banco', 'proyecto', before.projectId, { bankId: before.bankId, archived });
  return banksOf(ctx.db, before.projectId);
}

const refuseStale = (before: { version: number }, version: number | undefined) => {
  if (version !== undefined && version !== before.version)
    throw conflict('STALE', undefined, { version: before.version });
};

async function reachBank(ctx: Context, id: number) {
  const [row] = await ctx.db.select().from(projectBanks).where(eq(projectBanks.id, id)).for('no key update');
  if (!row || !(await findProjectRow(ctx, row.projectId, 'proyectos.editar'))) throw notFound();
  return row;
}

/** Reorders the banks. Raises 404, 409 unless the ids are exactly the project's active banks. */
export async function orderBanks(
  ctx: Context,
  projectId: number,
  ids: readonly number[],
): Promise<ProjectBank[]> {
  await reachProject(ctx, projectId);
  const valid = (await banksOf(ctx.db, projectId)).filter(({ archived }) => !archived);
  if (ids.length !== valid.length || !valid.every(({ id }) => ids.includes(id)))
    throw conflict('CONFLICT', MESSAGES.CONFLICT, { ids: valid.map(({ id }) => id) });
  for (const [position, id] of ids.entries())
    await ctx.db.update(projectBanks).set({ position }).where(eq(projectBanks.id, id));
  await audit(ctx, 'ordenar_bancos', 'proyecto', projectId, { ids });
  return banksOf(ctx.db, projectId);
}

/**
 * Copies the banks that this project lacks, with their active executives.
 * Returns the number. Raises 404, 422 at from_project_id.
 */
export async function copyBanks(ctx: Context, projectId: number, fromId: number): Promise<number> {
  await reachProject(ctx, projectId);
  if (fromId === projectId || !(await findProjectRow(ctx, fromId, 'proyectos.ver')))
    throw invalid([{ field: 'from_project_id', message: 'Elige otro proyecto.' }]);
  const here = new Set((await banksOf(ctx.db, projectId)).map(({ bank }) => bank.id));
  const lacking = (await banksOf(ctx.db, fromId)).filter(
    ({ bank, archived }) => !archived && !here.has(bank.id),
  );
  let position = await nextBank(ctx.db, projectId);
  for (const { bank, notes, executives } of lacking) {
    const [made] = await ctx.db
      .insert(projectBanks)
      .values({ projectId, bankId: bank.id, notes, position, createdAt: ctx.now })
      .returning({ id: projectBanks.id });
    position += 1;
    const people = executives.filter(({ archived }) => !archived);
    if (people.length > 0)
      await ctx.db.insert(bankExecutives).values(
        people.map(({ name, phone, email, branch, notes, main, position }) => ({
          name,
          phone,
          email,
          branch,
          notes,
          main,
          position,
          projectBankId: made!.id,
          createdAt: ctx.now,
        })),
      );
  }
  await audit(ctx, 'copiar_bancos', 'proyecto', projectId, {
    fromId,
    bankIds: lacking.map(({ bank }) => bank.id),
  });
  return lacking.length;
}

/** Adds an executive to a project's bank; the first one becomes the main one. Raises 404. */
export async function addExecutive(
  ctx: Context,
  bankId: number,
  form: ExecutiveForm,
): Promise<ProjectBank[]> {
  const bank = await reachBank(ctx, bankId);
  const others = await ctx.db.$count(
    bankExecutives,
    and(eq(bankExecutives.projectBankId, bankId), isNull(bankExecutives.archivedAt)),
  );
  const main = !form.archived && (form.main || others === 0);
  if (main) await yieldMain(ctx.db, bankId);
  const [made] = await ctx.db
    .insert(bankExecutives)
    .values({ ...columnsOf(form, ctx.now, null), main, projectBankId: bankId, createdAt: ctx.now })
    .returning({ id: bankExecutives.id });
  await audit(ctx, 'agregar_ejecutivo', 'proyecto', bank.projectId, {
    bankId: bank.bankId,
    executiveId: made!.id,
  });
  return banksOf(ctx.db, bank.projectId);
}

const columnsOf = (form: ExecutiveForm, now: Date, archivedAt: Date | null) => ({
  name: form.name,
  phone: form.phone,
  email: form.email,
  branch: form.branch,
  notes: form.notes,
  main: form.main && !form.archived,
  position: form.position,
  archivedAt: form.archived ? (archivedAt ?? now) : null,
});

/** The caller holds the bank's row lock, so no other transaction sets a main executive meanwhile. */
const yieldMain = (db: Db, bankId: number, but = 0) =>
  db
    .update(bankExecutives)
    .set({ main: false })
    .where(
      and(
        eq(bankExecutives.projectBankId, bankId),
        eq(bankExecutives.main, true),
        ne(bankExecutives.id, but),
      ),
    );

/** Changes or archives an executive. Raises 404, 409 STALE. */
export async function changeExecutive(
  ctx: Context,
  id: number,
  { version, ...form }: ExecutiveForm & { version?: number | undefined },
): Promise<ProjectBank[]> {
  const [known] = await ctx.db
    .select({ bankId: bankExecutives.projectBankId })
    .from(bankExecutives)
    .where(eq(bankExecutives.id, id));
  if (!known) throw notFound();
  const bank = await reachBank(ctx, known.bankId);
  const [before] = await ctx.db
    .select()
    .from(bankExecutives)
    .where(eq(bankExecutives.id, id))
    .for('no key update');
  refuseStale(before!, version);
  const set = columnsOf(form, ctx.now, before!.archivedAt);
  if (set.main) await yieldMain(ctx.db, bank.id, id);
  await ctx.db
    .update(bankExecutives)
    .set({ ...set, version: before!.version + 1 })
    .where(eq(bankExecutives.id, id));
  await audit(ctx, 'cambiar_ejecutivo', 'proyecto', bank.projectId, {
    executiveId: id,
    archived: form.archived,
  });
  return banksOf(ctx.db, bank.projectId);
}
