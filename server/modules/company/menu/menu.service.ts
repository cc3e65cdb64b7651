import { createHash } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { MENU_OPTIONS, mayOpenOption, type MenuOption } from '#contract/company/menu/menu.ts';
import { MENU_MODULES, type MenuModule } from '#contract/company/menu/modules.ts';
import type { MenuArrangement, NewMenuArrangement } from '#contract/company/menu/menuEndpoints.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context, type Staff } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { conflict } from '#server/kernel/errors.ts';
import { menuOptions, modules } from './menu.table.ts';

const MODULES: ReadonlyMap<number, MenuModule> = new Map(MENU_MODULES.map((one) => [one.id, one]));
const OPTIONS: ReadonlyMap<number, MenuOption> = new Map(MENU_OPTIONS.map((one) => [one.id, one]));

/**
 * All modules with their options, in the office's order. Rows of another
 * release that this one does not know are skipped.
 */
async function arranged(db: Db) {
  const heads = await db.select().from(modules).orderBy(asc(modules.position), asc(modules.id));
  const rows = await db.select().from(menuOptions).orderBy(asc(menuOptions.position), asc(menuOptions.id));
  const known = rows.flatMap((row) => {
    const option = OPTIONS.get(row.id);
    return option ? [{ ...row, option }] : [];
  });
  return heads.flatMap((head) => {
    const module = MODULES.get(head.id);
    return module ? [{ ...head, module, options: known.filter(({ moduleId }) => moduleId === head.id) }] : [];
  });
}

/** The menu of the caller: only options that the caller may open, with the office's names and order. */
export async function menuOf(ctx: Pick<Context, 'db' | 'staff'>) {
  const { grants } = staffOf(ctx);
  return (await arranged(ctx.db))
    .filter(({ hidden }) => !hidden)
    .map(({ id, label, options }) => ({
      id,
      name: label,
      options: options
        .filter((row) => !row.hidden && mayOpenOption(row.option, grants))
        .map((row) => ({
          id: row.id,
          name: row.label,
          href: row.option.href,
          counter: row.option.counter ?? null,
        })),
    }))
    .filter(({ options }) => options.length > 0);
}

/** A short hash that changes when the user's permissions, projects or view change. */
export function standingOf({ grants, projectIds, colleague, viewAs }: Staff): string {
  const held = [...grants].map(([permission, scope]: [Permission, string]) => `${permission}:${scope}`);
  const told = [held.toSorted(), projectIds.toSorted((a, b) => a - b), colleague, viewAs];
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 16);
}

/** The whole menu, including hidden rows; `version` is needed to change it. */
export async function menuArrangement(db: Db): Promise<MenuArrangement> {
  const heads = await arranged(db);
  return {
    version: heads.reduce((sum, { version }) => sum + version, 0),
    modules: heads.map(({ id, label, hidden, module, options }) => ({
      id,
      name: label,
      original: module.name,
      hidden,
      options: options.map((row) => ({
        id: row.id,
        name: row.label,
        original: row.option.name,
        hidden: row.hidden,
        href: row.option.href,
      })),
    })),
  };
}

/**
 * Saves names, order, modules and visibility in one transaction. Raises 409
 * CONFLICT when somebody else changed the menu meanwhile.
 */
export async function arrangeMenu(ctx: Context, given: NewMenuArrangement): Promise<MenuArrangement> {
  const { db } = ctx;
  await db.select({ id: modules.id }).from(modules).for('no key update');
  const before = await menuArrangement(db);
  if (before.version !== given.version) throw conflict('CONFLICT', undefined, { version: before.version });
  for (const [at, { id, name, hidden }] of given.modules.entries())
    await db
      .update(modules)
      .set({ label: name, hidden, position: at, version: sql`${modules.version} + 1` })
      .where(eq(modules.id, id));
  const options = given.modules.flatMap(({ id: moduleId, options: list }) =>
    list.map((option) => ({ ...option, moduleId })),
  );
  for (const [at, { id, name, hidden, moduleId }] of options.entries())
    await db
      .update(menuOptions)
      .set({ label: name, hidden, moduleId, position: at })
      .where(eq(menuOptions.id, id));
  await audit(ctx, 'arranged', 'menu', 'office', changesOf(before, given));
  return menuArrangement(db);
}

/** Renamed, hidden or moved rows, for the audit log. */
function changesOf(before: MenuArrangement, after: NewMenuArrangement): Record<string, unknown> {
  type Row = { id: number; name: string; hidden: boolean; place: string };
  const flat = (modules: NewMenuArrangement['modules']): Row[] =>
    modules.flatMap(({ options, ...module }, at) => [
      { id: module.id, name: module.name, hidden: module.hidden, place: String(at) },
      ...options.map((option, place) => ({
        id: option.id,
        name: option.name,
        hidden: option.hidden,
        place: `${module.id}/${place}`,
      })),
    ]);
  const known = new Map(flat(before.modules).map((row) => [row.id, row]));
  const changed = (of: keyof Row) =>
    flat(after.modules)
      .filter((row) => known.get(row.id)?.[of] !== row[of])
      .map(({ id }) => id);
  return { renamed: changed('name'), shown_or_hidden: changed('hidden'), moved: changed('place') };
}

interface Order {
  order_type?: 'asc' | 'desc' | undefined;
  order_column?: 'position' | 'id' | 'name' | undefined;
}

/** Modules or options as a short list, in menu order by default. */
export async function menuNames(
  db: Db,
  what: 'modules' | 'options',
  order: Order,
): Promise<{ id: number; name: string }[]> {
  const heads = await menuArrangement(db);
  const rows = (what === 'modules' ? heads.modules : heads.modules.flatMap(({ options }) => options)).map(
    ({ id, name }) => ({ id, name }),
  );
  const sorted =
    order.order_column === 'id'
      ? rows.toSorted((a, b) => a.id - b.id)
      : order.order_column === 'name'
        ? rows.toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
        : rows;
  return order.order_type === 'desc' ? sorted.toReversed() : sorted;
}
