import { sql, type SQL } from 'drizzle-orm';
import type { WeatherDay } from '#contract/projects/weather/model.ts';
import { isoOf, rows, type Db } from '#server/kernel/db.ts';

/**
 * Days of projects with readings. The rain of a day is the last measurement on site plus the service's hours after it;
 * without a measurement, the service's hours. `where` refers to r (weather_readings) and projects.
 */
export const findDays = (db: Db, where: SQL, order: SQL = sql`1, 2`) =>
  rows<WeatherDay>(
    db,
    sql`select d.project_id as proyecto_id, d.day::text as fecha, l.temperature::float8 as temperatura,
        (coalesce(m.rain_mm, 0) + coalesce((select sum(s.rain_mm) from weather_readings s
          where s.project_id = d.project_id and s.day = d.day and s.source <> 'local' and (m.at is null or s.at > m.at)), 0))::float8 as lluvia_mm,
        l.description as descripcion, l.source as fuente,
        ${isoOf('l.at')} as al
      from (select distinct r.project_id, r.day from weather_readings r join projects on projects.id = r.project_id where ${where}) d
      cross join lateral (select * from weather_readings r where r.project_id = d.project_id and r.day = d.day
        order by r.at desc, r.id desc limit 1) l
      left join lateral (select r.at, r.rain_mm from weather_readings r
        where r.project_id = d.project_id and r.day = d.day and r.source = 'local' order by r.at desc limit 1) m on true
      order by ${order}`,
  );

/** Condition: the day of each project's last reading. */
export const lastDay = sql`r.day = (select max(x.day) from weather_readings x where x.project_id = r.project_id)`;

export interface WeatherPlace {
  id: number;
  name: string;
  latitude: number | null;
  longitude: number | null;
  succeededAt: Date | null;
  failures: number;
  fault: string | null;
}

/** Active projects with their location and the status of their weather requests. */
export const findPlaces = (db: Db, where: SQL) =>
  rows<WeatherPlace>(
    db,
    sql`select projects.id, projects.name, projects.latitude::float8 as latitude, projects.longitude::float8 as longitude,
        c.succeeded_at as "succeededAt", coalesce(c.failures, 0) as failures, c.fault
      from projects left join weather_checks c on c.project_id = projects.id
      where projects.archived_at is null and ${where} order by projects.name, projects.id`,
  );
