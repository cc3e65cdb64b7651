import { MENU_OPTIONS } from '#contract/company/menu/menu.ts';
import { MENU_MODULES } from '#contract/company/menu/modules.ts';
import type { Db } from '#server/kernel/db.ts';
import { menuOptions, modules } from './menu.table.ts';

/** Inserts missing modules and options; edited names, order and visibility stay. */
export async function seedMenu(db: Db): Promise<void> {
  await db
    .insert(modules)
    .values(MENU_MODULES.map(({ id, name }) => ({ id, label: name, position: id * 100 })))
    .onConflictDoNothing();
  await db
    .insert(menuOptions)
    .values(MENU_OPTIONS.map(({ id, module, name }) => ({ id, moduleId: module, label: name, position: id })))
    .onConflictDoNothing();
}
