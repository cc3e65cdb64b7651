import { inArray } from 'drizzle-orm';
import { showDay, showInstant } from '#contract/dates.ts';
import type { ExportFilter, ListExports } from '#contract/company/exports/model.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import type { ExportHead } from '#server/kernel/exports/sheet.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { roles, users } from '#server/modules/company/users/users.table.ts';

/** Not filters: what part of the list, and how it leaves. */
const ASIDE = new Set(['page', 'per_page', 'formato', 'columnas', 'ids', 'order_column', 'order_type']);
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What stands on an exported list: the company, who, when, and the filters in words. */
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
  if (of.startsWith('catalog:')) return catalogLabels(db, { name: of.slice('catalog:'.length) });
  if (of === 'rol') {
    const named = await db
      .select({ id: roles.id, name: roles.displayName })
      .from(roles)
      .where(inArray(roles.id, [...ids]));
    return new Map(named.map(({ id, name }) => [id, name]));
  }
  const table = of === 'proyecto' ? projects : of === 'contratista' ? partners : users;
  const found = await db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(inArray(table.id, [...ids]));
  return new Map(found.map(({ id, name }) => [id, name]));
}
