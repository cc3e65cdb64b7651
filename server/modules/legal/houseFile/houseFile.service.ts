import { inArray, sql, type SQL } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import type { HouseFileChange, HouseFileForm } from '#contract/legal/houseFile/model.ts';
import { EMPTY_HOUSE, type HousePaper } from '#contract/legal/houseFile/rules.ts';
import { audit, auditMany } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { anyOf, rows, violatedConstraint } from '#server/kernel/db.ts';
import { NOT_SOLD } from '#contract/company/catalogs/states.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { faultsOf } from './houseFile.check.ts';
import { COLUMNS, FIELDS, FILE_COLUMNS } from './houseFile.columns.ts';
import { houseFilesInReach } from './houseFile.scope.ts';
import { houseFiles } from './houseFile.table.ts';

export { faultsOf } from './houseFile.check.ts';
export { FIELDS_JSON } from './houseFile.columns.ts';

type Row = typeof houseFiles.$inferSelect;

/** A change of one house's legal file. `at`: where its fields stand in the request, as `filas[3]`. */
export interface HouseFileEdit {
  lotId: number;
  version?: number | undefined;
  set: HouseFileChange;
  at?: string | undefined;
}

/** A house's legal file before anything is written. */
export const EMPTY_FILE: HouseFileForm = {
  ...EMPTY_HOUSE,
  finca_madre: null,
  valor_catastral_centavos: null,
  liberacion_banco: null,
};
/** The fields of a stored file. */
export const fileValues = (row: Row | undefined): HouseFileForm =>
  row
    ? (Object.fromEntries(FIELDS.map((field) => [field, row[COLUMNS[field]]])) as unknown as HouseFileForm)
    : EMPTY_FILE;
const fieldAt = (at: string | undefined, field: string) => (at ? `${at}[${field}]` : field);

/** Locks houses' lots after their sales. */
export async function lockHouseLots({ db }: Pick<Acting, 'db'>, lotIds: readonly number[]): Promise<void> {
  const ids = sql.param([...lotIds]);
  await db.execute(sql`select s.id from sales s join lot_claims c on c.sale_id = s.id and c.released_at is null
    where c.lot_id = any(${ids}::bigint[]) order by s.id for no key update of s`);
  await db.execute(
    sql`select l.id from lots l where l.id = any(${ids}::bigint[]) order by l.id for no key update`,
  );
}

/** The lots of the edits within `reach`, with the sale of each, locked: sales first, then what was written. */
async function lockHouses(ctx: Acting, lotIds: readonly number[], reach: SQL) {
  await lockHouseLots(ctx, lotIds);
  const ids = sql.param([...lotIds]);
  const found = await rows<{
    id: number;
    name: string;
    saleId: number | null;
    saleState: number | null;
    mine: boolean;
  }>(
    ctx.db,
    sql`select l.id, l.name, s.id "saleId", s.state_id "saleState", ${reach} mine
      from lots l left join lot_claims c on c.lot_id = l.id and c.released_at is null left join sales s on s.id = c.sale_id
      where l.id = any(${ids}::bigint[]) and l.type_id not in ${anyOf(NOT_SOLD)}`,
  );
  const written = await ctx.db
    .select()
    .from(houseFiles)
    .where(inArray(houseFiles.lotId, [0, ...lotIds]));
  return {
    lots: new Map(found.map((one) => [one.id, one])),
    files: new Map(written.map((one) => [one.lotId, one])),
  };
}

/**
 * Writes several houses' legal files in one transaction: all or none. Answers how many changed. Raises 404 outside the
 * caller's scope, 409 STALE, 409 TAKEN at the finca of another house, 422 at the cell.
 */
export const writeHouseFiles = (ctx: Acting, edits: readonly HouseFileEdit[]): Promise<number> =>
  writeEdits(ctx, edits, houseFilesInReach(ctx, 'legal.crear'));

/** The same by what the works obtain: the permission of their own step was checked, and legal files need none. */
export const writeFromWorks = (ctx: Acting, edit: HouseFileEdit): Promise<number> =>
  writeEdits(ctx, [edit], sql`true`);

async function writeEdits(ctx: Acting, edits: readonly HouseFileEdit[], reach: SQL): Promise<number> {
  const { lots, files } = await lockHouses(
    ctx,
    edits.map(({ lotId }) => lotId),
    reach,
  );
  const today = panamaDay(ctx.now);
  const faults: FieldError[] = [];
  const changed: {
    edit: HouseFileEdit;
    before: HouseFileForm;
    after: HouseFileForm;
    saleId: number | null;
  }[] = [];
  const seen = new Set<number>();
  for (const edit of edits) {
    const lot = lots.get(edit.lotId);
    if (!lot?.mine) throw notFound();
    if (seen.has(edit.lotId)) {
      faults.push({ field: fieldAt(edit.at, 'lote_id'), message: `El lote ${lot.name} está dos veces.` });
      continue;
    }
    seen.add(edit.lotId);
    const row = files.get(edit.lotId);
    if (edit.version !== undefined && edit.version !== (row?.version ?? 0))
      throw conflict(
        'STALE',
        edit.at ? `Alguien cambió el expediente de ${lot.name} mientras tanto.` : undefined,
        {
          version: row?.version ?? 0,
        },
      );
    const before = fileValues(row);
    const after = { ...before, ...definedOf(edit.set) };
    const keys = FIELDS.filter((field) => after[field] !== before[field]);
    const wrong = faultsOf(after, before, { changed: new Set(keys), today, saleState: lot.saleState });
    faults.push(...wrong.map(({ field, message }) => ({ field: fieldAt(edit.at, field), message })));
    if (keys.length > 0) changed.push({ edit, before, after, saleId: lot.saleId });
  }
  if (faults.length > 0) throw invalid(faults);
  for (const { edit, after } of changed) await saveOne(ctx, edit, after, files.get(edit.lotId)?.version ?? 0);
  await auditMany(
    ctx,
    'cambiar',
    'expediente_vivienda',
    changed.map(({ edit, before, after }) => ({ id: edit.lotId, data: changesOf(before, after) })),
  );
  await announce(
    ctx,
    ...changed.map(({ edit, saleId }) => ({
      record: 'expediente_vivienda' as const,
      id: edit.lotId,
      verb: 'cambiar',
      ...(saleId !== null && { of: ['precontrato', saleId] as const }),
    })),
  );
  return changed.length;
}

const definedOf = (set: HouseFileChange): Partial<HouseFileForm> =>
  Object.fromEntries(FIELDS.flatMap((field) => (set[field] === undefined ? [] : [[field, set[field]]])));

function changesOf(before: HouseFileForm, after: HouseFileForm) {
  const keys = FIELDS.filter((field) => after[field] !== before[field]);
  const of = (form: HouseFileForm) => Object.fromEntries(keys.map((key) => [key, form[key]]));
  return { before: of(before), after: of(after) };
}

async function saveOne(
  ctx: Acting,
  edit: HouseFileEdit,
  after: HouseFileForm,
  version: number,
): Promise<void> {
  const columns = Object.fromEntries(FIELDS.map((field) => [COLUMNS[field], after[field]])) as Partial<Row>;
  const meta = {
    version: version + 1,
    updatedBy: ctx.staff?.userId ?? null,
    updatedAt: ctx.now,
    warnedDays: null,
  };
  try {
    await ctx.db
      .insert(houseFiles)
      .values({ ...columns, ...meta, lotId: edit.lotId, createdAt: ctx.now })
      .onConflictDoUpdate({ target: houseFiles.lotId, set: { ...columns, ...meta } });
  } catch (error) {
    if (violatedConstraint(error) !== 'house_files_finca') throw error;
    const message = `La finca ${after.finca} ya es de otra vivienda.`;
    throw new Refused(409, 'TAKEN', message, { errors: [{ field: fieldAt(edit.at, 'finca'), message }] });
  }
}

/** Keeps the file of one paper; an earlier one stays among the record's files. Raises 404, 422 at `archivo`. */
export async function fileHousePaper(ctx: Context, lotId: number, part: HousePaper): Promise<void> {
  const [upload] = ctx.uploads.get('archivo') ?? [];
  if (!upload) throw invalid([{ field: 'archivo', message: 'Adjunta el archivo.' }]);
  await keepHousePaper(ctx, { lotId, part }, upload, houseFilesInReach(ctx, 'legal.crear'));
}

/** Keeps the resolution of a permit of the works as the file of one paper. Raises 404. */
export const keepFromWorks = (
  ctx: Acting,
  of: { lotId: number; part: HousePaper },
  paper: UploadedFile,
): Promise<void> => keepHousePaper(ctx, of, paper, sql`true`);

async function keepHousePaper(
  ctx: Acting,
  { lotId, part }: { lotId: number; part: HousePaper },
  paper: UploadedFile,
  reach: SQL,
): Promise<void> {
  const { lots, files } = await lockHouses(ctx, [lotId], reach);
  const lot = lots.get(lotId);
  if (!lot?.mine) throw notFound();
  const fileId = await addFile(
    ctx,
    { reference: 'expediente_vivienda', referenceId: lotId, sensitive: false },
    paper,
  );
  const meta = {
    version: (files.get(lotId)?.version ?? 0) + 1,
    updatedBy: ctx.staff?.userId ?? null,
    updatedAt: ctx.now,
    [FILE_COLUMNS[part]]: fileId,
  };
  await ctx.db
    .insert(houseFiles)
    .values({ ...meta, lotId, createdAt: ctx.now })
    .onConflictDoUpdate({ target: houseFiles.lotId, set: meta });
  await audit(ctx, 'cargar', 'expediente_vivienda', lotId, { parte: part });
  await announce(ctx, {
    record: 'expediente_vivienda',
    id: lotId,
    verb: 'cargar',
    ...(lot.saleId !== null && { of: ['precontrato', lot.saleId] as const }),
  });
}
