import { sql, type Db } from '#server/kernel/db.ts';

/** The kind of import that brings who wants no messages. */
export const OPT_OUTS = 'optouts';

/** Of a person who is erased: their rows in the lists that were brought, and the files of those lists. */
export async function forgetListed(db: Db, personId: number, phones: readonly string[]): Promise<void> {
  const digits = phones.map((phone) => phone.replace(/\D/g, ''));
  const written = [...digits, ...digits.map((one) => one.replace(/^507/, ''))];
  await db.execute(
    sql`with gone as (delete from import_rows r using imports i where i.id = r.import_id and i.kind = ${OPT_OUTS}
        and (r.record_id = ${personId} or regexp_replace(r.cells->>'celular', '\\D', '', 'g') = any(${sql.param(written)}::text[]))
        returning i.id, i.file_id),
      without as (update imports set file_id = null where id in (select id from gone))
      delete from files where id in (select file_id from gone)`,
  );
}
