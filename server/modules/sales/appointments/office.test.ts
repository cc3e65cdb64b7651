import { describe, expect, test } from 'vitest';
import type { AgentTime, Appointment, AppointmentRow } from '#contract/sales/appointments/model.ts';
import { addDays, panamaInstant } from '#contract/dates.ts';
import { useApp } from '#test/app.ts';
import { makeSale, makeUser } from '#test/factories.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { MONDAY, nextFour, visitsOf } from '#test/visits.ts';
import { appointmentTemplates } from './appointments.table.ts';
import { cancelAppointmentsOf } from './change.service.ts';

const base = '/api/sale/appointments';

const llave = useApp();
const { starts, makeOffice } = visitsOf(llave);

describe('in the office', () => {
  const rowsOf = (answer: { json<T>(): T }) => answer.json<{ data: AppointmentRow[] }>().data;
  const oneOf = (answer: { json<T>(): T }) => answer.json<{ data: Appointment }>().data;
  const officeForm = (projectId: number, over: object = {}) => {
    return {
      proyecto_id: projectId,
      fecha: MONDAY,
      hora_inicio: '09:00',
      nombre: 'Elsa Gómez',
      celular: `6444-${nextFour()}`,
      ...over,
    };
  };

  test('an adviser sees and changes only their own appointments and those of their own sales', async () => {
    const { project, team, db } = await makeOffice(2);
    const [mine, other] = team as [(typeof team)[0], (typeof team)[0]];
    const boss = await signInAs(llave, 'coordinador');
    const sale = await makeSale(db, { projectId: project.id, adviserId: mine.id });
    const made_ = [];
    for (const over of [
      { agente_id: mine.id },
      { agente_id: other.id },
      { agente_id: other.id, precontrato_id: sale.id, hora_inicio: '10:00' },
    ])
      made_.push(oneOf(await boss.post(base, officeForm(project.id, over))));
    const [own, foreign, ofSale] = made_ as [Appointment, Appointment, Appointment];
    const adviser = await signInUser(llave, mine);
    const ids = rowsOf(await adviser.get(`${base}?proyecto_id=${project.id}`)).map(({ id }) => id);
    expect(ids.toSorted((a, b) => a - b)).toEqual([own.id, ofSale.id]);
    expect((await adviser.get(`${base}/${foreign.id}`)).statusCode).toBe(404);
    const status = (id: number, params: object) => adviser.patch(`${base}/${id}/status`, { params });
    expect((await status(foreign.id, { estado_id: 2 })).statusCode).toBe(404);
    expect((await status(ofSale.id, { estado_id: 2 })).statusCode).toBe(200);
    // The adviser may book in their own hours, but not in another user's.
    const taken = await adviser.post(
      base,
      officeForm(project.id, { agente_id: other.id, hora_inicio: '11:00' }),
    );
    expect(taken.statusCode).toBe(422);
    const free = await adviser.post(
      base,
      officeForm(project.id, { agente_id: mine.id, hora_inicio: '11:00' }),
    );
    expect(free.statusCode).toBe(201);
    const calendar = await adviser.get(`${base}/calendar?desde=${MONDAY}&hasta=${addDays(MONDAY, 6)}`);
    const window = calendar.json<{ data: { appointments: { id: number }[]; agents: { id: number }[] } }>()
      .data;
    expect(window.appointments).toHaveLength(3);
    expect(window.agents.map(({ id }) => id)).toEqual([mine.id]);
  });

  test('without a chosen agent, only bookable hours are offered, and each can be booked', async () => {
    const { db, project, team } = await makeOffice(2);
    const mine = team[0]!;
    const boss = await signInAs(llave, 'coordinador');
    await boss.post(base, officeForm(project.id, { agente_id: mine.id, hora_inicio: '09:00' }));
    // A user with hours who no longer attends, and comes first in the order of hours.
    const gone = await makeUser(db, { roles: ['auditor'], projectIds: [project.id] });
    await db.insert(appointmentTemplates).values({
      projectId: project.id,
      agentId: gone.id,
      hours: [{ weekday: 1, from: '08:00', to: '12:00' }],
    });
    const free = async (who: StaffBrowser) =>
      (await who.get(`${base}/free?proyecto_id=${project.id}&fecha=${MONDAY}`))
        .json<{ data: { hora_inicio: string }[] }>()
        .data.map(({ hora_inicio }) => hora_inicio);
    const adviser = await signInUser(llave, mine);
    expect([await free(boss), await free(adviser)]).toEqual([
      ['09:00', '10:00', '11:00'],
      ['10:00', '11:00'],
    ]);
    for (const hora_inicio of await free(adviser)) {
      const made = await adviser.post(base, officeForm(project.id, { hora_inicio }));
      expect(made.statusCode, made.body).toBe(201);
    }
    // Two concurrent bookings for the last free agent: one succeeds, the other gets the free times.
    const raced = await Promise.all(
      [1, 2].map(() => boss.post(base, officeForm(project.id, { hora_inicio: '10:00' }))),
    );
    expect(raced.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    expect(raced.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({
      code: 'SLOT_TAKEN',
      current: { libres: [{ hora_inicio: '09:00' }, { hora_inicio: '11:00' }] },
    });
  });

  test('the menu counts the user’s own appointments of today that have no outcome yet', async () => {
    const { project, team } = await makeOffice(2);
    const boss = await signInAs(llave, 'coordinador');
    const adviser = await signInUser(llave, team[0]!);
    const waiting = async () =>
      (await adviser.get('/api/office/counters')).json<{ data: { appointments: number | null } }>().data
        .appointments;
    const one = oneOf(await boss.post(base, officeForm(project.id, { agente_id: team[0]!.id })));
    await boss.post(base, officeForm(project.id, { agente_id: team[1]!.id }));
    expect(await waiting()).toBe(0);
    const before = llave.clock.now();
    llave.clock.set(panamaInstant(MONDAY, '09:20'));
    expect(await waiting()).toBe(1);
    await adviser.patch(`${base}/${one.id}/status`, { params: { estado_id: 4 } });
    expect(await waiting()).toBe(0);
    llave.clock.set(before);
  });

  test('states follow the state machine, with their reasons', async () => {
    const { project, agent } = await makeOffice();
    const boss = await signInAs(llave, 'coordinador');
    const one = oneOf(await boss.post(base, officeForm(project.id, { agente_id: agent.id })));
    expect(one.transitions.map(({ estado_id, disabled }) => [estado_id, disabled === null])).toEqual([
      [2, true],
      [3, true],
      [4, false],
      [5, false],
      [6, true],
      [7, true],
    ]);
    const change = (params: object) => boss.patch(`${base}/${one.id}/status`, { params });
    expect((await change({ estado_id: 4 })).statusCode).toBe(422);
    expect((await change({ estado_id: 7 })).json<{ errors: unknown }>().errors).toEqual([
      { field: 'params[motivo]', message: 'Escribe el motivo.' },
    ]);
    expect((await change({ estado_id: 2, version: 9 })).statusCode).toBe(409);
    expect((await change({ estado_id: 2, version: one.version })).statusCode).toBe(200);
    const before = llave.clock.now();
    try {
      llave.clock.set(panamaInstant(MONDAY, '09:00'));
      const browser = await signInAs(llave, 'coordinador');
      const done = await browser.patch(`${base}/${one.id}/status`, { params: { estado_id: 4 } });
      expect(oneOf(done).state.name).toBe('Atendida');
      expect(oneOf(done).transitions).toEqual([]);
    } finally {
      llave.clock.set(before);
    }
  });

  test('can be dragged to any free hour of a working day, but not onto another appointment', async () => {
    const { project, team } = await makeOffice(2);
    const boss = await signInAs(llave, 'coordinador');
    const [a, b] = team as [(typeof team)[0], (typeof team)[0]];
    const one = oneOf(await boss.post(base, officeForm(project.id, { agente_id: a.id })));
    await boss.post(base, officeForm(project.id, { agente_id: b.id, hora_inicio: '10:30' }));
    const move = (over: object) =>
      boss.patch(`${base}/${one.id}/status`, { params: { estado_id: 3, ...over } });
    const onto = await move({ fecha: MONDAY, hora_inicio: '10:00', agente_id: b.id });
    expect([onto.statusCode, onto.json<{ code: string }>().code]).toEqual([409, 'SLOT_TAKEN']);
    expect((await move({ fecha: '2026-11-29', hora_inicio: '10:00' })).body).toContain('Domingo');
    expect((await move({ fecha: '2026-11-20', hora_inicio: '10:00' })).statusCode).toBe(422);
    const done = await move({ fecha: MONDAY, hora_inicio: '15:30', agente_id: b.id });
    expect(oneOf(done)).toMatchObject({
      agent: { id: b.id },
      state: { id: 1 },
      moved: 1,
      starts_at: panamaInstant(MONDAY, '15:30').toISOString(),
    });
  });

  test('an adviser changes only their own week and days off; a coordinator changes anybody’s', async () => {
    const { project, agent, team } = await makeOffice(2);
    const adviser = await signInUser(llave, agent);
    const week = (id: number, version: number, from = '13:00') => ({
      method: 'PUT' as const,
      url: `${base}/agents/${id}/week/${project.id}`,
      payload: { version, hours: [{ weekday: 1, from, to: '15:00' }] },
    });
    expect((await adviser.send(week(agent.id, 1))).statusCode).toBe(200);
    expect((await adviser.send(week(agent.id, 1))).statusCode).toBe(409);
    expect((await adviser.send(week(agent.id, 2, '16:00'))).statusCode).toBe(422);
    expect((await adviser.send(week(team[1]!.id, 1))).statusCode).toBe(404);
    const off = await adviser.post(`${base}/agents/${agent.id}/exceptions`, { day: MONDAY, kind: 'libre' });
    expect(off.statusCode).toBe(201);
    const boss = await signInAs(llave, 'coordinador');
    expect((await boss.send(week(team[1]!.id, 1))).statusCode).toBe(200);
    expect(await starts(project.id, MONDAY)).toEqual(['13:00', '14:00']);
    const auditor = await signInAs(llave, 'auditor');
    expect((await auditor.get(`${base}/agents/${agent.id}/time`)).statusCode).toBe(200);
    expect((await auditor.send(week(agent.id, 2))).statusCode).toBe(403);
  });

  test('an adviser sets weekly and extra hours only in projects of their own teams', async () => {
    const { project, agent } = await makeOffice();
    const { project: other } = await makeOffice();
    const adviser = await signInUser(llave, agent);
    const hours = [{ weekday: 1, from: '13:00', to: '15:00' }];
    const url = `${base}/agents/${agent.id}`;
    const answer = await adviser.send({
      method: 'PUT',
      url: `${url}/week/${other.id}`,
      payload: { version: 0, hours },
    });
    expect(answer.statusCode).toBe(403);
    const extra = { day: MONDAY, kind: 'extra', from: '16:00', to: '18:00' };
    const exceptions = `${url}/exceptions`;
    expect((await adviser.post(exceptions, { ...extra, proyecto_id: other.id })).statusCode).toBe(403);
    expect((await adviser.post(exceptions, { ...extra, proyecto_id: project.id })).statusCode).toBe(201);
    const { weeks } = (await adviser.get(`${url}/time`)).json<{ data: AgentTime }>().data;
    expect(weeks.map((one) => [one.project.id, one.editable])).toEqual([[project.id, true]]);
  });

  test('a withdrawn sale cancels its appointments', async () => {
    const { project, agent, db } = await makeOffice();
    const sale = await makeSale(db, { projectId: project.id });
    const boss = await signInAs(llave, 'coordinador');
    const one = oneOf(
      await boss.post(base, officeForm(project.id, { agente_id: agent.id, precontrato_id: sale.id })),
    );
    await llave.act((ctx) => cancelAppointmentsOf(ctx, sale.id, 'Desistió.'));
    const after = oneOf(await boss.get(`${base}/${one.id}`));
    expect([after.state.id, after.reason]).toEqual([7, 'Desistió.']);
    expect(await starts(project.id, MONDAY)).toHaveLength(3);
  });
});
