import { sql } from 'drizzle-orm';
import {
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { DiaryEntry } from '#contract/works/diary/model.ts';
import { day, id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';

/** The diary of a project, a contract type and a day. Those of one project and type are a chain. */
export const diaries = pgTable(
  'diaries',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    typeId: smallint('type_id').notNull(),
    day: day('day').notNull(),
    createdAt: instant('created_at').notNull(),
    sealedAt: instant('sealed_at'),
    /** Place in the chain, in the order of sealing. A day opened late comes after days sealed before. */
    link: integer('link'),
    hash: text('hash'),
  },
  (t) => [
    uniqueIndex('diaries_once').on(t.projectId, t.typeId, t.day),
    uniqueIndex('diaries_link').on(t.projectId, t.typeId, t.link),
    index('diaries_day').on(t.day, t.id),
    check(
      'diaries_sealed',
      sql`(sealed_at is null) = (hash is null) and (sealed_at is null) = (link is null)`,
    ),
    check('diaries_link_first', sql`link >= 1`),
  ],
);

export const diaryEntries = pgTable(
  'diary_entries',
  {
    id: id(),
    /** The day that it tells of. */
    diaryId: ref('diary_id')
      .notNull()
      .references(() => diaries.id),
    /** The day whose seal contains it: a later one for an addendum. */
    sealedInId: ref('sealed_in_id')
      .notNull()
      .references(() => diaries.id),
    clientId: uuid('client_id').notNull(),
    contractId: ref('contract_id').references(() => contracts.id),
    section: text('section').$type<DiaryEntry['seccion']>().notNull(),
    text: text('text').notNull(),
    count: integer('count'),
    reason: text('reason').$type<NonNullable<DiaryEntry['motivo']>>(),
    hours: numeric('hours', { precision: 4, scale: 2, mode: 'number' }),
    authorId: ref('author_id')
      .notNull()
      .references(() => users.id),
    /** By the phone's clock. */
    writtenAt: instant('written_at').notNull(),
    /** Seconds that the server's clock was ahead of the phone's. */
    clockOffset: integer('clock_offset').notNull().default(0),
    receivedAt: instant('received_at').notNull(),
    weather: jsonb('weather').$type<DiaryEntry['clima']>(),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('diary_entries_client').on(t.clientId),
    index('diary_entries_diary').on(t.diaryId, t.id),
    index('diary_entries_sealed_in').on(t.sealedInId, t.id),
    index('diary_entries_contract').on(t.contractId),
    index('diary_entries_author').on(t.authorId),
    index('diary_entries_words').using('gin', sql`searchable(text) gin_trgm_ops`),
    check(
      'diary_entries_stop',
      sql`(section = 'paro') = (reason is not null) and (section <> 'paro' or hours is not null) and (hours is null or section in ('paro', 'equipo'))`,
    ),
    check('diary_entries_hours', sql`hours > 0 and hours <= 24`),
    check('diary_entries_count', sql`count is null or (count > 0 and section in ('personal', 'equipo'))`),
  ],
);

export const diaryPhotos = pgTable(
  'diary_photos',
  {
    entryId: ref('entry_id')
      .notNull()
      .references(() => diaryEntries.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    /** The order on the phone. */
    position: smallint('position').notNull().default(0),
    /** By the phone's clock. Its place is its entry's. */
    takenAt: instant('taken_at'),
  },
  (t) => [primaryKey({ columns: [t.entryId, t.fileId] }), index('diary_photos_file').on(t.fileId)],
);
