import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';

/** Modules of the office's menu; what they are is contract/company/menu/menu.ts, how they are shown is here. */
export const modules = pgTable('modules', {
  id: smallint('id').primaryKey(),
  label: text('label').notNull(),
  position: smallint('position').notNull(),
  hidden: boolean('hidden').notNull().default(false),
  version: integer('version').notNull().default(1),
});

/** Pages of the menu: address, permission and counter stay in the code, by id. */
export const menuOptions = pgTable('menu_options', {
  id: smallint('id').primaryKey(),
  moduleId: smallint('module_id')
    .notNull()
    .references(() => modules.id),
  label: text('label').notNull(),
  position: smallint('position').notNull(),
  hidden: boolean('hidden').notNull().default(false),
});
