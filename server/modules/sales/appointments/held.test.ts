import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DEFAULTS } from '#contract/company/settings/model.ts';
import type { Appointment } from '#contract/sales/appointments/model.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { openMailer } from '#server/kernel/mail.ts';
import { START, useApp } from '#test/app.ts';
import { signInAs } from '#test/signIn.ts';
import { MONDAY, nextFour, visitsOf } from '#test/visits.ts';

const base = '/api/sale/appointments';
const llave = useApp();
const { makeOffice, mailsTo } = visitsOf(llave);

/** A visit at nine, booked by a coordinator. */
async function makeVisit() {
  const { project } = await makeOffice(1);
  const boss = await signInAs(llave, 'coordinador');
  const email = `elsa${nextFour()}@correo.test`;
  const made = await boss.post(base, {
    proyecto_id: project.id,
    fecha: MONDAY,
    hora_inicio: '09:00',
    nombre: 'Elsa Gómez',
    celular: `6444-${nextFour()}`,
    email,
  });
  const { id } = made.json<{ data: Appointment }>().data;
  const change = async (params: object) => {
    const answer = await boss.patch(`${base}/${id}/status`, { params });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const move = (hora_inicio: string) => change({ estado_id: 3, fecha: MONDAY, hora_inicio });
  const told = async () =>
    (await mailsTo(email))
      .filter(({ kind }) => kind !== 'cita_agendada')
      .map(({ kind, state, subject }) => [kind, state, /\d+:\d+/.exec(subject)?.[0]]);
  return { id, email, change, move, told };
}

/** Runs the job of a mail whose time is up. */
async function release(email: string) {
  const { jobs, services } = llave.app.core;
  const fail = () => Promise.reject(new Error('unused'));
  const { deliverMail } = openMailer(services.config, { write: fail, frame: fail }, services.safeMode);
  for (const { id } of await mailsTo(email)) await jobs.run(deliverMail, { id });
}

describe('the mail about a moved visit', () => {
  test('waits as long as the move may be undone, and tells only the last time', async () => {
    const { email, move, told } = await makeVisit();
    await move('10:00');
    await move('11:00');
    expect(await told()).toEqual([['cita_movida', 'held', '11:00']]);
    const [held] = (await mailsTo(email)).slice(-1);
    expect(held?.heldUntil?.getTime()).toBe(START.getTime() + DEFAULTS.undo.minutes * 60_000);
    await release(email);
    expect(await told()).toEqual([['cita_movida', 'kept', '11:00']]);
  });

  test('is dropped when the visit is moved back, and the customer hears of nothing', async () => {
    const { move, told } = await makeVisit();
    await move('10:00');
    await move('11:00');
    await move('09:00');
    expect(await told()).toEqual([]);
  });

  test('tells the move back, if the first one was told already', async () => {
    const { email, move, told } = await makeVisit();
    await move('10:00');
    await release(email);
    await move('09:00');
    expect(await told()).toEqual([
      ['cita_movida', 'kept', '10:00'],
      ['cita_movida', 'held', '9:00'],
    ]);
  });

  test('gives way to a cancellation, which goes at once', async () => {
    const { move, change, told } = await makeVisit();
    await move('10:00');
    await change({ estado_id: 7, motivo: 'La caseta estará cerrada' });
    expect((await told()).map(([kind, state]) => [kind, state])).toEqual([['cita_cancelada', 'kept']]);
  });

  test('is one at most, whoever moves the visit at the same time', async () => {
    const { id, email, move } = await makeVisit();
    await Promise.all(['10:00', '11:00'].map((hour) => move(hour)));
    const held = await llave.database.db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.about, `cita:${id}`));
    expect(held.map(({ state, to }) => [state, to])).toEqual([['held', email]]);
  });
});
