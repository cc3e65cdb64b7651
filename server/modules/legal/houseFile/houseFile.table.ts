import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { cents, day, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';

const file = (name: string) => uuid(name).references(() => files.id);

/** The legal file of a house (expediente legal): one per lot, because the lot is what becomes a finca and is sold. */
export const houseFiles = pgTable(
  'house_files',
  {
    lotId: ref('lot_id')
      .primaryKey()
      .references(() => lots.id),
    /** The finca from which the lot is segregated. */
    motherFinca: text('mother_finca'),
    /** Its own finca (folio real), with the location code. */
    ownFinca: text('own_finca'),
    locationCode: text('location_code'),
    /** Cadastral value, for the ITBI (domain.md §4.3). */
    cadastralCents: cents('cadastral_cents'),
    segregationEntry: text('segregation_entry'),
    segregationEnteredOn: day('segregation_entered_on'),
    segregationInscribedOn: day('segregation_inscribed_on'),
    segregationFileId: file('segregation_file_id'),
    permitNumber: text('permit_number'),
    permitOn: day('permit_on'),
    /** Last day of a provisional permit; null: it does not expire. */
    permitUntil: day('permit_until'),
    permitFileId: file('permit_file_id'),
    improvementsEntry: text('improvements_entry'),
    improvementsEnteredOn: day('improvements_entered_on'),
    improvementsInscribedOn: day('improvements_inscribed_on'),
    improvementsFileId: file('improvements_file_id'),
    /** The lot is inside the mortgage of the interim loan, so the bank has to release it. */
    releaseApplies: boolean('release_applies').notNull().default(true),
    releaseBank: text('release_bank'),
    releaseAskedOn: day('release_asked_on'),
    releaseSignedOn: day('release_signed_on'),
    releaseInscribedOn: day('release_inscribed_on'),
    /** Last day of a signed release that is not inscribed yet. */
    releaseUntil: day('release_until'),
    releaseFileId: file('release_file_id'),
    /** Nearest alert given for a permit or release that ends: 30, 15 or 7 days before. */
    warnedDays: integer('warned_days'),
    version: integer('version').notNull().default(1),
    updatedBy: ref('updated_by').references(() => users.id),
    updatedAt: instant('updated_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('house_files_finca')
      .on(t.ownFinca, sql`coalesce(location_code, '')`)
      .where(sql`own_finca is not null`),
    index('house_files_by_finca').on(t.ownFinca, t.lotId),
    index('house_files_by_permit').on(t.permitOn, t.lotId),
    index('house_files_by_segregation').on(t.segregationInscribedOn, t.lotId),
  ],
);
