import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, panamaInstant } from '#contract/dates.ts';
import { changes } from '#server/kernel/kernel.table.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { useApp } from '#test/app.ts';
import { guestForm, MONDAY, visitsOf } from '#test/visits.ts';
import { appointmentJobs } from './appointments.jobs.ts';
import { MissAppointment, RemindOfAppointment } from './change.service.ts';

const llave = useApp();
const { starts, latest, mailsTo, makeOffice } = visitsOf(llave);

const runJob = (name: string, payload: object) => {
  const spec = appointmentJobs.find((one) => one.name === name)!;
  return llave.app.core.jobs.run(spec, payload);
};

describe('the customer’s own appointment', () => {
  const booked = async () => {
    const { project, agent, db } = await makeOffice();
    const browser = llave.browser();
    const form = guestForm();
    await browser.form(`/citas/${project.slug}`, form);
    const one = await latest();
    return { project, agent, db, browser, one, form, own: `/citas/mi-cita/${one.uid}` };
  };

  test('has a limit on moves, and an unconfirmed address gets at most two mails an hour', async () => {
    const { browser, own, form } = await booked();
    const codes = [];
    for (let at = 0; at < 7; at += 1) {
      const hora_inicio = at % 2 ? '09:00' : '10:00';
      codes.push((await browser.form(`${own}/mover`, { fecha: MONDAY, hora_inicio })).statusCode);
    }
    expect(codes).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect((await mailsTo(form.email)).filter(({ kind }) => kind === 'cita_movida')).toHaveLength(1);
  });

  test('is confirmed, moved and cancelled, and each change updates the recipient’s calendar', async () => {
    const { browser, own, project, form, agent, db } = await booked();
    expect((await browser.form(`${own}/confirmar`, {})).statusCode).toBe(200);
    expect((await latest()).stateId).toBe(2);
    expect(
      (await llave.browser().form(`${own}/mover`, { fecha: MONDAY, hora_inicio: '10:00' })).statusCode,
    ).toBe(404);
    const moved = await browser.form(`${own}/mover`, { fecha: MONDAY, hora_inicio: '11:00' });
    expect(moved.statusCode).toBe(200);
    const one = await latest();
    expect(one).toMatchObject({ stateId: 1, sequence: 1, startsAt: panamaInstant(MONDAY, '11:00') });
    expect(await starts(project.id, MONDAY)).toEqual(['09:00', '10:00']);
    const steps = await db
      .select({ to: changes.to })
      .from(changes)
      .where(and(eq(changes.record, 'cita'), eq(changes.recordId, one.id)))
      .orderBy(changes.id);
    expect(steps.map(({ to }) => to)).toEqual([1, 2, 3, 1]);
    // An unconfirmed address gets few mails per hour.
    llave.clock.advance(3600);
    expect((await browser.form(`${own}/cancelar`, { motivo: 'Viajo.' })).statusCode).toBe(200);
    expect((await latest()).stateId).toBe(6);
    expect(await starts(project.id, MONDAY)).toHaveLength(3);
    const mails = await mailsTo(form.email);
    expect(mails.map(({ kind, calendar }) => [kind, calendar?.method])).toEqual([
      ['cita_agendada', 'REQUEST'],
      ['cita_movida', 'REQUEST'],
      ['cita_cancelada', 'CANCEL'],
    ]);
    expect(mails[1]!.calendar!.text).toContain('SEQUENCE:1');
    expect(mails[2]!.calendar!.text).toContain('SEQUENCE:2');
    expect(mails[2]!.calendar!.text).toContain(`UID:${one.uid}@llave.test`);
    expect(await db.$count(notices, eq(notices.userId, agent.id))).toBe(4);
    const file = await browser.get(`${own}/cita.ics`);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  });

  test('can be changed until four hours before, but not later', async () => {
    const { browser, own } = await booked();
    const start = panamaInstant(MONDAY, '09:00').getTime();
    const before = llave.clock.now();
    try {
      llave.clock.set(new Date(start - 4 * HOUR_MS + 1000));
      const late = await browser.form(`${own}/cancelar`, {});
      expect(late.statusCode).toBe(422);
      expect(late.body).toContain('4 horas');
      expect(
        (await browser.form(`${own}/mover`, { fecha: '2026-11-24', hora_inicio: '09:00' })).statusCode,
      ).toBe(422);
      llave.clock.set(new Date(start - 4 * HOUR_MS));
      expect((await browser.form(`${own}/cancelar`, {})).statusCode).toBe(200);
    } finally {
      llave.clock.set(before);
    }
  });

  test('gets a reminder, and becomes a no-show one hour after its start unless it was moved', async () => {
    const { browser, own, one, form } = await booked();
    const before = llave.clock.now();
    try {
      await browser.form(`${own}/mover`, { fecha: '2026-11-24', hora_inicio: '09:00' });
      await runJob(RemindOfAppointment.name, { id: one.id, sequence: 0 });
      llave.clock.set(panamaInstant('2026-11-24', '07:00'));
      await runJob(RemindOfAppointment.name, { id: one.id, sequence: 1 });
      llave.clock.set(panamaInstant('2026-11-24', '09:59'));
      await runJob(MissAppointment.name, { id: one.id, sequence: 1 });
      expect((await latest()).stateId).toBe(1);
      llave.clock.set(panamaInstant('2026-11-24', '10:00'));
      await runJob(MissAppointment.name, { id: one.id, sequence: 0 });
      expect((await latest()).stateId).toBe(1);
      for (const _ of [1, 2]) await runJob(MissAppointment.name, { id: one.id, sequence: 1 });
      expect((await latest()).stateId).toBe(5);
      expect((await mailsTo(form.email)).map(({ kind }) => kind)).toEqual([
        'cita_agendada',
        'cita_movida',
        'cita_recordatorio',
        'cita_no_asistio',
      ]);
    } finally {
      llave.clock.set(before);
    }
  });

  test('the sweep closes an appointment whose job was lost', async () => {
    await booked();
    const before = llave.clock.now();
    try {
      llave.clock.set(panamaInstant(MONDAY, '12:00'));
      await runJob('appointments.sweep', {});
      expect((await latest()).stateId).toBe(5);
    } finally {
      llave.clock.set(before);
    }
  });
});
