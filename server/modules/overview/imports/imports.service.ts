import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { ImportRow } from '#contract/overview/imports/model.ts';
import { audit } from '#server/kernel/audit.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { holdName, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound } from '#server/kernel/errors.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { findImports, importsInReach } from './imports.queries.ts';
import { importRows, imports } from './imports.table.ts';
import { kindNamed } from './kinds.ts';
import { checkRows, planHash, tableOf, type CheckedRow } from './plan.ts';
import { ROWS_MAX } from '#contract/overview/imports/model.ts';
import { readSheet } from '#server/kernel/sheet/readSheet.ts';

const MACROS = 'application/vnd.ms-excel.sheet.macroenabled.12';
const STALE = 'Algo cambió desde la prueba, o no se probó ese archivo. Haz la prueba otra vez.';

/**
 * Dry run: reads a file, checks its rows and stores the result, but changes no records. Raises 422 at `archivo` or
 * `tipo`, 403.
 */
export async function tryImport(ctx: Context, kindName: string): Promise<{ data: ImportRow }> {
  const kind = kindNamed(kindName);
  if (!kind) throw invalid([{ field: 'tipo', message: 'Elige una de las opciones.' }]);
  if (!scopeOf(ctx, kind.permission)) throw forbidden();
  const [upload] = ctx.uploads.get('archivo') ?? [];
  if (!upload) throw invalid([{ field: 'archivo', message: 'Elige el archivo de Excel.' }]);
  if (upload.mime === MACROS)
    throw invalid([
      {
        field: 'archivo',
        message: 'El archivo trae macros y no se acepta. Guárdalo como libro de Excel (.xlsx), sin macros.',
      },
    ]);
  const pieces: Buffer[] = [];
  for await (const piece of await ctx.files.store.read(upload.sha256)) pieces.push(piece as Buffer);
  const table = tableOf(await readSheet(Buffer.concat(pieces), ROWS_MAX), kind);
  return ctx.transaction(
    async (inner) => {
      const checked = await checkRows(
        table,
        kind,
        await kind.load(
          inner,
          false,
          table.rows.map(({ cells }) => cells),
        ),
      );
      const count = (status: CheckedRow['status']) => checked.filter((one) => one.status === status).length;
      const fileId = await addFile(
        inner,
        { reference: 'importacion', referenceId: 0, sensitive: false },
        upload,
      );
      const [made] = await inner.db
        .insert(imports)
        .values({
          kind: kind.name,
          fileId,
          fileName: upload.name,
          sha256: upload.sha256,
          planHash: planHash(checked),
          unknownHeadings: table.unknownHeadings,
          newRows: count('new'),
          changedRows: count('changed'),
          sameRows: count('same'),
          badRows: count('bad'),
          createdBy: staffOf(inner).userId,
          createdAt: inner.now,
        })
        .returning({ id: imports.id });
      await insertRows(inner, made!.id, checked);
      await audit(inner, 'probar importación', 'importacion', made!.id, {
        kind: kind.name,
        file: upload.name,
        sha256: upload.sha256,
      });
      return { data: (await findImports(inner, eq(imports.id, made!.id), { limit: 1, offset: 0 }))[0]! };
    },
    { once: true },
  );
}

async function insertRows(ctx: Context, importId: number, checked: CheckedRow[]): Promise<void> {
  for (let at = 0; at < checked.length; at += 1_000) {
    const part = checked.slice(at, at + 1_000).map(({ row, status, cells, faults, changes, label }) => ({
      row,
      status,
      cells,
      faults,
      changes,
      label,
    }));
    await ctx.db.execute(
      sql`insert into import_rows (import_id, row, status, cells, faults, changes, label)
        select ${importId}, row, status, cells, faults, changes, label
        from jsonb_to_recordset(${JSON.stringify(part)}::jsonb)
          t (row int, status text, cells jsonb, faults jsonb, changes jsonb, label text)`,
    );
  }
}

async function lockImport(ctx: Context, id: number) {
  const [found] = await ctx.db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), importsInReach(ctx)))
    .for('no key update');
  const kind = found && kindNamed(found.kind);
  if (!found || !kind) throw notFound();
  if (!scopeOf(ctx, kind.permission)) throw forbidden();
  // Two imports of one kind run one after the other.
  await holdName(ctx.db, `imports ${kind.name}`);
  return { found, kind };
}

/**
 * Writes the result of a dry run, in one transaction. Raises 409 IMPORT_DONE if it was already written, 409
 * IMPORT_STALE if the file, the plan or the records changed since the dry run, 422 if there are bad rows and
 * `solo_buenas` is not set.
 */
export async function confirmImport(
  ctx: Context,
  id: number,
  named: { sha256: string; plan: string; solo_buenas: boolean },
): Promise<{ made: number; changed: number }> {
  const { found, kind } = await lockImport(ctx, id);
  if (found.state !== 'checked')
    throw conflict('IMPORT_DONE', 'Esta importación ya se hizo. Para repetirla, prueba el archivo otra vez.');
  if (named.sha256 !== found.sha256 || named.plan !== found.planHash) throw conflict('IMPORT_STALE', STALE);
  if (found.badRows > 0 && !named.solo_buenas)
    throw invalid([
      {
        field: 'solo_buenas',
        message: `Hay ${found.badRows} filas con faltas: corrígelas y prueba otra vez, o elige importar solo las buenas.`,
      },
    ]);
  const rows = await ctx.db
    .select({ row: importRows.row, cells: importRows.cells })
    .from(importRows)
    .where(eq(importRows.importId, id))
    .orderBy(asc(importRows.row));
  const known = await kind.load(
    ctx,
    true,
    rows.map(({ cells }) => cells),
  );
  const checked = await checkRows({ rows }, kind, known);
  if (planHash(checked) !== found.planHash) throw conflict('IMPORT_STALE', STALE);
  const writing = checked.filter(({ status }) => status === 'new' || status === 'changed');
  const ids = await written(kind.write(ctx, writing, id));
  await ctx.db.execute(
    sql`update import_rows r set record_id = n.id from unnest(${sql.param([...ids.keys()])}::int[], ${sql.param([...ids.values()])}::bigint[]) n (row, id)
      where r.import_id = ${id} and r.row = n.row`,
  );
  await ctx.db
    .update(imports)
    .set({
      state: 'imported',
      onlyGood: found.badRows > 0,
      confirmedBy: staffOf(ctx).userId,
      confirmedAt: ctx.now,
    })
    .where(eq(imports.id, id));
  await audit(ctx, 'importar', 'importacion', id, {
    kind: kind.name,
    sha256: found.sha256,
    new: found.newRows,
    changed: found.changedRows,
    left_out: found.badRows,
  });
  return { made: found.newRows, changed: found.changedRows };
}

/** Reports a constraint violation as IMPORT_STALE: another user created the record since the dry run. */
async function written<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error)) throw conflict('IMPORT_STALE', STALE);
    throw error;
  }
}

/** Reports a constraint violation as use: another record references an imported row. */
async function used(work: Promise<string | null>): Promise<string | null> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error)) return 'Algo de lo importado ya se usa: cámbialo en su ficha.';
    throw error;
  }
}

/** Undoes an import that is not used yet. Raises 404, 409 IMPORT_USED with the reason. */
export async function undoImport(ctx: Context, id: number): Promise<void> {
  const { found, kind } = await lockImport(ctx, id);
  if (found.state !== 'imported')
    throw conflict('IMPORT_USED', 'Esta importación no está hecha, o ya se deshizo.');
  const rows = await ctx.db
    .select({ recordId: importRows.recordId, status: importRows.status, changes: importRows.changes })
    .from(importRows)
    .where(
      and(
        eq(importRows.importId, id),
        inArray(importRows.status, ['new', 'changed']),
        isNotNull(importRows.recordId),
      ),
    )
    .orderBy(asc(importRows.row));
  await kind.load(ctx, true, []);
  const reason = await used(
    kind.undo(
      ctx,
      rows.map(({ recordId, status, changes }) => ({ recordId: recordId!, made: status === 'new', changes })),
      id,
    ),
  );
  if (reason) throw conflict('IMPORT_USED', reason);
  await ctx.db
    .update(imports)
    .set({ state: 'undone', undoneBy: staffOf(ctx).userId, undoneAt: ctx.now })
    .where(eq(imports.id, id));
  await audit(ctx, 'deshacer importación', 'importacion', id);
}
