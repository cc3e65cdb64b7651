import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { addDays, panamaDay } from '#contract/dates.ts';
import type { listWeather } from '#contract/projects/weather/endpoints.ts';
import type {
  LocalReading,
  ProjectWeather,
  WeatherDay,
  WeatherService,
} from '#contract/projects/weather/model.ts';
import { weatherText } from '#contract/projects/weather/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint, type Db } from '#server/kernel/db.ts';
import { invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { projectInReach, projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { askWeather, WeatherFault, type HourOfWeather } from './weather.client.ts';
import { findDays, findPlaces, lastDay, type WeatherPlace } from './weather.queries.ts';
import { weatherChecks, weatherReadings } from './weather.table.ts';

const DAYS_MAX = 92;
const BOARD_DAYS = 14;
const all = sql`true`;

/** Readings of the projects in scope: the last one of each, or one per day between two days. Reads only stored data. */
export async function weatherDays(
  ctx: Context,
  query: z.output<typeof listWeather.query>,
): Promise<WeatherDay[]> {
  const { proyecto_id, desde, hasta } = query;
  const until = hasta ?? panamaDay(ctx.now);
  const between = desde !== undefined || hasta !== undefined;
  const since = desde !== undefined && desde > addDays(until, -DAYS_MAX) ? desde : addDays(until, -DAYS_MAX);
  const where: SQL[] = [projectsInReach(ctx, 'proyectos.ver') ?? all];
  if (proyecto_id !== undefined) where.push(eq(projects.id, proyecto_id));
  where.push(between ? sql`r.day between ${since}::date and ${until}::date` : lastDay);
  if (!between && proyecto_id === undefined) where.push(sql`projects.archived_at is null`);
  const direction = query.order_type === 'desc' ? sql`desc` : sql`asc`;
  const order = query.order_column === 'fecha' ? sql`2 ${direction}, 1` : sql`1 ${direction}, 2 ${direction}`;
  return findDays(ctx.db, and(...where)!, order);
}

/** Today and the last two weeks of the projects in scope, and the status of the service. */
export async function weatherBoard(ctx: Context, projectId: number | undefined): Promise<ProjectWeather[]> {
  const mine = and(
    projectsInReach(ctx, 'proyectos.ver') ?? all,
    projectId === undefined ? undefined : eq(projects.id, projectId),
  )!;
  const since = addDays(panamaDay(ctx.now), 1 - BOARD_DAYS);
  const [places, recent, last] = await Promise.all([
    findPlaces(ctx.db, mine),
    findDays(ctx.db, and(mine, sql`r.day >= ${since}::date`)!),
    findDays(ctx.db, and(mine, lastDay)!),
  ]);
  return places.map((place) => ({
    proyecto: { id: place.id, nombre: place.name },
    servicio: serviceOf(place, ctx.config.WEATHER_URL !== undefined),
    ultima: last.find(({ proyecto_id }) => proyecto_id === place.id) ?? null,
    dias: recent.filter(({ proyecto_id }) => proyecto_id === place.id),
  }));
}

function serviceOf(place: WeatherPlace, configured: boolean): WeatherService {
  const { succeededAt, failures, fault } = place;
  const estado = !configured
    ? 'sin_servicio'
    : place.latitude === null || place.longitude === null
      ? 'sin_coordenadas'
      : failures > 0
        ? 'caido'
        : succeededAt
          ? 'bien'
          : 'espera';
  return {
    estado,
    ultimo: succeededAt ? new Date(succeededAt).toISOString() : null,
    fallos: failures,
    motivo: failures > 0 ? fault : null,
  };
}

/** Adds a measurement taken on site. Raises 404, 422 at `al`, 409 READING_TAKEN for the same moment. */
export async function addLocalReading(
  ctx: Context,
  projectId: number,
  given: LocalReading,
): Promise<WeatherDay> {
  if (!(await projectInReach(ctx, projectId, 'proyectos.editar', 'bitacora.crear'))) throw notFound();
  const at = given.al === undefined ? ctx.now : new Date(given.al);
  if (at > ctx.now) throw invalid([{ field: 'al', message: 'Ese momento aún no llega.' }]);
  if (panamaDay(at) < addDays(panamaDay(ctx.now), -7))
    throw invalid([{ field: 'al', message: 'Una lectura se anota a lo más 7 días después.' }]);
  const values = {
    projectId,
    at,
    day: panamaDay(at),
    temperature: Math.round(given.temperatura * 10) / 10,
    rainMm: Math.round(given.lluvia_mm * 10) / 10,
    description: given.descripcion,
    source: 'local',
    createdBy: staffOf(ctx).userId,
  };
  try {
    await ctx.db.insert(weatherReadings).values(values);
  } catch (error) {
    if (violatedConstraint(error) !== 'weather_readings_once') throw error;
    throw new Refused(409, 'READING_TAKEN', 'Ya hay una lectura de ese momento.');
  }
  await audit(ctx, 'anotar_clima', 'proyecto', projectId, {
    at: at.toISOString(),
    temperature: values.temperature,
    rainMm: values.rainMm,
  });
  const [day] = await findDays(ctx.db, sql`r.project_id = ${projectId} and r.day = ${values.day}::date`);
  return day!;
}

/** Ids of the active projects with coordinates. */
export async function placesToAsk(db: Db): Promise<number[]> {
  const places = await findPlaces(db, sql`projects.latitude is not null and projects.longitude is not null`);
  return places.map(({ id }) => id);
}

/**
 * Requests a project's last hours from the service and stores them, and also the result for the office. Raises
 * WeatherFault so that the queue retries. Holds no transaction during the request.
 */
export async function readWeather(
  { db, now, config }: Pick<Context, 'db' | 'now' | 'config'>,
  projectId: number,
  options: { timeoutMs?: number } = {},
): Promise<void> {
  const [place] = await findPlaces(db, eq(projects.id, projectId));
  if (!config.WEATHER_URL || !place || place.latitude === null || place.longitude === null) return;
  const { latitude, longitude } = place;
  try {
    const hours = await askWeather(config.WEATHER_URL, { latitude, longitude }, now, options);
    await db.transaction(async (tx) => {
      await keepHours(tx, projectId, hours);
      await tx
        .insert(weatherChecks)
        .values({ projectId, triedAt: now, succeededAt: now })
        .onConflictDoUpdate({
          target: weatherChecks.projectId,
          set: { triedAt: now, succeededAt: now, failures: 0, fault: null },
        });
    });
  } catch (error) {
    if (!(error instanceof WeatherFault)) throw error;
    const fault = error.message;
    await db
      .insert(weatherChecks)
      .values({ projectId, triedAt: now, failures: 1, fault })
      .onConflictDoUpdate({
        target: weatherChecks.projectId,
        set: { triedAt: now, failures: sql`${weatherChecks.failures} + 1`, fault },
      });
    throw error;
  }
}

/** Later data of the service for an hour replace its earlier data. */
async function keepHours(db: Db, projectId: number, hours: readonly HourOfWeather[]): Promise<void> {
  const unique = new Map(hours.map((one) => [one.at.getTime(), one]));
  await db
    .insert(weatherReadings)
    .values(
      [...unique.values()].map(({ at, temperature, rainMm, code }) => ({
        projectId,
        at,
        day: panamaDay(at),
        temperature,
        rainMm,
        code,
        description: weatherText(code),
        source: 'open-meteo',
      })),
    )
    .onConflictDoUpdate({
      target: [weatherReadings.projectId, weatherReadings.source, weatherReadings.at],
      set: {
        temperature: sql`excluded.temperature`,
        rainMm: sql`excluded.rain_mm`,
        code: sql`excluded.code`,
        description: sql`excluded.description`,
      },
    });
}
