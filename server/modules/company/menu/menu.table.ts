import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';

/** Names, order and visibility of the menu's modules; contract/company/menu/menu.ts defines the modules. */
export const modules = pgTable('modules', {
  id: smallint('id').primaryKey(),
  label: text('label').notNull(),
  position: smallint('position').notNull(),
  hidden: boolean('hidden').notNull().default(false),
  version: integer('version').notNull().default(1),
});

/** Options of the menu; address, permission and counter are in the code, by id. */
export const menuOptions = pgTable('menu_options', {
  id: smallint('id').primaryKey(),
  moduleId: smallint('module_id')
    .notNull()
    .references(() => modules.id),
  label: text('label').notNull(),
  position: smallint('position').notNull(),
  hidden: boolean('hidden').notNull().default(false),
});
