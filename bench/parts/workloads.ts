import { withoutAccents } from '#contract/accents.ts';
import { bookableDays } from '#contract/sales/appointments/rules.ts';
import { closedOn } from '#contract/sales/appointments/slots.ts';
import { addDays, HOUR_MS } from '#contract/dates.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { rows, sql, type Database } from '#server/kernel/db.ts';
import { addressOf, type Shot } from './fire.ts';

/** A read-only workload: equivalent requests for our server and for the limit. */
export interface Workload {
  name: string;
  ours: Shot[];
  limit: Shot[];
  /** Requests per unit. */
  per?: number;
  /** Required speed as a share of the limit. */
  ratio: number;
  /** Our p99 must not exceed the limit's. */
  p99?: true;
}

const SHOTS = 600;
/** Every state, each requested equally often: some have a few sales, some half of them. */
const STATES = Array.from({ length: 19 }, (_, at) => at + 1);

/** Board queries: everything, a stage's open cells, the overdue, the oldest. */
const BOARDS = [
  '',
  '&etapa=3&celda=2',
  '&etapa=4&celda=3',
  '&vencidas=1',
  '&order_column=age',
  '&turno=procesador',
];

export async function readWorkloads(database: Database, token: string): Promise<Workload[]> {
  const headers = (n: number) => ({
    cookie: `token=${token}`,
    'x-forwarded-for': addressOf(n),
    accept: 'application/json',
  });
  const many = <T>(list: readonly T[], ours: (one: T) => string, limit: (one: T) => string) => ({
    ours: Array.from({ length: SHOTS }, (_, n) => ({ path: ours(list[n % list.length]!), headers: headers(n) })), // prettier-ignore
    // The same headers, so both servers parse as much.
    limit: Array.from({ length: SHOTS }, (_, n) => ({ path: limit(list[n % list.length]!), headers: headers(n) })), // prettier-ignore
  });
  const base = '/api/sale/precontracts';
  const inState = (state: number) => `${base}?estado_id=${state}&per_page=25`;
  const opened = (await someSales(database)).flatMap((id) => ['record', 'papers', 'history'].map((what) => ({ id, what }))); // prettier-ignore
  const part: Record<string, string> = { record: '', papers: '/documents', history: '/history' };
  const find = (text: string) => `${base}?q=${encodeURIComponent(text)}&per_page=25`;
  const bare = (text: string) =>
    `/search?${text.split(' ').map((word) => `w=${encodeURIComponent(plain(word))}`).join('&')}`; // prettier-ignore
  return [
    { name: 'staff list: 25 sales of a state, newest first, with total', ...many(STATES, inState, (state) => `/list/${state}`), ratio: 2.2, p99: true },
    { name: 'board: 25 sales with their 12 stages, by due day, stage, lateness and age', ...many(BOARDS, (asked) => `/api/sale/board?per_page=25${asked}`, () => '/list/6'), ratio: 0.7 },
    { name: 'one sale with papers, history and transitions', ...many(opened, ({ id, what }) => `${base}/${id}${part[what]}`, ({ id, what }) => `/${what}/${id}`), per: 3, ratio: 0.7 },
    { name: 'search: a rare word', ...many(await rareWords(database), find, bare), ratio: 1.2, p99: true },
    { name: 'search: a common word', ...many(['Quintero', 'Ábrego', 'González', 'Itzel', 'Batista', 'Morales'], find, bare), ratio: 1.2, p99: true },
  ]; // prettier-ignore
}

const plain = (text: string) => withoutAccents(text).toLowerCase(); // prettier-ignore

interface FreeDay {
  fecha: string;
  diaCitaProyectoId: number;
}

/** The first project with free days, its free days, and the URL that lists them. */
async function attended(url: string, database: Database) {
  const projects = await rows<{ id: number }>(
    database.db,
    sql`select distinct p.id from projects p join appointment_templates t on t.project_id = p.id where p.published order by p.id`,
  );
  for (const { id } of projects) {
    const dates = `/api/guest/list_available_appointment_dates/${id}`;
    const { data } = (await (await fetch(url + dates)).json()) as { data: FreeDay[] };
    if (data.length > 0) return { project: id, dates, days: data };
  }
  throw new Error('no project of this company has a free time');
}

/** Free days and times of a project, as guests request them. The limit gets rules and holidays as given; ours reads them. */
export async function guestWorkload(url: string, database: Database): Promise<Workload> {
  const { appointments: rules, ownHolidays } = await readSettings(database.db);
  const now = new Date();
  const { from, to } = bookableDays(now, rules.daysAhead);
  const closed: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) if (closedOn(day, ownHolidays)) closed.push(day);
  const { project, dates, days } = await attended(url, database);
  const ask = (day?: string) =>
    new URLSearchParams([
      ['project', String(project)],
      ['from', day ?? from],
      ['to', day ?? to],
      ...closed.map((one) => ['closed', one]),
      ['minutes', String(rules.slotMinutes)],
      ['earliest', new Date(now.getTime() + rules.noticeHours * HOUR_MS).toISOString()],
    ]);
  const pairs = Array.from({ length: SHOTS }, (_, n) => {
    const day = days[Math.floor(n / 2) % days.length]!;
    return n % 2 === 0
      ? { ours: dates, limit: `/days?${ask()}` }
      : { ours: `/api/guest/list_available_appointment_times/${day.diaCitaProyectoId}/${day.fecha}`, limit: `/times?${ask(day.fecha)}` }; // prettier-ignore
  });
  const headers = (n: number) => ({ 'x-forwarded-for': addressOf(n), accept: 'application/json' });
  return {
    name: 'guest: free days and their times',
    ours: pairs.map(({ ours }, n) => ({ path: ours, headers: headers(n) })),
    limit: pairs.map(({ limit }, n) => ({ path: limit, headers: headers(n) })),
    per: 2,
    ratio: 3,
  };
}

/** Up to 200 sales spread over all years. */
const someSales = async (database: Database): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      database.db,
      sql`select id from sales where state_id > 1 and id % greatest(1, (select max(id) from sales) / 200) = 1 limit 200`,
    )
  ).map(({ id }) => id);

/** Search texts with few matches: a rare surname, a full name, a document number and a phone number, equally often. */
async function rareWords(database: Database): Promise<string[]> {
  const people = await rows<{ name: string; document: string; phone: string }>(
    database.db,
    sql`select p.name, p.document_number document, p.phone from sales s join people p on p.id = s.person_id
      where s.state_id > 1 and p.document_number is not null
        and s.id % greatest(1, (select max(id) from sales) / 60) = 1 limit 60`,
  );
  const surnames = await rows<{ surname: string }>(
    database.db,
    sql`select substring(name from '[^ ]+$') surname from people group by 1 order by count(*), 1 limit 60`,
  );
  return people.flatMap(({ name, document, phone }, at) => [
    surnames[at % surnames.length]!.surname,
    name,
    document.replaceAll('-', ''),
    phone.slice(4),
  ]);
}

/** A value list, requested with the ETag of the first response. */
export async function listWorkload(url: string, token: string): Promise<Workload> {
  const path = '/api/sale/states_precontract/list';
  const first = await fetch(url + path, { headers: { cookie: `token=${token}` } });
  const etag = first.headers.get('etag');
  await first.arrayBuffer();
  const ours = Array.from({ length: SHOTS }, (_, n) => ({
    path,
    headers: {
      cookie: `token=${token}`,
      'x-forwarded-for': addressOf(n),
      accept: 'application/json',
      ...(etag && { 'if-none-match': etag }),
    },
  }));
  return {
    name: `a value list${etag ? ', unchanged (304)' : ''}`,
    ours,
    limit: ours.map(({ headers }) => ({ path: '/', headers })),
    ratio: 0.3,
  };
}
