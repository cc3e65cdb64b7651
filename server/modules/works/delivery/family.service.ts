import { addDays, dayText, panamaDay } from '#contract/dates.ts';
import { endWords, phasesOf } from '#contract/works/delivery/rules.ts';
import type { MyHouse } from '#contract/works/delivery/family.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, rows, sql } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { contractActivities } from '#contract/company/catalogs/worksLists.ts';
import { signedQuery } from '#server/modules/company/files/files.service.ts';
import { builtOf, houseOf } from './delivery.service.ts';
import { finishedOn, forecastHouses } from './pace.service.ts';

const PHOTOS_MOST = 6;
const WEEK = 7;

/** Photographs that an inspector approved, over the row `p` of job_photos: of an approved report, or of its inspection. */
const APPROVED = sql`left join job_reports r on r.id = p.report_id and r.outcome = 'aprobado'
  left join inspections i on i.id = p.inspection_id and i.result = 'aprobado'
  join jobs j on j.id = coalesce(r.job_id, i.job_id)`;

interface Photo {
  id: string;
  activityId: number;
  day: string;
}

/**
 * A family's house as its page shows it: what is built, the photographs of the last week with approved work, and when it
 * ends. Null before a contract builds it. Only what was inspected and approved counts.
 */
export async function myHouse(ctx: Context, saleId: number): Promise<MyHouse | null> {
  const house = await houseOf(ctx.db, saleId);
  if (!house) return null;
  const last = await row<{ jobs: number; day: string | null }>(
    ctx.db,
    sql`select count(distinct j.id)::int jobs, max(i.created_at at time zone 'America/Panama')::date::text "day"
      from jobs j left join inspections i on i.job_id = j.id and i.result = 'aprobado' where j.house_id = ${house.id}`,
  );
  if (!last || last.jobs === 0) return null;
  const done = await finishedOn(ctx.db, house.id);
  const forecast = done ? undefined : (await forecastHouses(ctx, [house])).get(house.id);
  const photos = last.day ? await photosOf(ctx, house.id, addDays(last.day, 1 - WEEK)) : [];
  const names = await catalogLabels(ctx.db, contractActivities);
  return {
    percent: Math.floor(house.percent),
    phases: phasesOf(await builtOf(ctx.db, house.id)),
    end: endWords(forecast ?? null, done),
    basis: forecast && forecast.houses > 0 ? forecast.houses : null,
    lastOn: last.day,
    photosOld: last.day !== null && last.day < addDays(panamaDay(ctx.now), -WEEK),
    photos: photos.map(({ id, activityId, day }) => ({
      src: `/clientes/obra/${id}?${signedQuery(ctx, id)}`,
      alt: `${names.get(activityId) ?? 'Obra'}, ${dayText(day)}`,
    })),
  };
}

const photosOf = ({ db }: Context, houseId: number, from: string): Promise<Photo[]> =>
  rows<Photo>(
    db,
    sql`select distinct on (day, "activityId") p.file_id id, j.activity_id "activityId",
        (coalesce(r.created_at, i.created_at) at time zone 'America/Panama')::date::text "day"
      from job_photos p ${APPROVED} where j.house_id = ${houseId}
        and (coalesce(r.created_at, i.created_at) at time zone 'America/Panama')::date >= ${from}
      order by "day" desc, "activityId", p.position limit ${PHOTOS_MOST}`,
  );

/** The bytes of an approved photograph of a house, and their smaller copy once there is one; undefined for any other file. */
export const approvedPhoto = ({ db }: Pick<Context, 'db'>, fileId: string) =>
  row<{ sha256: string; small: string | null }>(
    db,
    sql`select f.sha256, p.small_sha256 small from job_photos p ${APPROVED} join files f on f.id = p.file_id
      where p.file_id = ${fileId} and j.house_id is not null`,
  );
