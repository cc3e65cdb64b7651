import { and, asc, desc, eq, inArray, isNull, or, gte, lte, sql } from 'drizzle-orm';
import { DOCUMENT } from '#contract/documents/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/users/users.table.ts';
import { documentRequirements, documents, documentTypes, documentVersions } from './documents.table.ts';

export type DocumentRow = Awaited<ReturnType<typeof findPapers>>[number];
export type VersionRow = Awaited<ReturnType<typeof findVersions>>[number];

/** A sale's papers with their kind and reviewer, in the order of the checklist. */
export const findPapers = (db: Db, saleId: number) => selectPapers(db, eq(documents.saleId, saleId));
/** One paper, the same way. */
export const findPaper = async (db: Db, id: number) => (await selectPapers(db, eq(documents.id, id)))[0];

const selectPapers = (db: Db, where: ReturnType<typeof eq>) =>
  db
    .select({ paper: documents, type: documentTypes, reviewer: users.name })
    .from(documents)
    .innerJoin(documentTypes, eq(documentTypes.id, documents.typeId))
    .leftJoin(users, eq(users.id, documents.reviewedBy))
    .where(where)
    .orderBy(asc(documentTypes.position), asc(documents.position));

/** Every version of the papers given, the newest first. */
export const findVersions = (db: Db, documentIds: readonly number[]) =>
  db
    .select({ version: documentVersions, file: files })
    .from(documentVersions)
    .innerJoin(files, eq(files.id, documentVersions.fileId))
    .where(inArray(documentVersions.documentId, [...documentIds]))
    .orderBy(asc(documentVersions.documentId), desc(documentVersions.number));

/** Locks a paper for a change. */
export const lockPaper = async (db: Db, id: number) =>
  (await db.select().from(documents).where(eq(documents.id, id)).for('update'))[0];

/** The requirements that hold on a day for a sector and form of payment. */
export const findRequirements = (
  db: Db,
  on: string,
  sale: { workSector: string | null; paymentForm: string },
) =>
  db
    .select({ requirement: documentRequirements, type: documentTypes })
    .from(documentRequirements)
    .innerJoin(documentTypes, eq(documentTypes.id, documentRequirements.typeId))
    .where(
      and(
        lte(documentRequirements.validFrom, on),
        or(isNull(documentRequirements.validTo), gte(documentRequirements.validTo, on)),
        or(
          isNull(documentRequirements.workSector),
          eq(documentRequirements.workSector, sale.workSector ?? ''),
        ),
        or(isNull(documentRequirements.paymentForm), eq(documentRequirements.paymentForm, sale.paymentForm)),
      ),
    )
    .orderBy(asc(documentTypes.position));

/** Whether the last version of a paper has just these bytes. */
export async function lastVersion(db: Db, documentId: number) {
  const [last] = await db
    .select()
    .from(documentVersions)
    .where(eq(documentVersions.documentId, documentId))
    .orderBy(desc(documentVersions.number))
    .limit(1);
  return last;
}

/** Approved papers of running sales whose last good day has passed. */
export const findExpired = (db: Db, today: string) =>
  db.execute<{ id: number; sale_id: number }>(sql`
    select d.id, d.sale_id from documents d join sales s on s.id = d.sale_id
    where d.state_id = ${DOCUMENT.approved} and d.expires_on < ${today} and s.state_id < 12
    for update of d skip locked`);
