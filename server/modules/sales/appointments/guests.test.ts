import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FreeTime } from '#contract/sales/appointments/model.ts';
import { bookingPage } from '#contract/sales/appointments/pages.ts';
import { APPOINTMENT } from '#contract/sales/appointments/rules.ts';
import { DAY_MS, panamaInstant } from '#contract/dates.ts';
import type { Prospect } from '#contract/sales/prospects/model.ts';
import { CONTACT, PROSPECT } from '#contract/sales/prospects/rules.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { useApp } from '#test/app.ts';
import { makeProject, makeSale, makeUser } from '#test/factories.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { signInAs } from '#test/signIn.ts';
import { book, guestForm, MONDAY, visitsOf } from '#test/visits.ts';
import { appointmentExceptions, appointments } from './appointments.table.ts';

const llave = useApp();
const { dates, times, starts, latest, mailsTo, makeOffice } = visitsOf(llave);
beforeAll(() => withoutBuild(llave));
const linkIn = (body: string) => /http:\/\/llave\.test(\/citas\/enlace\/\S+)/.exec(body)?.[1] ?? '';

describe('the times that guests may choose', () => {
  test('are weekdays without Sundays and holidays, in weekly slots, in the format of existing clients', async () => {
    const { project } = await makeOffice();
    const offered = await dates(project.id);
    expect(offered[0]).toEqual({
      fecha: MONDAY,
      fecha_legible: 'lunes 23 de noviembre de 2026',
      diaCitaProyectoId: expect.any(Number),
    });
    const days = offered.map(({ fecha }) => fecha);
    expect(days).toContain('2026-11-27');
    // Sunday; Independencia de Panamá de España; Día de la Madre; the Monday after a Sunday holiday
    for (const closed of ['2026-11-29', '2026-11-28', '2026-12-08', '2026-12-21'])
      expect(days, closed).not.toContain(closed);
    expect(await times(project.id, MONDAY)).toEqual([
      { hora_inicio: '09:00', hora_final: '10:00' },
      { hora_inicio: '10:00', hora_final: '11:00' },
      { hora_inicio: '11:00', hora_final: '12:00' },
    ]);
  });

  test('a date that does not match its id, or a project that is not open, gets 404', async () => {
    const { project, db } = await makeOffice();
    const [first] = await dates(project.id);
    const other = await llave
      .browser()
      .get(`/api/guest/list_available_appointment_times/${first!.diaCitaProyectoId}/2026-11-24`);
    expect(other.statusCode).toBe(404);
    const hidden = await makeProject(db, { published: false });
    const answer = await llave.browser().get(`/api/guest/list_available_appointment_dates/${hidden.id}`);
    expect(answer.statusCode).toBe(404);
    expect((await llave.browser().get(`/citas/${hidden.slug}`)).statusCode).toBe(404);
  });

  test('days off, extra hours and absences change the offered times', async () => {
    const { project, agent, db } = await makeOffice();
    const createdAt = llave.clock.now();
    await db.insert(appointmentExceptions).values([
      { agentId: agent.id, day: MONDAY, kind: 'libre', createdAt },
      { agentId: agent.id, day: '2026-11-24', kind: 'libre', from: '09:00', to: '10:00', createdAt },
      {
        agentId: agent.id,
        projectId: project.id,
        day: '2026-11-24',
        kind: 'extra',
        from: '14:00',
        to: '15:00',
        createdAt,
      },
    ]);
    expect(await starts(project.id, MONDAY)).toEqual([]);
    expect(await starts(project.id, '2026-11-24')).toEqual(['10:00', '11:00', '14:00']);
    await db
      .update(users)
      .set({ awayFrom: '2026-11-24', awayTo: '2026-11-25' })
      .where(eq(users.id, agent.id));
    expect(await starts(project.id, '2026-11-24')).toEqual([]);
    expect(await starts(project.id, '2026-11-26')).toHaveLength(3);
  });

  test('no time is offered before the notice, booked times disappear, and several agents offer several places', async () => {
    const { project } = await makeOffice(2, { from: '09:00', to: '14:00' });
    // It is Saturday, 10:00. With two hours of notice, 12:00 is the first time.
    expect(await starts(project.id, '2026-11-21')).toEqual(['12:00', '13:00']);
    expect((await book(llave.browser(), project.slug)).statusCode).toBe(200);
    expect(await starts(project.id, MONDAY)).toContain('09:00');
    expect((await book(llave.browser(), project.slug)).statusCode).toBe(200);
    expect(await starts(project.id, MONDAY)).not.toContain('09:00');
  });
});

describe('a guest books', () => {
  test('and gets a mail with a calendar file and a personal link; the adviser is notified', async () => {
    const { project, agent, db } = await makeOffice();
    const browser = llave.browser();
    const answer = await book(browser, project.slug, { celular: '6999-0001', email: 'berta@correo.test' });
    expect(answer.statusCode).toBe(200);
    const { redirect } = answer.json<{ redirect: string }>();
    const one = await latest();
    expect(redirect).toBe(`/citas/mi-cita/${one.uid}`);
    expect(one).toMatchObject({
      stateId: 1,
      agentId: agent.id,
      phone: '+50769990001',
      startsAt: panamaInstant(MONDAY, '09:00'),
      origin: 'web',
    });
    const [mail] = await mailsTo('berta@correo.test');
    const calendar = mail!.calendar!;
    expect(calendar.method).toBe('REQUEST');
    for (const line of [
      'METHOD:REQUEST',
      `UID:${one.uid}@llave.test`,
      'SEQUENCE:0',
      'DTSTART:20261123T140000Z',
      'DTEND:20261123T150000Z',
    ])
      expect(calendar.text).toContain(line);
    const told = await db.select().from(notices).where(eq(notices.userId, agent.id));
    expect(told.map(({ kind }) => kind)).toEqual(['cita_agendada']);
    // The browser that booked it may see it; other browsers need the link; an invented link gets nothing.
    expect((await browser.get(redirect)).statusCode).toBe(200);
    expect((await browser.get(`${redirect}/`)).statusCode).toBe(200);
    const stranger = llave.browser();
    expect((await stranger.get(redirect)).statusCode).toBe(404);
    const opened = await stranger.get(linkIn(mail!.body));
    expect([opened.statusCode, opened.headers['location']]).toEqual([303, redirect]);
    const page = await stranger.get(redirect);
    expect([page.statusCode, page.headers['cache-control'], page.headers['referrer-policy']]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ]);
    expect((await llave.browser().get('/citas/enlace/inventado')).statusCode).toBe(410);
    // The link in the calendar file opens the appointment in any browser.
    const file = await browser.get(`${redirect}/cita.ics`);
    const [inFile = ''] = /\/citas\/enlace\/[\w-]+/.exec(file.body.replace(/\r\n[ \t]/g, '')) ?? [];
    expect((await llave.browser().get(inFile)).headers['location']).toBe(redirect);
    const before = llave.clock.now();
    llave.clock.set(new Date(before.getTime() + 400 * DAY_MS));
    const ended = await llave.browser().get(linkIn(mail!.body));
    expect([ended.statusCode, ended.json<{ current: unknown }>().current]).toEqual([
      410,
      { way: { href: `/citas/${project.slug}`, text: 'Agendar otra cita' } },
    ]);
    llave.clock.set(before);
  });

  test('missing fields are reported, and nothing is stored without the consent', async () => {
    const { project } = await makeOffice();
    const answer = await llave.browser().form(`/citas/${project.slug}`, {
      fecha: MONDAY,
      hora_inicio: '09:00',
      nombre: '',
      celular: '12',
      email: 'x',
    });
    expect(answer.statusCode).toBe(422);
    const fields = answer.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field);
    expect(fields.toSorted()).toEqual(['celular', 'consentimiento_datos', 'email', 'nombre']);
    expect(await starts(project.id, MONDAY)).toHaveLength(3);
  });

  test('a taken time gets the three nearest free ones', async () => {
    const { project } = await makeOffice();
    await book(llave.browser(), project.slug, { hora_inicio: '10:00' });
    const answer = await book(llave.browser(), project.slug, { hora_inicio: '10:00' });
    expect(answer.statusCode).toBe(409);
    const { code, current } = answer.json<{ code: string; current: { libres: FreeTime[] } }>();
    expect(code).toBe('SLOT_TAKEN');
    expect(current.libres.map(({ fecha, hora_inicio }) => `${fecha} ${hora_inicio}`)).toEqual([
      `${MONDAY} 09:00`,
      `${MONDAY} 11:00`,
      '2026-11-24 09:00',
    ]);
  });

  test('a telephone has one open appointment per project; its link is mailed once, to the address of that appointment', async () => {
    const { project } = await makeOffice();
    const celular = '6777-0001';
    await book(llave.browser(), project.slug, { celular, email: 'carla@correo.test' });
    for (const hora_inicio of ['10:00', '11:00']) {
      const again = await book(llave.browser(), project.slug, {
        celular: '+507 6777-0001',
        hora_inicio,
        email: 'otra@correo.test',
      });
      expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'ALREADY_BOOKED']);
    }
    expect((await mailsTo('carla@correo.test')).map(({ kind }) => kind)).toEqual([
      'cita_agendada',
      'cita_enlace',
    ]);
    expect(await mailsTo('otra@correo.test')).toEqual([]);
    // Another project is independent, and a repeat with the same idempotency key is the same booking.
    const { project: other } = await makeOffice();
    const browser = llave.browser();
    const form = guestForm({ celular });
    const first = await browser.form(`/citas/${other.slug}`, form, { 'idempotency-key': 'k1' });
    const repeat = await browser.form(`/citas/${other.slug}`, form, { 'idempotency-key': 'k1' });
    expect([first.statusCode, repeat.statusCode]).toEqual([200, 200]);
    expect(repeat.json()).toEqual(first.json());
  });

  test('a known person is not changed, and the sale of that telephone is linked and notified', async () => {
    const { project, db } = await makeOffice();
    const adviser = await makeUser(db, { roles: ['asesor'] });
    const sale = await makeSale(db, {
      projectId: project.id,
      phone: '+50766660001',
      name: 'Dora Ruiz',
      email: 'dora@correo.test',
      adviserId: adviser.id,
    });
    await book(llave.browser(), project.slug, { celular: '6666-0001', nombre: 'Otro Nombre' });
    const one = await latest();
    expect(one).toMatchObject({ personId: sale.personId, saleId: sale.id, name: 'Otro Nombre' });
    const [person] = await db.select().from(people).where(eq(people.id, sale.personId));
    expect(person).toMatchObject({ name: 'Dora Ruiz', email: 'dora@correo.test' });
    const [after] = await db.select().from(sales).where(eq(sales.id, sale.id));
    expect(after!.lastActionId).toBe(6);
    expect(await db.$count(notices, eq(notices.userId, adviser.id))).toBe(1);
  });

  test('a prospect moves to Cita after a booking, and to Visita after the visit', async () => {
    const { project, db } = await makeOffice();
    const coordinator = await signInAs(llave, 'coordinador');
    const noted = await coordinator.post('/api/sale/prospects', {
      nombre: 'Ana Pérez',
      celular: '6555-8801',
      proyecto_id: project.id,
    });
    const { id } = noted.json<{ data: { id: number } }>().data;
    const seen = async () =>
      (await coordinator.get(`/api/sale/prospects/${id}`)).json<{ data: Prospect }>().data;
    expect((await book(llave.browser(), project.slug, { celular: '6555-8801' })).statusCode).toBe(200);
    expect(await seen()).toMatchObject({
      stage: { id: PROSPECT.appointment },
      contacts: [{ action: { id: CONTACT.booked }, note: 'Cita del 23-11-2026, 09:00.', who: null }],
    });
    const visit = await latest();
    await db
      .update(appointments)
      .set({ startsAt: panamaInstant('2026-11-21', '09:00'), endsAt: panamaInstant('2026-11-21', '10:00') })
      .where(eq(appointments.id, visit.id));
    const attended = await coordinator.patch(`/api/sale/appointments/${visit.id}/status`, {
      params: { estado_id: APPOINTMENT.attended },
    });
    expect(attended.statusCode, attended.body).toBe(200);
    expect((await seen()).contacts.map(({ action }) => action.id)).toEqual([CONTACT.visited, CONTACT.booked]);
  });

  test('without JavaScript: pages with links, and a form that leads to the appointment', async () => {
    const { project } = await makeOffice();
    const browser = llave.browser();
    const page = await pageData(browser, bookingPage, `/citas/${project.slug}?fecha=${MONDAY}&hora=09:00`);
    expect(page.days[0]?.fecha).toBe(MONDAY);
    expect(page.chosen).toEqual({ fecha: MONDAY, hora: '09:00' });
    expect(page.days[0]?.times).toHaveLength(3);
    const answer = await browser.send({
      method: 'POST',
      url: `/citas/${project.slug}`,
      payload: new URLSearchParams(guestForm()).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    });
    expect([answer.statusCode, answer.headers['location']]).toEqual([
      303,
      `/citas/mi-cita/${(await latest()).uid}`,
    ]);
  });
});
