import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contract/dates.ts';
import { readingAge, weatherText } from '#contract/projects/weather/rules.ts';
import { runJobs } from '#test/jobs.ts';
import { START, useApp } from '#test/app.ts';
import { makeProject } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { askWeather } from './weather.client.ts';
import { askAllWeather, readProjectWeather } from './weather.jobs.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';

/** A fake weather service; each test sets its behaviour. */
let behave: (answer: ServerResponse, url: URL) => void = () => undefined;
const asked: URL[] = [];
const service = createServer((request, answer) => {
  const url = new URL(request.url ?? '', 'http://servicio');
  asked.push(url);
  behave(answer, url);
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
const { port } = service.address() as { port: number };
const WEATHER_URL = `http://127.0.0.1:${port}/v1/forecast`;
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const llave = useApp({ WEATHER_URL });
const place = { latitude: 8.95, longitude: -79.66 };
let administrator: StaffBrowser;

const json = (answer: ServerResponse, body: unknown) => {
  answer.setHeader('content-type', 'application/json');
  answer.end(JSON.stringify(body));
};
/** The hours until now, the latest first: rain in mm of each. */
const hours = (now: Date, rain: readonly number[], over: object = {}) => ({
  hourly_units: { time: 'unixtime', temperature_2m: '°C', precipitation: 'mm' },
  hourly: {
    time: rain.map((_, at) => (now.getTime() - at * HOUR_MS) / 1000),
    temperature_2m: rain.map(() => 27.4),
    precipitation: rain,
    weather_code: rain.map((mm) => (mm > 0 ? 63 : 2)),
    ...over,
  },
});
const read = (projectId: number) => llave.app.core.jobs.run(readProjectWeather, { projectId });
const boardOf = async (id: number) =>
  (await administrator.get(`/api/projects/weather/board?proyecto_id=${id}`)).json<{
    data: {
      servicio: { estado: string; fallos: number; motivo: string | null; ultimo: string | null };
      ultima: { lluvia_mm: number; al: string; fuente: string } | null;
      dias: { fecha: string; lluvia_mm: number }[];
    }[];
  }>().data[0]!;

beforeAll(async () => {
  administrator = await signInAs(llave, 'administrador');
});
beforeEach(() => {
  llave.clock.set(START);
  asked.length = 0;
  behave = (answer) => json(answer, hours(llave.clock.now(), [0.4, 1.2, 0]));
});

describe('the hourly job', () => {
  test('reads each project with coordinates, stores each hour once, and serves them by the API', async () => {
    const { db } = llave.database;
    const { id } = await makeProject(db, place);
    await makeProject(db);
    await makeProject(db, { ...place, archivedAt: START });
    await llave.app.core.jobs.run(askAllWeather, {});
    expect(await runJobs(llave, readProjectWeather)).toBe(1);
    await read(id);
    expect(asked[0]!.searchParams.get('latitude')).toBe('8.95');
    const answer = await administrator.get(`/api/projects/weather?proyecto_id=${id}`);
    expect(answer.json()).toEqual({
      data: [
        {
          proyecto_id: id,
          fecha: '2026-11-21',
          temperatura: 27.4,
          lluvia_mm: 1.6,
          descripcion: 'Lluvia',
          fuente: 'open-meteo',
          al: START.toISOString(),
        },
      ],
    });
    expect(await boardOf(id)).toMatchObject({ servicio: { estado: 'bien', fallos: 0 } });
  });

  test('a corrected hour replaces the earlier value', async () => {
    const { id } = await makeProject(llave.database.db, place);
    await read(id);
    behave = (answer) => json(answer, hours(llave.clock.now(), [5, 1.2, 0]));
    await read(id);
    expect((await boardOf(id)).ultima).toMatchObject({ lluvia_mm: 6.2 });
  });

  test('an outage is shown, the last reading is still served, and the gaps are filled later', async () => {
    const { id } = await makeProject(llave.database.db, place);
    await read(id);
    llave.clock.advance((5 * HOUR_MS) / 1000);
    behave = (answer) => {
      answer.statusCode = 503;
      answer.end('cerrado');
    };
    await expect(read(id)).rejects.toThrow('error 503');
    await expect(read(id)).rejects.toThrow('error 503');
    expect(await boardOf(id)).toMatchObject({
      servicio: {
        estado: 'caido',
        fallos: 2,
        motivo: 'El servicio del clima respondió con el error 503.',
        ultimo: START.toISOString(),
      },
      ultima: { al: START.toISOString() },
    });
    expect((await administrator.get(`/api/projects/weather?proyecto_id=${id}`)).json()).toMatchObject({
      data: [{ al: START.toISOString() }],
    });
    behave = (answer) => json(answer, hours(llave.clock.now(), [1, 1, 1, 1, 1, 0.4]));
    await read(id);
    expect(await boardOf(id)).toMatchObject({
      servicio: { estado: 'bien', fallos: 0, motivo: null },
      ultima: { lluvia_mm: 6.6 },
    });
  });

  const wrong: [name: string, body: (now: Date) => unknown][] = [
    ['is no JSON', () => undefined],
    ['has another shape', () => ({ current: { temperature: 27 } })],
    ['has fewer rains than hours', (now) => hours(now, [1, 1], { precipitation: [1] })],
    ['is hotter than anywhere', (now) => hours(now, [1], { temperature_2m: [312] })],
    ['counts rain below nothing', (now) => hours(now, [-3])],
    ['counts in inches', (now) => ({ ...hours(now, [1]), hourly_units: { precipitation: 'inch' } })],
    ['is of last week', (now) => hours(new Date(now.getTime() - 7 * 24 * HOUR_MS), [1])],
    ['is of tomorrow', (now) => hours(new Date(now.getTime() + 24 * HOUR_MS), [1])],
    [
      'has no hour',
      () => ({ hourly: { time: [], temperature_2m: [], precipitation: [], weather_code: [] } }),
    ],
  ];
  test.each(wrong)('an answer that %s is refused, and nothing of it is stored', async (_name, body) => {
    const { id } = await makeProject(llave.database.db, place);
    behave = (answer) => {
      const sent = body(llave.clock.now());
      if (sent === undefined) answer.end('<html>');
      else json(answer, sent);
    };
    await expect(read(id)).rejects.toThrow('El servicio del clima');
    expect(await boardOf(id)).toMatchObject({
      servicio: { estado: 'caido', fallos: 1 },
      ultima: null,
      dias: [],
    });
  });

  test('an endless answer is cut, and a redirect is not followed', async () => {
    behave = (answer) => {
      const fill = () => {
        while (!answer.destroyed && answer.write('x'.repeat(65_536)));
        if (!answer.destroyed) answer.once('drain', fill);
      };
      fill();
    };
    await expect(askWeather(WEATHER_URL, place, START)).rejects.toThrow('demasiado');
    behave = (answer, url) => {
      if (url.pathname === '/otro') return json(answer, hours(START, [1]));
      answer.writeHead(302, { location: '/otro' });
      answer.end();
    };
    await expect(askWeather(WEATHER_URL, place, START)).rejects.toThrow('No se pudo llegar');
  });

  test('a silent or unreachable service times out', async () => {
    behave = () => undefined;
    await expect(askWeather(WEATHER_URL, place, START, { timeoutMs: 50 })).rejects.toThrow('no respondió');
    await expect(askWeather('http://127.0.0.1:9/', place, START)).rejects.toThrow('No se pudo llegar');
  });
});

describe('readings taken on site', () => {
  const note = (id: number, body: object, who = administrator) =>
    who.post(`/api/projects/${id}/weather`, body);
  const local = { temperatura: 31, lluvia_mm: 12, descripcion: 'Chubascos' };

  test('a measurement is the day’s rain so far; later hours of the service are added', async () => {
    const { id } = await makeProject(llave.database.db, place);
    await read(id);
    const noted = await note(id, local);
    expect([noted.statusCode, noted.json()]).toMatchObject([
      201,
      { data: { fuente: 'local', temperatura: 31, lluvia_mm: 12, descripcion: 'Chubascos' } },
    ]);
    llave.clock.advance(HOUR_MS / 1000);
    behave = (answer) => json(answer, hours(llave.clock.now(), [2.5, 0.4, 1.2, 0]));
    await read(id);
    expect((await boardOf(id)).ultima).toMatchObject({ fuente: 'open-meteo', lluvia_mm: 14.5 });
  });

  test('site staff of own projects may add measurements, for a past moment only', async () => {
    const { db } = llave.database;
    const mine = await makeProject(db);
    const other = await makeProject(db);
    const resident = await signInAs(llave, { role: 'residente', projectIds: [mine.id] });
    expect((await note(mine.id, local, resident)).statusCode).toBe(201);
    expect((await note(mine.id, local, resident)).json()).toMatchObject({ code: 'READING_TAKEN' });
    expect((await note(other.id, local, resident)).statusCode).toBe(404);
    const later = new Date(START.getTime() + HOUR_MS).toISOString();
    const old = new Date(START.getTime() - 9 * 24 * HOUR_MS).toISOString();
    for (const al of [later, old])
      expect((await note(mine.id, { ...local, al }, resident)).json()).toMatchObject({
        errors: [{ field: 'al' }],
      });
    expect(
      (await note(mine.id, { ...local, temperatura: 400, lluvia_mm: -1 }, resident)).json(),
    ).toMatchObject({
      errors: [{ field: 'temperatura' }, { field: 'lluvia_mm' }],
    });
    const adviser = await signInAs(llave, 'asesor');
    expect((await note(mine.id, local, adviser)).statusCode).toBe(403);
  });

  test('days between two dates are listed one by one, for own projects only', async () => {
    const { db } = llave.database;
    const mine = await makeProject(db);
    const other = await makeProject(db);
    for (const days of [3, 2, 0])
      await note(mine.id, {
        ...local,
        lluvia_mm: days,
        al: new Date(START.getTime() - days * 24 * HOUR_MS).toISOString(),
      });
    await note(other.id, local);
    const manager = await signInAs(llave, { role: 'proyectos', projectIds: [mine.id] });
    const list = await manager.get('/api/projects/weather?desde=2026-11-18&hasta=2026-11-20');
    expect(list.json<{ data: { fecha: string; lluvia_mm: number }[] }>().data).toMatchObject([
      { proyecto_id: mine.id, fecha: '2026-11-18', lluvia_mm: 3 },
      { fecha: '2026-11-19', lluvia_mm: 2 },
    ]);
    expect((await manager.get(`/api/projects/weather?proyecto_id=${other.id}`)).json()).toEqual({ data: [] });
    const board = (await manager.get('/api/projects/weather/board')).json<{
      data: { proyecto: { id: number } }[];
    }>();
    expect(board.data.map(({ proyecto }) => proyecto.id)).toEqual([mine.id]);
    expect(board.data[0]).toMatchObject({ servicio: { estado: 'sin_coordenadas' }, dias: [{}, {}, {}] });
  });
});

test('codes have Spanish texts, and an old reading shows its age', () => {
  expect([weatherText(0), weatherText(95), weatherText(42)]).toEqual([
    'Despejado',
    'Tormenta eléctrica',
    'Código del tiempo 42',
  ]);
  const at = START.toISOString();
  const after = (n: number) => new Date(START.getTime() + n * HOUR_MS);
  expect([readingAge(at, after(2)), readingAge(at, after(5)), readingAge(at, after(72))]).toEqual([
    null,
    'hace 5 horas',
    'hace 3 días',
  ]);
});

describe('without WEATHER_URL', () => {
  const quiet = useApp({});
  test('no request is sent, and the office is told', async () => {
    await quiet.database.db.update(projects).set({ archivedAt: START });
    const { id } = await makeProject(quiet.database.db, place);
    await quiet.app.core.jobs.run(askAllWeather, {});
    expect(await runJobs(quiet, readProjectWeather)).toBe(0);
    await quiet.app.core.jobs.run(readProjectWeather, { projectId: id });
    expect(asked).toEqual([]);
    const browser = await signInAs(quiet, 'administrador');
    expect((await browser.get('/api/projects/weather/board')).json()).toMatchObject({
      data: [{ servicio: { estado: 'sin_servicio' }, ultima: null }],
    });
  });
});
