import { request } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { row, rows, sql } from '#server/kernel/db.ts';
import { forgetCreated, freeLots } from './parts/create.ts';
import { ensureCompany, root, startLlave } from './parts/llave.ts';

/**
 * Measures waiting times and responses when many people want the same: 1,000 guests for the next 10 times of a project,
 * then 200 buyers for one lot. In the first round the application has just started, in the others it is warm.
 *   node bench/races.ts [--guests 1000] [--buyers 200] [--rounds 3] [--sales 2000] [--data .data]
 * Each visitor already has a page open (its CSRF token) and its own IP address.
 */
const { values: asked } = parseArgs({
  options: {
    guests: { type: 'string', default: '1000' },
    buyers: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    sales: { type: 'string', default: '2000' },
    data: { type: 'string', default: '.data' },
  },
});
const TIMES = 10;
/** Longest allowed wait, in ms. */
const REQUIRED = 1000;

const sales = Number(asked.sales);
const dataDir = path.resolve(root, asked.data, `demo-${sales}`);
ensureCompany(dataDir, sales);
const llave = await startLlave(dataDir);
const { db } = llave.database;

interface Visitor {
  cookie: string;
  token: string;
  address: string;
}

async function visitors(count: number, network: number): Promise<Visitor[]> {
  const open: Visitor[] = [];
  for (let at = 0; at < count; at += 1) {
    const address = `${network}.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
    const answer = await fetch(`${llave.url}/api/csrf`, { headers: { 'x-forwarded-for': address } });
    const { data } = (await answer.json()) as { data: { token: string } };
    const cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    open.push({ cookie, token: data.token, address });
  }
  return open;
}

/** Sends a form over its own connection, as a browser does. Not `fetch`: it would take too much CPU from the server. */
const sendForm = (target: string, { cookie, token, address }: Visitor, body: string): Promise<number> =>
  new Promise((done, failed) => {
    const headers = {
      cookie,
      'x-csrf-token': token,
      'x-forwarded-for': address,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(body),
    };
    request(llave.url + target, { method: 'POST', agent: false, headers }, (answer) =>
      answer.resume().on('end', () => done(answer.statusCode ?? 0)),
    )
      .on('error', failed)
      .end(body);
  });

/** Sends all forms at once. Prints the number of each status, and the waiting times. */
async function race(
  name: string,
  racing: readonly Visitor[],
  form: (at: number) => { path: string; fields: Record<string, string> },
): Promise<void> {
  const answers = await Promise.all(
    racing.map(async (visitor, at) => {
      const { path: target, fields } = form(at);
      const began = performance.now();
      const status = await sendForm(target, visitor, new URLSearchParams(fields).toString());
      return { status, took: performance.now() - began };
    }),
  );
  const waits = answers.map(({ took }) => took).toSorted((a, b) => a - b);
  const part = (share: number) => Math.round(waits[Math.floor((waits.length - 1) * share)] ?? 0);
  const told = Object.entries(Object.groupBy(answers, ({ status }) => String(status)))
    .map(([status, list]) => `${list?.length ?? 0} × ${status}`)
    .join(', ');
  process.stdout.write(
    `${name}: ${told}; wait p50 ${part(0.5)} ms, p99 ${part(0.99)} ms, longest ${part(1)} ms ${part(1) <= REQUIRED ? '✓' : '✗'}\n`,
  );
}

/** The next free times of a project that has visiting hours. */
async function nextTimes(): Promise<{ slug: string; times: { fecha: string; hora_inicio: string }[] }> {
  const project = await row<{ id: number; slug: string }>(
    db,
    sql`select p.id, p.slug from projects p join appointment_templates t on t.project_id = p.id where p.published limit 1`,
  );
  if (!project) throw new Error('nobody attends a project in this company');
  const get = async <A>(url: string) => ((await (await fetch(llave.url + url)).json()) as { data: A }).data;
  const days = await get<{ fecha: string; diaCitaProyectoId: number }[]>(
    `/api/guest/list_available_appointment_dates/${project.id}`,
  );
  const times: { fecha: string; hora_inicio: string }[] = [];
  for (const { fecha, diaCitaProyectoId } of days.slice(-5)) {
    const free = await get<{ hora_inicio: string }[]>(
      `/api/guest/list_available_appointment_times/${diaCitaProyectoId}/${fecha}`,
    );
    times.push(...free.map(({ hora_inicio }) => ({ fecha, hora_inicio })));
  }
  return { slug: project.slug, times: times.slice(0, TIMES) };
}

async function guests(): Promise<void> {
  const { slug, times } = await nextTimes();
  const racing = await visitors(Number(asked.guests), 10);
  await race(`${racing.length} guests, ${times.length} times`, racing, (at) => ({
    path: `/citas/${slug}`,
    fields: {
      ...times[at % times.length],
      nombre: 'Ana Carrera',
      celular: `+5936${String(at).padStart(7, '0')}`,
      email: `carrera${at}@correo.test`,
      consentimiento_datos: '1',
    },
  }));
  const made = await rows<{ id: number }>(
    db,
    sql`select id from appointments where email like 'carrera%@correo.test'`,
  );
  for (const { id } of made) {
    await db.execute(sql`delete from appointment_links where appointment_id = ${id}`);
    await db.execute(sql`delete from appointment_sessions where appointment_id = ${id}`);
    await db.execute(sql`delete from appointments where id = ${id}`);
  }
}

async function buyers(): Promise<void> {
  const last = await row<{ id: number }>(db, sql`select max(id) id from sales`);
  const { modelId, lots } = await freeLots(llave.database, 1);
  try {
    const racing = await visitors(Number(asked.buyers), 11);
    await race(`${racing.length} buyers, one lot`, racing, (at) => ({
      path: `/clientes/comprar/${modelId}`,
      fields: {
        nombre: 'Ana Carrera',
        celular: `+5937${String(at).padStart(7, '0')}`,
        email: `carrera${at}@correo.test`,
        lote_id: String(lots[0]),
      },
    }));
  } finally {
    await forgetCreated(llave.database, last!.id);
  }
}

try {
  for (let round = 1; round <= Number(asked.rounds); round += 1) {
    await guests();
    await buyers();
  }
} finally {
  await llave.stop();
}
