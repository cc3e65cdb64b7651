import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { offsetOf } from '#contract/paging.ts';
import type { Consent, ConsentFilter } from '#contract/overview/privacy/model.ts';
import { countUpTo, inOrder, row, rows, type Db } from '#server/kernel/db.ts';
import { consents } from '#server/modules/sales/consents/consents.table.ts';
import { soughtBy, soughtSales } from '#server/modules/sales/sale/search.service.ts';

const c = alias(consents, 'c');

const listed = sql`select c.id, json_build_object('id', s.id, 'code', s.code, 'project', p.name) sale, b.name person, c.kind,
    c.text_version, c.text_hash, c.channel, c.ip, c.user_agent, c.given_at, c.revoked_at`;
const tables = sql`from consents c join sales s on s.id = c.sale_id join people b on b.id = s.person_id
    join projects p on p.id = s.project_id`;

type Stored = Omit<Consent, 'given_at' | 'revoked_at'> & { given_at: string; revoked_at: string | null };

const toConsent = (found: Stored): Consent => ({
  ...found,
  given_at: new Date(found.given_at).toISOString(),
  revoked_at: found.revoked_at && new Date(found.revoked_at).toISOString(),
});

/** A page of the consent register, newest first, and its total up to COUNT_LIMIT. */
export async function pageOfConsents(
  db: Db,
  filter: ConsentFilter,
): Promise<{ list: Consent[]; total: number }> {
  const where = conditions(filter);
  const list = await rows<Stored>(
    db,
    sql`${listed} ${tables} where ${where} order by ${inOrder(filter, { id: c.id, dado: c.givenAt }, c.id, ['id', 'desc'])} limit ${filter.per_page} offset ${offsetOf(filter)}`,
  );
  return {
    list: list.map(toConsent),
    total: await countUpTo(db, sql`select from consents c where ${where}`),
  };
}

export async function findConsent(db: Db, id: number): Promise<Consent | undefined> {
  const found = await row<Stored>(db, sql`${listed} ${tables} where c.id = ${id}`);
  return found && toConsent(found);
}

function conditions({ q, tipo, version, estado }: ConsentFilter): SQL {
  const sought = q && soughtBy(q);
  const given = [
    tipo && sql`c.kind = ${tipo}`,
    version && sql`c.text_version = ${version}`,
    estado && (estado === 'vigente' ? sql`c.revoked_at is null` : sql`c.revoked_at is not null`),
    sought && (sought.words || sought.code ? sql`c.sale_id in (${soughtSales(sought)})` : sql`false`),
  ].filter((one) => typeof one === 'object');
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`;
}
