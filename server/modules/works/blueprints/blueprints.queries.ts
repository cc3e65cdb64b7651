import { sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { offsetOf } from '#contract/paging.ts';
import type { listPlans } from '#contract/works/blueprints/endpoints.ts';
import { PLAN_VERSION } from '#contract/works/blueprints/rules.ts';
import { hasPart, idOf, inOrder, isoOf, limited, row, rows, type Db } from '#server/kernel/db.ts';

type PlanFilter = z.output<typeof listPlans.query>;

/** A model with its plan as the database answers it. */
export interface FoundPlan {
  id: number;
  name: string;
  bedrooms: number;
  bathrooms: number;
  areaM2: number;
  projectId: number;
  project: string;
  forceNumber: number | null;
  forceSince: string | null;
  forceSheets: number;
  draftNumber: number | null;
  versions: number;
  houses: number;
}

const FROM = sql.raw(`from house_models m join projects on projects.id = m.project_id
  left join blueprint_versions f on f.model_id = m.id and f.state_id = ${PLAN_VERSION.inForce}
  left join blueprint_versions d on d.model_id = m.id and d.state_id = ${PLAN_VERSION.draft}`);
const SELECTED = sql`select m.id, m.name, m.bedrooms, m.bathrooms::float bathrooms, m.area_m2::float "areaM2", projects.id "projectId",
  projects.name project, f.number "forceNumber", ${isoOf('f.in_force_at')} "forceSince",
  (select count(*)::int from blueprint_sheets s where s.version_id = f.id) "forceSheets", d.number "draftNumber",
  (select count(*)::int from blueprint_versions v where v.model_id = m.id) versions,
  (select count(*)::int from houses h where h.model_id = m.id and h.archived_at is null) houses`;

const STANDINGS = {
  vigentes: sql`f.id is not null`,
  sin_plano: sql`f.id is null`,
  borradores: sql`d.id is not null`,
};

function matching({ proyecto_id, situacion, q }: PlanFilter, reach: SQL): SQL {
  const conditions = [
    sql`m.archived_at is null`,
    reach,
    proyecto_id === undefined ? undefined : sql`m.project_id = ${proyecto_id}`,
    situacion && STANDINGS[situacion],
    q ? hasPart(sql`m.name || ' ' || projects.name`, q) : undefined,
  ];
  return sql.join(
    conditions.filter((one) => one !== undefined),
    sql` and `,
  );
}

const ORDER = { nombre: sql.raw('m.name'), desde: sql.raw('f.in_force_at') };

/** A page of the models' plans within reach, and their total. */
export async function findPlans(db: Db, filter: PlanFilter, reach: SQL) {
  const where = matching(filter, reach);
  const found = await rows<FoundPlan>(
    db,
    sql`${SELECTED} ${FROM} where ${where}
      order by ${inOrder(filter, ORDER, sql`m.id`, ['nombre', 'asc'], [sql`projects.name`, sql`m.position`, sql`m.id`])}
      ${limited(filter.per_page, offsetOf(filter))}`,
  );
  const counted = await row<{ total: number }>(db, sql`select count(*)::int total ${FROM} where ${where}`);
  return { found, total: counted?.total ?? 0 };
}

/** One model's plan within reach; archived models keep theirs. */
export const findPlan = (db: Db, id: number, reach: SQL) =>
  row<FoundPlan>(db, sql`${SELECTED} ${FROM} where m.id = ${id} and ${reach}`);

/** Every offered model within reach, for selection. */
export const allPlans = (db: Db, reach: SQL, descending: boolean) =>
  rows<FoundPlan>(
    db,
    sql`${SELECTED} ${FROM} where m.archived_at is null and ${reach} order by m.id ${descending ? sql`desc` : sql`asc`}`,
  );

export interface FoundVersion {
  id: number;
  number: number;
  version: number;
  stateId: number;
  note: string;
  by: string | null;
  at: string;
  since: string | null;
  until: string | null;
  approvedBy: string | null;
  reason: string | null;
  sheets: {
    id: number;
    disciplineId: number;
    fileId: string;
    name: string;
    mime: string;
    size: number;
    by: string | null;
    at: string;
  }[];
  permits: { id: number; typeId: number; of: string | null }[];
}

/** All versions of a model's plan with their sheets, the newest first. */
export const versionsOf = (db: Db, modelId: number) =>
  rows<FoundVersion>(
    db,
    sql`select v.id, v.number, v.version, v.state_id "stateId", v.note, u.name "by", ${isoOf('v.created_at')} "at",
        ${isoOf('v.in_force_at')} since, ${isoOf('v.ended_at')} "until", a.name "approvedBy", v.withdrawn_reason reason,
        (select coalesce(json_agg(json_build_object('id', s.id, 'disciplineId', s.discipline_id, 'fileId', x.id, 'name', x.name,
            'mime', x.mime, 'size', x.size, 'by', w.name, 'at', ${isoOf('s.created_at')}) order by s.discipline_id, s.id), '[]')
          from blueprint_sheets s join files x on x.id = s.file_id left join users w on w.id = s.created_by
          where s.version_id = v.id) sheets,
        (select coalesce(json_agg(json_build_object('id', p.id, 'typeId', p.type_id, 'of', h.name) order by p.id), '[]')
          from permits p left join houses h on h.id = p.house_id where p.blueprint_id = v.id) permits
      from blueprint_versions v left join users u on u.id = v.created_by left join users a on a.id = v.in_force_by
      where v.model_id = ${modelId} order by v.number desc`,
  );

/** The version of a model's plan that is in force. */
export const planInForce = (db: Db, modelId: number) =>
  row<{ id: number; number: number }>(
    db,
    sql`select id, number from blueprint_versions where model_id = ${modelId} and state_id = ${idOf(PLAN_VERSION.inForce)}`,
  );
