import { sql, type SQL } from 'drizzle-orm';
import { NOT_SOLD } from '#contract/company/catalogs/states.ts';
import { panamaDay } from '#contract/dates.ts';
import type { HouseFileFilter } from '#contract/legal/houseFile/model.ts';
import type { HouseFacts } from '#contract/legal/houseFile/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { anyOf, countUpTo, idOf, inOrder, limited, row, rows, type Db } from '#server/kernel/db.ts';
import { soughtBy, soughtSales } from '#server/modules/sales/sale/search.service.ts';
import { cursorRows } from '#server/kernel/exports/lists.ts';
import { FIELDS_SQL, type FieldName } from './houseFile.columns.ts';

/** A house's legal file as the database answers it. */
export type FoundHouseFile = HouseFacts &
  Record<Exclude<FieldName, keyof HouseFacts>, unknown> & {
    id: number;
    version: number;
    lote: string;
    projectId: number;
    project: string;
    house: string | null;
    model: string | null;
    saleId: number | null;
    saleCode: string | null;
    saleName: string | null;
    saleState: number | null;
    finca_madre: string | null;
    valor_catastral_centavos: number | null;
    liberacion_banco: string | null;
    files: { parte: string; id: string; name: string; mime: string; size: number }[];
  };

const SELECTED = sql`select l.id, coalesce(f.version, 0) version, l.name lote, p.id "projectId", p.name project, h.name house,
  m.name model, s.id "saleId", s.code "saleCode", b.name "saleName", s.state_id "saleState", ${FIELDS_SQL}`;
const JOINED =
  sql.raw(`from lots l join projects p on p.id = l.project_id left join house_files f on f.lot_id = l.id
  left join houses h on h.lot_id = l.id and h.archived_at is null left join house_models m on m.id = h.model_id
  left join lot_claims c on c.lot_id = l.id and c.released_at is null
  left join sales s on s.id = c.sale_id and s.state_id > ${SALE.draft} left join people b on b.id = s.person_id`);

const FILES = sql`(select coalesce(json_agg(json_build_object('parte', part.name, 'id', x.id, 'name', x.name, 'mime', x.mime, 'size', x.size)), '[]')
  from (values ('segregacion', f.segregation_file_id), ('permiso', f.permit_file_id), ('mejoras', f.improvements_file_id),
    ('liberacion', f.release_file_id)) part(name, file_id) join files x on x.id = part.file_id) files`;

const notSegregated = sql.raw('(f.segregation_inscribed_on is null or f.own_finca is null)');
const notPermitted = (today: string) =>
  sql`(f.permit_on is null or coalesce(f.permit_until < ${today}::date, false))`;
const notImproved = sql.raw('f.improvements_inscribed_on is null');
const notReleased = (today: string) =>
  sql`(coalesce(f.release_applies, true) and f.release_inscribed_on is null and (f.release_signed_on is null or coalesce(f.release_until < ${today}::date, false)))`;

/** The houses that lack a paper; the same rules as `missingForDeed`, which a test compares. */
const lacking = (gap: NonNullable<HouseFileFilter['falta']>, today: string): SQL =>
  ({
    segregacion: notSegregated,
    permiso: notPermitted(today),
    mejoras: notImproved,
    liberacion: notReleased(today),
    lista: sql`not (${notSegregated} or ${notPermitted(today)} or ${notImproved} or ${notReleased(today)}) and f.location_code is not null`,
  })[gap];

/** Houses by lot, finca, permit or buyer. Their ids first: an `or` over the joined rows would compare those of every lot. */
function mentioning(q: string): SQL {
  const sought = soughtBy(q);
  const ofBuyers =
    sought.words || sought.code
      ? sql` union all select o.lot_id from lot_claims o join sales on sales.id = o.sale_id and sales.state_id > ${idOf(SALE.draft)}
          where o.released_at is null and o.sale_id in (${soughtSales(sought)})`
      : sql``;
  return sql`l.id = any(array(select id from lots where name ilike ${`${q}%`} union all select lot_id from house_files
      where own_finca like ${`${q.replace(/\D/g, '') || '-'}%`} or permit_number ilike ${`${q}%`}${ofBuyers}))`;
}

function matching(filter: HouseFileFilter, reach: SQL, today: string): SQL {
  const { proyecto_id, manzana, falta, con_venta, q } = filter;
  const inDeal = sql`(s.state_id between ${idOf(SALE.promiseLetter)} and ${idOf(SALE.registered)})`;
  const conditions = [
    sql`l.type_id not in ${anyOf(NOT_SOLD)}`,
    reach,
    proyecto_id === undefined ? undefined : sql`l.project_id = ${proyecto_id}`,
    manzana ? sql`l.block = ${manzana.toUpperCase()}` : undefined,
    falta && lacking(falta, today),
    con_venta === undefined ? undefined : con_venta === '1' ? inDeal : sql`(s.id is null or not ${inDeal})`,
    q ? mentioning(q) : undefined,
  ];
  return sql.join(
    conditions.filter((one) => one !== undefined),
    sql` and `,
  );
}

const ORDER = {
  lote: sql.raw('l.name'),
  finca: sql.raw('f.own_finca'),
  permiso_fecha: sql.raw('f.permit_on'),
  segregacion_inscrita: sql.raw('f.segregation_inscribed_on'),
};

const select = (filter: HouseFileFilter, reach: SQL, today: string, limit: SQL) =>
  sql`${SELECTED} ${JOINED} where ${matching(filter, reach, today)}
    order by ${inOrder(filter, ORDER, sql`l.id`, ['lote', 'asc'])} ${limit}`;

/** A page of the houses' legal files within scope, and their total up to COUNT_LIMIT. */
export async function findHouseFiles(db: Db, filter: HouseFileFilter, reach: SQL, now: Date) {
  const today = panamaDay(now);
  const found = await rows<FoundHouseFile>(
    db,
    select(filter, reach, today, limited(filter.per_page, offsetOf(filter))),
  );
  return {
    found,
    total: await countUpTo(db, sql`select l.id ${JOINED} where ${matching(filter, reach, today)}`),
  };
}

/** Every matching one in the list's order: for exports. */
export const allHouseFiles = (db: Db, filter: HouseFileFilter, reach: SQL, now: Date) =>
  cursorRows<FoundHouseFile>(db, select(filter, reach, panamaDay(now), sql``));

/** One house's legal file within scope, with its files. */
export const findHouseFile = (db: Db, id: number, reach: SQL) =>
  row<FoundHouseFile>(
    db,
    sql`${SELECTED}, ${FILES} ${JOINED} where l.id = ${id} and l.type_id not in ${anyOf(NOT_SOLD)} and ${reach}`,
  );

/** What the legal file of its house says to the row `sales` (HouseKnown); null without a lot or before anything was written. */
export const houseKnown = sql`(select json_build_object(
    'segregated', f.segregation_inscribed_on is not null and f.own_finca is not null,
    'permitOn', f.permit_on, 'permitUntil', f.permit_until)
  from lot_claims c join house_files f on f.lot_id = c.lot_id
  where c.sale_id = sales.id and c.released_at is null)`;

/** The latest lines of the audit about a house's legal file. */
export const findChanges = (db: Db, id: number) =>
  rows<{ id: number; at: string; who: string | null; action: string; data: Record<string, unknown> }>(
    db,
    sql`select a.id, a.at, u.name who, a.action, a.data from audit_log a
      left join users u on a.actor_kind = 'staff' and u.id::text = a.actor_id
      where a.entity = 'expediente_vivienda' and a.entity_id = ${String(id)} order by a.at desc, a.id desc limit 60`,
  );
