import { eq } from 'drizzle-orm';
import type { FreeTime } from '#contract/sales/appointments/model.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { appointments, appointmentTemplates } from '#server/modules/sales/appointments/appointments.table.ts';
import type { Browser, TestApp } from './app.ts';
import { makeProject, makeUser } from './factories.ts';
import { serial } from './serial.ts';

/** The Monday after the test clock's Saturday. */
export const MONDAY = '2026-11-23';
const next = serial();
/** Four digits, unique per call. */
export const nextFour = () => String(next()).padStart(4, '0');

/** A guest's form, with a unique phone number. */
export const guestForm = (over: Record<string, string> = {}) => {
  const four = nextFour();
  return {
    fecha: MONDAY,
    hora_inicio: '09:00',
    nombre: 'Ana Pérez',
    celular: `6555-${four}`,
    email: `ana${four}@correo.test`,
    consentimiento_datos: '1',
    ...over,
  };
};

/** Books with a different IP address per call, unless the browser has its own. */
export const book = (browser: Browser, slug: string, over: Record<string, string> = {}) => {
  const form = guestForm(over);
  const n = next();
  if (browser.address === '127.0.0.1') browser.address = `10.9.${n >> 8}.${n & 255}`;
  return browser.form(`/citas/${slug}`, form);
};

/** Helpers for appointments. */
export function visitsOf(llave: TestApp) {
  const get = async <A>(url: string) => (await llave.browser().get(url)).json<{ data: A }>().data;
  const dates = (projectId: number) =>
    get<Pick<FreeTime, 'fecha' | 'fecha_legible' | 'diaCitaProyectoId'>[]>(
      `/api/guest/list_available_appointment_dates/${projectId}`,
    );
  const times = async (projectId: number, day: string) => {
    const id = (await dates(projectId)).find(({ fecha }) => fecha === day)?.diaCitaProyectoId;
    return id === undefined
      ? []
      : get<Pick<FreeTime, 'hora_inicio' | 'hora_final'>[]>(
          `/api/guest/list_available_appointment_times/${id}/${day}`,
        );
  };
  return {
    dates,
    times,
    starts: async (projectId: number, day: string) =>
      (await times(projectId, day)).map(({ hora_inicio }) => hora_inicio),
    /** The newest appointment. */
    latest: async () => {
      const all = await llave.database.db.select().from(appointments).orderBy(appointments.id);
      return all.at(-1)!;
    },
    mailsTo: (email: string) =>
      llave.database.db.select().from(outboxMails).where(eq(outboxMails.to, email)).orderBy(outboxMails.id),
    /** A project with `agents` advisers who attend from Monday to Saturday, by default 9 to 12. */
    makeOffice: async (agents = 1, hours = { from: '09:00', to: '12:00' }) => {
      const { db } = llave.database;
      const project = await makeProject(db);
      const team = [];
      for (let at = 0; at < agents; at += 1) {
        const agent = await makeUser(db, { roles: ['asesor'], projectIds: [project.id] });
        await db.insert(appointmentTemplates).values({
          projectId: project.id,
          agentId: agent.id,
          hours: [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, ...hours })),
        });
        team.push(agent);
      }
      return { db, project, agent: team[0]!, team };
    },
  };
}
