import { sql } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import type { Deed } from '#contract/legal/deeds/model.ts';
import type { Db } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { promiseLetters } from '#server/modules/banking/applications/promiseLetters.table.ts';
import { houseFiles } from '#server/modules/legal/houseFile/houseFile.table.ts';
import type { TestApp } from './app.ts';
import { makeLot, makeSale, type SaleOptions } from './factories.ts';
import type { StaffBrowser } from './signIn.ts';

export const DEEDS = '/api/legal/deeds';
export const HOUSE_FILES = '/api/legal/house_files';
export const deedIn = (answer: { json<T>(): T }) => answer.json<{ data: Deed }>().data;

/** A chosen bank application of a sale with its letter of promise, in force until this day. */
export async function makeLetter(db: Db, saleId: number, until: string, at: Date): Promise<void> {
  const [application] = await db
    .insert(bankApplications)
    .values({
      saleId,
      bankId: 1,
      stateId: 8,
      chosen: true,
      requestedCents: 8_000_000,
      termMonths: 360,
      sentAt: at,
      createdAt: at,
      stateSince: at,
    })
    .returning({ id: bankApplications.id });
  const [file] = await db
    .insert(files)
    .values({
      sha256: 'a'.repeat(64),
      mime: 'application/pdf',
      size: 10,
      name: 'carta.pdf',
      reference: 'solicitud',
      referenceId: application!.id,
      sensitive: false,
      uploadedBy: 'system',
      createdAt: at,
    })
    .returning({ id: files.id });
  await db.insert(promiseLetters).values({
    applicationId: application!.id,
    number: 'CP-1',
    amountCents: 8_000_000,
    ratePercent: 6.25,
    termMonths: 360,
    issuedOn: '2026-11-01',
    expiresOn: until,
    fileId: file!.id,
    createdAt: at,
  });
}

/** The legal file of a lot with everything that a deed needs. */
export const makeHouseFile = (db: Db, lotId: number, over: Partial<typeof houseFiles.$inferInsert> = {}) =>
  db.insert(houseFiles).values({
    lotId,
    ownFinca: String(30_000_000 + lotId),
    locationCode: '8A05',
    segregationInscribedOn: '2026-09-01',
    permitNumber: 'PO-1',
    permitOn: '2026-10-01',
    improvementsInscribedOn: '2026-10-15',
    releaseSignedOn: '2026-10-20',
    updatedAt: new Date('2026-11-01T12:00:00Z'),
    createdAt: new Date('2026-11-01T12:00:00Z'),
    ...over,
  });

export interface Readied extends SaleOptions {
  /** Last day of the letter; null: none. */
  letterUntil?: string | null;
  /** Without its legal file the house has no permit nor finca. */
  file?: Partial<typeof houseFiles.$inferInsert> | null;
}

/** A sale with its promise signed, its letter, and a house that is ready for the deed. */
export async function makeReady(llave: TestApp, { letterUntil, file, ...over }: Readied = {}) {
  const { db } = llave.database;
  const now = llave.clock.now();
  const lot = await makeLot(db);
  const sale = await makeSale(db, {
    stateId: 10,
    projectId: lot.projectId,
    lotId: lot.id,
    claim: { kind: 'sale' },
    ...over,
  });
  if (letterUntil !== null && over.paymentForm !== 'contado')
    await makeLetter(db, sale.id, letterUntil ?? addDays(panamaDay(now), 90), now);
  if (file !== null) await makeHouseFile(db, lot.id, file);
  return { sale, lot };
}

/** Passes a ready sale to its deed and answers the deed. */
export async function beginDeed(llave: TestApp, lawyer: StaffBrowser, options: Readied = {}) {
  const { sale, lot } = await makeReady(llave, { lawyerId: lawyer.user.id, ...options });
  const moved = await lawyer.patch(`/api/sale/precontracts/${sale.id}/status`, { params: { estado_id: 11 } });
  if (moved.statusCode !== 200) throw new Error(moved.body);
  const [found] = (
    await llave.database.db.execute<{ id: number }>(
      sql`select id::int id from deeds where sale_id = ${sale.id}`,
    )
  ).rows;
  return { sale, lot, id: found!.id };
}
