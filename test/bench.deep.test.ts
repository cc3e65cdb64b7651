import { withoutAccents } from '#contract/accents.ts';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  DAYS,
  HISTORY,
  LIST,
  PAPERS,
  RECORD,
  searchOf,
  TIMES,
  type Statement,
} from '../bench/limit/statements.ts';
import { bookableDays } from '#contract/sales/appointments/rules.ts';
import { closedOn } from '#contract/sales/appointments/slots.ts';
import { addDays, HOUR_MS } from '#contract/dates.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { useApp, type Browser } from './app.ts';
import { fillLarge } from './largeCompany.ts';
import { signInUser } from './signIn.ts';

/** Checks that the benchmark's reference statements return the same rows as our endpoints. */
const llave = useApp();
const BASE = '/api/sale/precontracts';
let coordinator: Browser;

beforeAll(async () => {
  const { database } = llave;
  await fillLarge(llave, { count: 200, seed: 3 });
  const [user] = await database.db.select().from(users).where(eq(users.email, 'coordinador@demo.llave'));
  coordinator = await signInUser(llave, user!);
});

const limit = async <R extends object>({ text }: Statement, ...values: unknown[]): Promise<R[]> =>
  (await llave.database.pool.query<R>(text, values)).rows;
const ours = async <T>(path: string): Promise<T> => {
  const answer = await coordinator.get(path);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
};

interface Listed {
  id: number;
  name: string;
  code: string | null;
  project: { name: string };
  lot: { lote: string } | null;
  processor: { name: string } | null;
  papers: { required: number; approved: number; to_review: number };
  separation_state_id: number | null;
}
interface Page {
  data: Listed[];
  meta: { pagination: { total: number } };
}
interface Bare {
  id: number;
  name: string;
  code: string | null;
  project: string;
  lot: string | null;
  processor: string | null;
  required: number;
  approved: number;
  to_review: number;
  separation: number | null;
  total: number;
}

const shown = ({ data, meta }: Page): Bare[] =>
  data.map(({ id, name, code, project, lot, processor, papers, separation_state_id }) => ({
    id,
    name,
    code,
    project: project.name,
    lot: lot?.lote ?? null,
    processor: processor?.name ?? null,
    required: papers.required,
    approved: papers.approved,
    to_review: papers.to_review,
    separation: separation_state_id,
    total: meta.pagination.total,
  }));
/** Drops columns that only one of the two returns. */
const bare = (list: readonly Bare[], like: readonly Bare[]) =>
  list.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => !like[0] || column in like[0])),
  );

describe("the benchmark's reference statements return the same rows as ours", () => {
  test.each([10, 14, 15, 16, 17])('the list of state %i', async (state) => {
    const page = await ours<Page>(`${BASE}?estado_id=${state}&per_page=25`);
    expect(page.data.length).toBeGreaterThan(0);
    expect(shown(page)).toEqual(bare(await limit<Bare>(LIST, state), shown(page)));
  });

  test('a search', async () => {
    const { data } = await ours<Page>(`${BASE}?per_page=1`);
    const word = data[0]!.name.split(' ').at(-1)!;
    const plain = withoutAccents(word).toLowerCase();
    const page = await ours<Page>(`${BASE}?q=${encodeURIComponent(word)}&per_page=25`);
    expect(page.data.length).toBeGreaterThan(0);
    expect(shown(page)).toEqual(bare(await limit<Bare>(searchOf(1), `%${plain}%`), shown(page)));
  });

  test('one sale with its documents and its history', async () => {
    const { data: list } = await ours<Page>(`${BASE}?estado_id=15&per_page=3`);
    for (const { id } of list) {
      const record = await ours<{ data: { code: string; payments: unknown[]; stages: unknown[] } }>(
        `${BASE}/${id}`,
      );
      const [found] = await limit<{ sale: { code: string }; payments: unknown[]; stages: unknown[] }>(
        RECORD,
        id,
      );
      expect([record.data.code, record.data.payments.length, record.data.stages.length]).toEqual([
        found!.sale.code,
        found!.payments.length,
        found!.stages.length,
      ]);
      const papers = await ours<{ data: { id: number; versions: unknown[] }[] }>(`${BASE}/${id}/documents`);
      const barePapers = await limit<{ paper: { id: number }; versions: unknown[] }>(PAPERS, id);
      expect(papers.data.map((paper) => [paper.id, paper.versions.length])).toEqual(
        barePapers.map(({ paper, versions }) => [paper.id, versions.length]),
      );
      const history = await ours<{ data: { id: string }[] }>(`${BASE}/${id}/history`);
      const bareHistory = await limit<{ kind: string; id: number }>(HISTORY, id);
      expect(history.data.map((line) => line.id)).toEqual(
        bareHistory.map((line) => `${line.kind}-${line.id}`),
      );
    }
  });

  test('the free days and times of a project', async () => {
    const { database, clock } = llave;
    const [project] = await limit<{ id: number; slug: string }>({
      text: 'select p.id from projects p join appointment_templates t on t.project_id = p.id where p.published order by p.id limit 1',
    });
    const { appointments: rules, ownHolidays } = await readSettings(database.db);
    const { from, to } = bookableDays(clock.now(), rules.daysAhead);
    const days = Array.from({ length: rules.daysAhead + 1 }, (_, at) => addDays(from, at));
    const closed = days.filter((day) => closedOn(day, ownHolidays));
    const earliest = new Date(clock.now().getTime() + rules.noticeHours * HOUR_MS);
    const asked = (first: string, last: string) => [project!.id, first, last, closed, rules.slotMinutes, earliest]; // prettier-ignore
    const offered = await ours<{ data: { fecha: string; diaCitaProyectoId: number }[] }>(
      `/api/guest/list_available_appointment_dates/${project!.id}`,
    );
    expect(offered.data.length).toBeGreaterThan(5);
    const bareDays = await limit<{ fecha: string }>(DAYS, ...asked(from, to));
    expect(offered.data.map(({ fecha }) => fecha)).toEqual(bareDays.map(({ fecha }) => fecha));
    for (const { fecha, diaCitaProyectoId } of offered.data.slice(0, 3)) {
      const times = await ours<{ data: unknown[] }>(
        `/api/guest/list_available_appointment_times/${diaCitaProyectoId}/${fecha}`,
      );
      const bareTimes = await limit<{ hora_inicio: string; hora_final: string }>(TIMES, ...asked(fecha, fecha)); // prettier-ignore
      expect(times.data).toEqual(
        bareTimes.map(({ hora_inicio, hora_final }) => ({ hora_inicio, hora_final })),
      );
    }
  });
});
