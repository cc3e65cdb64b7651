import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { deep } from '#test/deep.ts';
import { book, MONDAY, visitsOf } from '#test/visits.ts';
import { appointments } from './appointments.table.ts';

const GUESTS = deep(100, 1000);
const llave = useApp();
const { latest, makeOffice } = visitsOf(llave);

describe('concurrent requests', () => {
  test(`${GUESTS} guests race for 10 times: exactly 10 get one, the others get the free times`, async () => {
    const { project, db } = await makeOffice(1, { from: '08:00', to: '18:00' });
    // Only one other day is offered besides the one that all guests want.
    const guests = Array.from({ length: GUESTS }, (_, at) => {
      const browser = llave.browser();
      browser.address = `10.${(at >> 8) & 255}.${at & 255}.7`;
      return { browser, hora_inicio: `${String(8 + (at % 10)).padStart(2, '0')}:00` };
    });
    const answers: { statusCode: number; body: string }[] = [];
    // Each guest opened a page before, so the race covers only the booking.
    for (let at = 0; at < guests.length; at += 100)
      await Promise.all(guests.slice(at, at + 100).map(({ browser }) => browser.get('/api/csrf')));
    answers.push(
      ...(await Promise.all(
        guests.map(({ browser, hora_inicio }) => book(browser, project.slug, { hora_inicio })),
      )),
    );
    const got = answers.filter(({ statusCode }) => statusCode === 200);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(got).toHaveLength(10);
    expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([409]));
    for (const { body } of refused) {
      const { code, current } = JSON.parse(body) as { code: string; current: { libres: unknown[] } };
      expect(code).toBe('SLOT_TAKEN');
      expect(current.libres).toHaveLength(3);
    }
    const kept = await db.select().from(appointments).where(eq(appointments.projectId, project.id));
    expect(new Set(kept.map(({ startsAt }) => startsAt.getTime())).size).toBe(10);
    expect(kept).toHaveLength(10);
  });

  test('one telephone that asks for ten times at once gets one', async () => {
    const { project, db } = await makeOffice(2, { from: '08:00', to: '18:00' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        book(llave.browser(), project.slug, {
          celular: '6888-0001',
          hora_inicio: `${String(8 + at).padStart(2, '0')}:00`,
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      200,
      ...Array<number>(9).fill(409),
    ]);
    expect(await db.$count(appointments, eq(appointments.projectId, project.id))).toBe(1);
  });

  test('two customers move to the same time at once: one succeeds', async () => {
    const { project } = await makeOffice();
    const both = [];
    for (const hora_inicio of ['09:00', '10:00']) {
      const browser = llave.browser();
      await book(browser, project.slug, { hora_inicio });
      both.push({ browser, own: `/citas/mi-cita/${(await latest()).uid}` });
    }
    const answers = await Promise.all(
      both.map(({ browser, own }) => browser.form(`${own}/mover`, { fecha: MONDAY, hora_inicio: '11:00' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });
});
