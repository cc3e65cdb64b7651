import { SALE } from '#contract/sales/sale/rules.ts';
import { and, asc, desc, eq, inArray, isNull, or, gte, lte, sql, type SQL } from 'drizzle-orm';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { preparedRows, rows, type Db } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { documentRequirements, documents, documentTypes, documentVersions } from './documents.table.ts';

export type DocumentRow = Awaited<ReturnType<typeof findPapers>>[number];

/** A sale's documents with their type and reviewer, in checklist order. */
export const findPapers = (db: Db, saleId: number) => selectPapers(db, eq(documents.saleId, saleId));
/** One document with its type and reviewer. */
export const findPaper = async (db: Db, id: number) => (await selectPapers(db, eq(documents.id, id)))[0];

const selectPapers = (db: Db, where: ReturnType<typeof eq>) =>
  db
    .select({ paper: documents, type: documentTypes, reviewer: users.name })
    .from(documents)
    .innerJoin(documentTypes, eq(documentTypes.id, documents.typeId))
    .leftJoin(users, eq(users.id, documents.reviewedBy))
    .where(where)
    .orderBy(asc(documentTypes.position), asc(documents.position));

/** Every version of the given documents, newest first. */
export const findVersions = (db: Db, documentIds: readonly number[]) =>
  db
    .select({ version: documentVersions, file: files })
    .from(documentVersions)
    .innerJoin(files, eq(files.id, documentVersions.fileId))
    .where(inArray(documentVersions.documentId, [...documentIds]))
    .orderBy(asc(documentVersions.documentId), desc(documentVersions.number));

/** A document with everything that the checklist shows; timestamps in PostgreSQL's format. */
export interface ListedPaper {
  id: number;
  position: number;
  label: string;
  required: boolean;
  stateId: number;
  version: number;
  issuedOn: string | null;
  expiresOn: string | null;
  rejectionReason: string | null;
  reviewer: string | null;
  reviewedBy: number | null;
  reviewedAt: string | null;
  typeId: number;
  type: string;
  privacy: string;
  validDays: number | null;
  expiryOnFace: boolean;
  /** Approved papers of this sale may have to be renewed. */
  renewing: boolean | null;
  /** The caller may open income documents. */
  seesIncome: boolean | null;
  /** Newest first. */
  versions: ListedVersion[];
}
export interface ListedVersion {
  number: number;
  fileId: string;
  name: string;
  mime: string;
  size: number;
  uploadedAt: string;
  uploadedBy: string;
  replacedAt: string | null;
}

/**
 * The documents of a sale within scope, in checklist order, in one statement. The scopes and `renewing` are conditions over
 * `sales`.
 */
export const listPapersOf = (db: Db, saleId: number, asked: { papers: SQL; income: SQL; renewing: SQL }) =>
  preparedRows<ListedPaper>(
    db,
    sql`select d.id, d.position, d.label, d.required, d.state_id "stateId", d.version, d.issued_on "issuedOn",
      d.expires_on "expiresOn", d.rejection_reason "rejectionReason", u.name reviewer, d.reviewed_by "reviewedBy", d.reviewed_at "reviewedAt",
      t.id "typeId", t.name type, t.privacy, t.valid_days "validDays", t.expiry_on_face "expiryOnFace",
      ${asked.renewing} renewing, ${asked.income} "seesIncome",
      (select coalesce(json_agg(json_build_object('number', v.number, 'fileId', f.id, 'name', f.name, 'mime', f.mime,
          'size', f.size, 'uploadedAt', v.uploaded_at, 'uploadedBy', v.uploaded_by, 'replacedAt', v.replaced_at)
          order by v.number desc), '[]')
        from document_versions v join files f on f.id = v.file_id where v.document_id = d.id) versions
      from sales join documents d on d.sale_id = sales.id join document_types t on t.id = d.type_id
      left join users u on u.id = d.reviewed_by
      where sales.id = ${saleId} and ${asked.papers} order by t.position, d.position`,
  );

/** Identifies a document slot of a sale. */
export type PaperSlot = Pick<typeof documents.$inferSelect, 'saleId' | 'typeId' | 'position'>;

/** Locks the documents of a sale's slots for a change, as far as they exist. */
export const lockSlots = (db: Db, saleId: number, slots: readonly Omit<PaperSlot, 'saleId'>[]) =>
  db
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.saleId, saleId),
        or(
          ...slots.map(({ typeId, position }) =>
            and(eq(documents.typeId, typeId), eq(documents.position, position)),
          ),
        ),
      ),
    )
    .orderBy(asc(documents.id))
    .for('no key update');

/** The sale id of a document. */
export const saleOfPaper = async (db: Db, id: number) =>
  (await db.select({ saleId: documents.saleId }).from(documents).where(eq(documents.id, id)))[0]?.saleId;

/** Locks a document for a change. */
export const lockPaper = async (db: Db, id: number) =>
  (await db.select().from(documents).where(eq(documents.id, id)).for('no key update'))[0];

/** The requirements valid on a day for a sector and form of payment. */
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

/** The last version of each document, by document. */
export async function lastVersions(db: Db, documentIds: readonly number[]) {
  const last = await db
    .selectDistinctOn([documentVersions.documentId])
    .from(documentVersions)
    .where(inArray(documentVersions.documentId, [...documentIds]))
    .orderBy(asc(documentVersions.documentId), desc(documentVersions.number));
  return new Map(last.map((one) => [one.documentId, one]));
}

/** Approved documents of running sales whose expiry day has passed. */
export const findExpired = (db: Db, today: string, most: number) =>
  rows<{ id: number; saleId: number }>(
    db,
    sql`select d.id, d.sale_id "saleId" from documents d join sales s on s.id = d.sale_id
      where d.state_id = ${DOCUMENT.approved} and d.expires_on < ${today} and s.state_id < ${SALE.registered}
      order by d.sale_id, d.id limit ${most}`,
  );
