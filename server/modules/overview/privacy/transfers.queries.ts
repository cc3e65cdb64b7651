import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { offsetOf } from '#contract/paging.ts';
import type { Transfer, TransferFilter } from '#contract/overview/privacy/transfers.ts';
import { countUpTo, inOrder, rows, type Db } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { bankTransfers } from '#server/modules/banking/expediente/expediente.table.ts';
import { salesMatching } from '#server/modules/sales/sale/search.service.ts';

const t = alias(bankTransfers, 't');

interface Stored extends Omit<Transfer, 'bank'> {
  bank_id: number;
}

/** A page of the data transfers to banks, newest first, and their total. */
export async function pageOfTransfers(db: Db, { q, banco_id, ...paging }: TransferFilter) {
  const tables = sql`from bank_transfers t join sales on sales.id = t.sale_id`;
  const where = sql`${q ? salesMatching(q) : sql`true`} and ${banco_id === undefined ? sql`true` : sql`t.bank_id = ${banco_id}`}`;
  const found = await rows<Stored>(
    db,
    sql`select t.id, json_build_object('id', sales.id, 'code', sales.code) sale, p.name person, t.bank_id, t.format,
        (select coalesce(json_agg(one ->> 'label'), '[]') from jsonb_array_elements(t.papers) one) papers, t.income,
        json_build_object('text_version', c.text_version, 'revoked_at', c.revoked_at) consent, u.name who, t.at
      ${tables} join people p on p.id = sales.person_id join consents c on c.id = t.consent_id
      left join users u on u.id = t.user_id
      where ${where} order by ${inOrder(paging, { id: t.id, fecha: t.at }, t.id, ['id', 'desc'])} limit ${paging.per_page} offset ${offsetOf(paging)}`,
  );
  const total = await countUpTo(db, sql`select ${tables} where ${where}`);
  const names = await catalogLabels(db, banks);
  const list = found.map(({ bank_id, ...one }): Transfer => ({
    ...one,
    bank: { id: bank_id, name: names.get(bank_id) ?? `Banco ${bank_id}` },
    consent: {
      ...one.consent,
      revoked_at: one.consent.revoked_at && new Date(one.consent.revoked_at).toISOString(),
    },
    at: new Date(one.at).toISOString(),
  }));
  return { list, total };
}
