import { sql, type SQL } from 'drizzle-orm';
import type { Catalog, CatalogUse } from '#contract/company/catalogs/catalog.ts';
import type { CatalogUsage } from '#contract/company/catalogs/model.ts';
import { rows, type Db } from '#server/kernel/db.ts';
import { catalogItems } from './catalogs.table.ts';

/** The number of records per row, over every column that the catalog declares. Counted on request. */
export async function countUses(
  db: Db,
  { name, uses = [] }: Pick<Catalog, 'name' | 'uses'>,
): Promise<CatalogUsage[]> {
  if (uses.length === 0) return [];
  const counts = sql.join(
    uses.map((use) => countOf(name, use)),
    sql` union all `,
  );
  return rows<CatalogUsage>(
    db,
    sql`select id, sum(n)::int as count from (${counts}) held group by id order by id`,
  );
}

/** Groups before the join: a column of a million rows has few distinct values. */
function countOf(name: string, { table, column, holds = 'id', province }: CatalogUse): SQL {
  const held = sql.identifier(column);
  const place = province ? sql.identifier(province) : sql`null`;
  const counted = sql`select ${held}::text as held, ${place}::text as place, count(*) as n
    from ${sql.identifier(table)} where ${held} is not null group by 1, 2`;
  const value = { id: sql`i.id::text`, word: sql`i.extra ->> 'name_id'`, label: sql`i.label` }[holds];
  const inProvince = sql`and exists (select from ${catalogItems} p where p.catalog = 'provincias'
    and p.label = c.place and p.id = (i.extra ->> 'provincia_id')::int)`;
  return sql`select i.id, c.n from (${counted}) c
    join ${catalogItems} i on i.catalog = ${name} and ${value} = c.held ${province ? inProvince : sql``}`;
}
