import { and, sql, type SQL } from 'drizzle-orm';
import { banks as bankList } from '#contract/company/catalogs/moneyLists.ts';
import { panamaDay } from '#contract/dates.ts';
import type {
  CashFilter,
  CashOutlook,
  CashRow,
  MoveRow,
  MovesFilter,
  OfFilter,
  PaceRow,
} from '#contract/money/cashForecast/model.ts';
import {
  delayOf,
  LEAST_SAMPLE,
  PACES,
  type KeptPace,
  type PaceName,
} from '#contract/money/cashForecast/paces.ts';
import {
  CASH_KIND_NAMES,
  forecastOf,
  lastDayOf,
  LINE_NAMES,
  lowestOf,
  signOf,
  type CashCell,
} from '#contract/money/cashForecast/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import { announce, inTransaction } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { limited, row, rows } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { bankBalance } from '#server/modules/money/books/cash.service.ts';
import { booksInReach } from '#server/modules/money/ledger/ledger.scope.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { ComputeCash } from './cashForecast.jobs.names.ts';
import { inForce, isComputing, type Forecast } from './compute.service.ts';
import { cellsOf, EXPECTATIONS, movesOf, sourcesOf } from './sources.ts';

/** An older forecast is shown, too, while a job computes the next. */
const FRESH_MS = 10 * 60_000;

/** Conditions over `x`: the books in scope, the asked company and project. */
export const reached = (ctx: Context, { libro_id, proyecto_id }: OfFilter): SQL =>
  and(
    booksInReach(ctx, 'contabilidad.ver', sql`x.book_id`),
    libro_id === undefined ? undefined : sql`x.book_id = ${libro_id}`,
    proyecto_id === undefined ? undefined : sql`x.project_id = ${proyecto_id}`,
  ) ?? sql`true`;

/** An export reads one snapshot and writes nothing. */
const mayWrite = async (ctx: Context): Promise<boolean> =>
  (await row<{ writes: boolean }>(
    ctx.db,
    sql`select current_setting('transaction_read_only') = 'off' writes`,
  ))!.writes;

type InForce = Pick<Forecast, 'id' | 'day' | 'paces'> & { computedAt: Date | null };

/** Queues a computation. One waits at most; one that runs does not know what has changed since it began. */
const askFor = (ctx: Context, anew: boolean) =>
  ctx.jobs.send(ctx.db, ComputeCash, { anew }, { key: anew ? 'anew' : 'kept paces' });

/** The forecast in force, empty before the first. When it is old, a job computes the next; an export only reads. */
async function current(ctx: Context): Promise<InForce> {
  const today = panamaDay(ctx.now);
  const found = await inForce(ctx.db);
  const fresh = found?.day === today && ctx.now.getTime() - found.computedAt.getTime() <= FRESH_MS;
  if (!fresh && (await mayWrite(ctx))) await askFor(ctx, false);
  return found ?? { id: 0, day: today, computedAt: null, paces: [] };
}

async function cellsInForce(
  ctx: Context,
  filter: OfFilter,
  forecast: Pick<Forecast, 'id' | 'day'>,
): Promise<CashCell[]> {
  const days = { today: forecast.day, last: lastDayOf(forecast.day) };
  return rows<CashCell>(
    ctx.db,
    sql`select x.kind, x.line, x.starts_on::text "startsOn", sum(x.cents)::bigint cents
      from (select kind, line, starts_on, book_id, project_id, cents from cash_cells where forecast_id = ${forecast.id}
        union all select kind, line, starts_on, book_id, project_id, cents from (${cellsOf([EXPECTATIONS], days)}) e) x
      where ${reached(ctx, filter)} group by 1, 2, 3`,
  );
}

/** The forecast by week or month. */
export async function listForecast(ctx: Context, filter: CashFilter): Promise<CashRow[]> {
  const forecast = await current(ctx);
  const cells = await cellsInForce(ctx, filter, forecast);
  const opening = await bankBalance(ctx, filter, forecast.day);
  return forecastOf({ today: forecast.day, opening }, cells, { span: filter.por, line: filter.linea }).map(
    ({ from, to, kinds, entra, sale, closing }) => ({
      id: from,
      from,
      to,
      kinds,
      entra,
      sale,
      neto: entra - sale,
      ...closing,
    }),
  );
}

/** The balance of today, and where each line is lowest. */
export async function outlookOf(ctx: Context, filter: OfFilter): Promise<CashOutlook> {
  const forecast = await current(ctx);
  const cells = await cellsInForce(ctx, filter, forecast);
  const opening = await bankBalance(ctx, filter, forecast.day);
  const weeks = forecastOf({ today: forecast.day, opening }, cells, { span: 'semana', line: 'esperada' });
  const doubtful = await row<{ cents: number }>(
    ctx.db,
    sql`select coalesce(sum(x.cents), 0)::bigint cents from (select (d ->> 'book')::bigint book_id, (d ->> 'project')::bigint project_id,
        (d ->> 'cents')::bigint cents from cash_forecasts f, jsonb_array_elements(f.doubtful) d where f.id = ${forecast.id}) x
      where ${reached(ctx, filter)}`,
  );
  return {
    today: forecast.day,
    computed_at: forecast.computedAt?.toISOString() ?? null,
    computing: (await ctx.jobs.waits(ctx.db, ComputeCash)) || (await isComputing(ctx.db)),
    opening,
    lowest: LINE_NAMES.map((line) => lowestOf(weeks, line)),
    doubtful: Number(doubtful!.cents),
  };
}

/** Has the forecast computed by a job, with what the past says now. Twice at once is computed once. */
export async function recalculate(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    await askFor(inside, true);
    const found = await inForce(inside.db);
    if (found) await announce(inside, { record: 'flujo_caja', id: found.id, verb: 'pedir' });
  });
}

/** The expected movements of a line, each with its record, in the order of their days. */
export async function listMoves(
  ctx: Context,
  filter: MovesFilter,
): Promise<{ list: MoveRow[]; total: number }> {
  const forecast = await current(ctx);
  const last = lastDayOf(forecast.day);
  const kinds = CASH_KIND_NAMES.filter(
    (name) =>
      (filter.clase === undefined || filter.clase === name) &&
      (filter.lado === undefined || (filter.lado === 'entra') === signOf(name) > 0),
  );
  const from = filter.desde ?? forecast.day;
  const to = filter.hasta !== undefined && filter.hasta < last ? filter.hasta : last;
  if (kinds.length === 0 || from > to) return { list: [], total: 0 };
  const moves = movesOf(sourcesOf(kinds), { today: forecast.day, last, asked: { from, to } });
  const day = sql.raw(`x.${filter.linea}`);
  const way = sql.raw(filter.order_type === 'desc' ? 'desc' : 'asc');
  const order =
    filter.order_column === 'monto' ? sql`x.cents ${way}, ${day} ${way}` : sql`${day} ${way}, x.cents ${way}`;
  const found = await rows<{
    kind: MoveRow['kind'];
    record: string;
    recordId: number;
    label: string;
    projectId: number | null;
    project: string | null;
    base: string;
    day: string;
    cents: number;
    total: number;
  }>(
    ctx.db,
    sql`select y.*, p.name project from (select x.kind, x.record, x.record_id "recordId", x.label, x.project_id "projectId", x.base_on::text base,
        ${day}::text as "day", x.cents, count(*) over ()::int total, row_number() over (order by ${order}, x.record, x.record_id) at
      from (${moves}) x where x.kind in (${sql.join(
        kinds.map((one) => sql`${one}`),
        sql`, `,
      )}) and ${day} between ${from}::date and ${to}::date and ${reached(ctx, filter)}
      order by at ${limited(filter.per_page, offsetOf(filter))}) y
      left join projects p on p.id = y."projectId" order by y.at`,
  );
  return {
    list: found.map(({ kind, record, recordId, label, projectId, project, base, cents, ...one }, at) => ({
      id: `${record}-${recordId}-${offsetOf(filter) + at}`,
      kind,
      record,
      record_id: Number(recordId),
      label,
      project: projectId === null ? null : { id: Number(projectId), name: project ?? '' },
      base_on: base,
      day: one.day,
      centavos: Number(cents),
    })),
    total: found[0]?.total ?? 0,
  };
}

/** The paces that the forecast in force uses, the general one of each name first. */
export async function listPaces(ctx: Context): Promise<PaceRow[]> {
  const { paces } = await current(ctx);
  const banks = await catalogLabels(ctx.db, bankList);
  const reachable = await ctx.db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(booksInReach(ctx, 'contabilidad.ver', projects.promoterId));
  const named = new Map(reachable.map((one) => [one.id, one.name]));
  const shown = ({ name, key, sample, days }: KeptPace): PaceRow => ({
    id: `${name}-${key}`,
    title: PACES[name].title,
    since: PACES[name].since,
    of: key === 0 ? 'Todos' : ((PACES[name].by === 'banco' ? banks : named).get(key) ?? String(key)),
    sample,
    p20: delayOf(days, 20, -Infinity),
    p50: delayOf(days, 50, -Infinity),
    p80: delayOf(days, 80, -Infinity),
  });
  const isOwn = ({ name, key }: KeptPace) => key !== 0 && (PACES[name].by !== 'proyecto' || named.has(key));
  return (Object.keys(PACES) as PaceName[])
    .filter((name) => name !== 'fijo')
    .flatMap((name) => {
      const mine = paces.filter((one) => one.name === name && one.sample >= LEAST_SAMPLE);
      const general = mine.find(({ key }) => key === 0) ?? {
        name,
        key: 0,
        sample: 0,
        days: [...PACES[name].usual],
      };
      return [general, ...mine.filter(isOwn)].map(shown);
    });
}
