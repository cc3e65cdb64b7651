import { parseArgs } from 'node:util';
import path from 'node:path';
import { row, rows, sql } from '#server/kernel/db.ts';
import { ensureCompany, root, startHouse } from './parts/house.ts';

/**
 * 1,000 guests race for the 10 next times of a project: how long each waits for an answer, and what it is.
 *   node bench/visits.ts [--guests 1000] [--data .data/demo-2000]
 * Each guest has a page open before (its token), and an address of its own.
 */
const { values: asked } = parseArgs({
  options: {
    guests: { type: 'string', default: '1000' },
    data: { type: 'string', default: '.data/demo-2000' },
  },
});
const count = Number(asked.guests);
const folder = path.resolve(root, asked.data);
const TIMES = 10;

interface Guest {
  cookie: string;
  token: string;
  address: string;
}

ensureCompany(folder, 2000);
const house = await startHouse(folder);
try {
  const { db } = house.database;
  const project = await row<{ id: number; slug: string }>(
    db,
    sql`select p.id, p.slug from projects p join appointment_templates t on t.project_id = p.id where p.published limit 1`,
  );
  if (!project) throw new Error('nobody attends a project in this company');
  const get = async <A>(url: string) => ((await (await fetch(house.url + url)).json()) as { data: A }).data;
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
  const wanted = times.slice(0, TIMES);
  const guests: Guest[] = [];
  for (let at = 0; at < count; at += 1) {
    const address = `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
    const answer = await fetch(`${house.url}/api/csrf`, { headers: { 'x-forwarded-for': address } });
    const { data } = (await answer.json()) as { data: { token: string } };
    const cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    guests.push({ cookie, token: data.token, address });
  }
  const answers = await Promise.all(
    guests.map(async ({ cookie, token, address }, at) => {
      const body = new URLSearchParams({
        ...wanted[at % wanted.length],
        nombre: 'Ana Carrera',
        celular: `+5936${String(at).padStart(7, '0')}`,
        email: `carrera${at}@correo.test`,
        consentimiento_datos: '1',
      });
      const began = performance.now();
      const answer = await fetch(`${house.url}/citas/${project.slug}`, {
        method: 'POST',
        headers: { cookie, 'x-csrf-token': token, 'x-forwarded-for': address, accept: 'application/json' },
        body,
      });
      await answer.text();
      return { status: answer.status, took: performance.now() - began };
    }),
  );
  const waits = answers.map(({ took }) => took).toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(waits[Math.floor((waits.length - 1) * part)] ?? 0);
  const statuses = Object.groupBy(answers, ({ status }) => String(status));
  process.stdout.write(
    `${count} guests, ${wanted.length} times: ${Object.entries(statuses)
      .map(([status, list]) => `${list?.length ?? 0} × ${status}`)
      .join(', ')}; wait p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms\n`,
  );
  const made = await rows<{ id: number }>(
    db,
    sql`select id from appointments where email like 'carrera%@correo.test'`,
  );
  for (const { id } of made) {
    await db.execute(sql`delete from appointment_links where appointment_id = ${id}`);
    await db.execute(sql`delete from appointment_sessions where appointment_id = ${id}`);
    await db.execute(sql`delete from appointments where id = ${id}`);
  }
} finally {
  await house.stop();
}
