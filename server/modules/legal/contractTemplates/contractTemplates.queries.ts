import { and, desc, eq, sql } from 'drizzle-orm';
import type { TemplateFilter, TemplateRow } from '#contract/legal/contractTemplates/model.ts';
import { OPEN_VERSIONS, VERSION, VERSION_STATES } from '#contract/legal/contractTemplates/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import { alphabetic, anyOf, hasPart, idOf, inOrder, isoOf, row, rows, type Db } from '#server/kernel/db.ts';
import { nameOf } from '#server/modules/company/staff/names.service.ts';
import { contractTemplates, templateVersions } from './contractTemplates.table.ts';

const STATE_NAMES = sql.raw(
  `case v.state_id ${Object.entries(VERSION_STATES)
    .map(([id, name]) => `when ${id} then '${name}'`)
    .join(' ')} end`,
);
const SELECTED = sql`select t.id, t.name, t.kind, t.payment_form, t.version, t.archived_at is not null archived,
  case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end project,
  (select json_build_object('number', v.number, 'at', ${isoOf('v.approved_at')}, 'by', u.name)
    from contract_template_versions v left join users u on u.id = v.approved_by
    where v.template_id = t.id and v.state_id = ${idOf(VERSION.approved)}) approved,
  (select json_build_object('number', v.number, 'state', json_build_object('id', v.state_id, 'name', ${STATE_NAMES}))
    from contract_template_versions v where v.template_id = t.id and v.state_id in ${anyOf(OPEN_VERSIONS)}) open
  from contract_templates t left join projects p on p.id = t.project_id`;

const BY_ID = sql`t.id`;
const ORDER = { name: alphabetic(sql`t.name`), id: BY_ID };

function where({ tipo, proyecto_id, por_aprobar, archivadas, q }: TemplateFilter) {
  return sql.join(
    [
      archivadas === '1' ? sql`true` : sql`t.archived_at is null`,
      ...(tipo ? [sql`t.kind = ${tipo}`] : []),
      ...(proyecto_id === undefined ? [] : [sql`(t.project_id = ${proyecto_id} or t.project_id is null)`]),
      ...(por_aprobar
        ? [
            sql`exists (select from contract_template_versions v where v.template_id = t.id and v.state_id = ${idOf(VERSION.inReview)})`,
          ]
        : []),
      ...(q ? [hasPart(sql`t.name`, q)] : []),
    ],
    sql` and `,
  );
}

/** A page of the templates, by name by default, and the total. */
export async function findTemplates(db: Db, filter: TemplateFilter) {
  const found = await rows<TemplateRow>(
    db,
    sql`${SELECTED} where ${where(filter)} order by ${inOrder(filter, ORDER, BY_ID, ['name', 'asc'])}
      limit ${filter.per_page} offset ${offsetOf(filter)}`,
  );
  const counted = await row<{ total: number }>(
    db,
    sql`select count(*)::int total from contract_templates t where ${where(filter)}`,
  );
  return { found, total: counted?.total ?? 0 };
}

export const findTemplate = (db: Db, id: number): Promise<TemplateRow | undefined> =>
  row<TemplateRow>(db, sql`${SELECTED} where t.id = ${id}`);

export type Version = typeof templateVersions.$inferSelect;
const versionColumns = {
  version: templateVersions,
  writtenBy: nameOf(templateVersions.createdBy),
  approvedByName: nameOf(templateVersions.approvedBy),
};

/** A template's versions, the newest first. */
export const findVersions = (db: Db, templateId: number) =>
  db
    .select(versionColumns)
    .from(templateVersions)
    .where(eq(templateVersions.templateId, templateId))
    .orderBy(desc(templateVersions.number));

export const findVersion = async (db: Db, templateId: number, number: number) =>
  (
    await db
      .select({ ...versionColumns, template: contractTemplates })
      .from(templateVersions)
      .innerJoin(contractTemplates, eq(contractTemplates.id, templateVersions.templateId))
      .where(and(eq(templateVersions.templateId, templateId), eq(templateVersions.number, number)))
  )[0];
