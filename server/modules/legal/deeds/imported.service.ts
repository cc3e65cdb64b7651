import { and, eq, sql } from 'drizzle-orm';
import { DEED } from '#contract/company/catalogs/states.ts';
import { panamaInstant } from '#contract/dates.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce, touch } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict } from '#server/kernel/errors.ts';
import { row, type Db } from '#server/kernel/db.ts';
import { advanceSale } from '#server/modules/sales/sale/advance.service.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { dueOf } from './deeds.service.ts';
import { deedCertificates, deedEntries, deeds, deedTaxes } from './deeds.table.ts';

/** A deed that was on its way before the company moved in. Days are YYYY-MM-DD. */
export interface ImportedDeed {
  stateId: number;
  /** The day on which it came into its state. */
  since: string;
  notary: string | null;
  notaryOn: string | null;
  buyerSignedOn: string | null;
  companySignedOn: string | null;
  bankSignedOn: string | null;
  number: string | null;
  closedOn: string | null;
  entry: string | null;
  enteredOn: string | null;
  defect: string | null;
  limitOn: string | null;
  folio: string | null;
  inscribedOn: string | null;
}

const REASON = 'Escritura importada de Excel';

/** The deed of a sale that is not void, with its last entry, as an import compares it; undefined without one. */
export async function standingDeeds(db: Db, saleIds: readonly number[]) {
  if (saleIds.length === 0) return [];
  const found = await db
    .select({
      deed: deeds,
      since: sql<string>`to_char(${deeds.stateSince} at time zone 'America/Panama', 'YYYY-MM-DD')`,
      entry: sql<{ number: string; on: string; defect: string | null; limit: string | null } | null>`(
        select json_build_object('number', e.number, 'on', e.entered_on, 'defect', e.defect, 'limit', e.limit_on)
        from deed_entries e where e.deed_id = deeds.id order by e.id desc limit 1)`,
    })
    .from(deeds)
    .where(
      and(
        sql`${deeds.saleId} = any(${sql.param(saleIds)}::bigint[])`,
        sql`${deeds.stateId} <> ${DEED.voided}`,
      ),
    );
  return found.map(({ deed, since, entry }) => ({
    id: deed.id,
    saleId: deed.saleId,
    version: deed.version,
    is: {
      stateId: deed.stateId,
      since,
      notary: deed.notary,
      notaryOn: deed.notaryOn,
      buyerSignedOn: deed.buyerSignedOn,
      companySignedOn: deed.companySignedOn,
      bankSignedOn: deed.bankSignedOn,
      number: deed.number,
      closedOn: deed.closedOn,
      entry: entry?.number ?? null,
      enteredOn: entry?.on ?? null,
      defect: entry?.defect ?? null,
      limitOn: entry?.limit ?? null,
      folio: deed.folio,
      inscribedOn: deed.inscribedOn,
    } satisfies ImportedDeed,
  }));
}

/**
 * Registers where a deed stands that began before the company moved in: opens it, or takes one that nobody has worked on
 * yet. With an inscribed one its sale goes on to "Inscrito". Returns its id. Raises 409 when the deed was worked on meanwhile.
 */
export async function importDeed(ctx: Context, saleId: number, one: ImportedDeed): Promise<number> {
  const sale = await lockSale(ctx.db, saleId);
  if (!sale) throw conflict('STALE');
  const [there] = await ctx.db
    .select()
    .from(deeds)
    .where(and(eq(deeds.saleId, saleId), sql`${deeds.stateId} <> ${DEED.voided}`))
    .for('no key update');
  if (there && (there.stateId !== DEED.toDo || there.version !== 1)) throw conflict('STALE');
  const { entry, enteredOn, defect, limitOn, since, ...columns } = one;
  const set = {
    ...columns,
    stateSince: panamaInstant(since, '12:00'),
    dueOn: await dueOf(ctx.db, one.stateId, since, { notaryOn: one.notaryOn, limitOn }),
  };
  const [made] = there
    ? await ctx.db
        .update(deeds)
        .set({ ...set, version: 2 })
        .where(eq(deeds.id, there.id))
        .returning()
    : await ctx.db
        .insert(deeds)
        .values({ ...set, saleId, version: 2, createdBy: staffOf(ctx).userId, createdAt: ctx.now })
        .returning();
  const id = made!.id;
  if (entry && enteredOn)
    await ctx.db.insert(deedEntries).values({
      deedId: id,
      number: entry,
      enteredOn,
      createdAt: ctx.now,
      ...(defect && limitOn && { defect, defectOn: since, limitOn }),
    });
  await announce(ctx, {
    record: 'escritura',
    id,
    from: there?.stateId ?? null,
    to: one.stateId,
    of: ['precontrato', saleId],
    reason: REASON,
  });
  await audit(ctx, 'importar', 'escritura', id, { saleId, ...one });
  if (one.stateId >= DEED.registered) await advanceSale(ctx, saleId, SALE.registered, REASON);
  return id;
}

/**
 * Takes an imported deed back: one that it opened goes, one that was open is to do again. Returns why not, and writes
 * nothing, when it was worked on since or its sale went on with it.
 */
export async function takeBackDeed(
  ctx: Context,
  id: number,
  { made, importedAt }: { made: boolean; importedAt: Date },
): Promise<string | null> {
  const [deed] = await ctx.db.select().from(deeds).where(eq(deeds.id, id)).for('no key update');
  const papers = await row<{ some: boolean }>(
    ctx.db,
    sql`select exists (select from ${deedTaxes} where deed_id = ${id}) or exists (select from ${deedCertificates} where deed_id = ${id}) "some"`,
  );
  if (!deed || deed.version !== 2 || papers?.some)
    return 'Alguna de las escrituras se trabajó después: corrígela en su página.';
  const sale = await row<{ moved: boolean }>(
    ctx.db,
    sql`select state_since >= ${importedAt} moved from sales where id = ${deed.saleId} for no key update`,
  );
  if (sale?.moved) return 'Alguna venta cambió de estado con esta importación: ya no se deshace.';
  await ctx.db.delete(deedEntries).where(eq(deedEntries.deedId, id));
  if (made) {
    await ctx.db.delete(deeds).where(eq(deeds.id, id));
    touch(ctx, ['precontrato', deed.saleId]);
  } else {
    const none = { notary: null, notaryOn: null, buyerSignedOn: null, companySignedOn: null, bankSignedOn: null, number: null, closedOn: null, folio: null, inscribedOn: null }; // prettier-ignore
    await ctx.db
      .update(deeds)
      .set({ ...none, stateId: DEED.toDo, stateSince: ctx.now, dueOn: null, version: 1 })
      .where(eq(deeds.id, id));
    await announce(ctx, {
      record: 'escritura',
      id,
      from: deed.stateId,
      to: DEED.toDo,
      of: ['precontrato', deed.saleId],
      reason: 'Se deshizo la importación',
    });
  }
  await audit(ctx, 'deshacer importación', 'escritura', id);
  return null;
}
