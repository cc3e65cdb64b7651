import { sql } from 'drizzle-orm';
import { showDay, showInstant } from '#contract/dates.ts';
import type { ExportFilter, ListExports } from '#contract/exports.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { rows, type Db } from '#server/kernel/db.ts';
import type { ExportHead } from '#server/kernel/exports/sheet.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';

/** Parameters that are not filters: page, order and format. */
const ASIDE = new Set(['page', 'per_page', 'formato', 'columnas', 'ids', 'order_column', 'order_type']);
/** Tables with the names of filter values. */
const NAMED = {
  proyecto: sql`(select id, name from projects)`,
  contratista: sql`(select id, name from partners)`,
  usuario: sql`(select id, name from users)`,
  rol: sql`(select id, display_name as name from roles)`,
};
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The head of an exported list: company, user, time, and the filters in words. */
export async function headOf(
  ctx: Context,
  { title, filters = {}, columns }: ListExports,
  query: Record<string, unknown>,
  chosen: number,
): Promise<ExportHead> {
  const { company } = await readSettings(ctx.db);
  const told: [string, string][] = [];
  for (const [key, value] of Object.entries(query)) {
    if (ASIDE.has(key) || value === undefined || value === null || value === '' || value === false) continue;
    const filter = filters[key] ?? { label: key };
    told.push([filter.label, await wordsOf(ctx.db, filter, Array.isArray(value) ? value : [value])]);
  }
  const order = query['order_column'];
  if (typeof order === 'string') {
    const by = columns.find(({ key, of }) => key === order || of === order)?.title ?? order;
    told.push(['Orden', `${by}, ${query['order_type'] === 'desc' ? 'descendente' : 'ascendente'}`]);
  }
  if (chosen > 0) told.push(['Filas elegidas', String(chosen)]);
  return { title, company: company.name, by: staffOf(ctx).name, at: showInstant(ctx.now), filters: told };
}

async function wordsOf(db: Db, { values, of }: ExportFilter, list: readonly unknown[]): Promise<string> {
  const names = of ? await namesOf(db, of, list.map(Number).filter(Number.isSafeInteger)) : null;
  return list
    .map((one) => {
      if (one === true) return 'Sí';
      const text = String(one);
      const named = values?.[text] ?? names?.get(Number(text));
      return named ?? (DAY.test(text) ? showDay(text) : text === '0' && of ? 'Sin asignar' : text);
    })
    .join(', ');
}

async function namesOf(
  db: Db,
  of: NonNullable<ExportFilter['of']>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (!(of in NAMED)) return catalogLabels(db, { name: of.slice('catalog:'.length) });
  const found = await rows<{ id: number; name: string }>(
    db,
    sql`select id, name from ${NAMED[of as keyof typeof NAMED]} named where id = any(${sql.param([...ids])}::bigint[])`,
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}
