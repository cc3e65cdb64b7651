import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/dates.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { useApp } from '#test/app.ts';
import { makeSale, makeUser } from '#test/factories.ts';
import { openOf, planOf, show } from '#test/payments.ts';
import { signInAs } from '#test/signIn.ts';
import { remindOfLate } from './payments.jobs.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { sweepOverdue } from './payments.service.ts';
import { payments } from './payments.table.ts';

const llave = useApp();
const base = '/api/sale/costumer_payments';

describe('late payments', () => {
  test('a due becomes overdue, is in arrears from the fifth day, and sends one reminder at 1, 10 and 30 days', async () => {
    const { db } = llave.database;
    const processor = await makeUser(db, { roles: ['procesador'] });
    const sale = await makeSale(db, { email: 'mora@correo.test', processorId: processor.id });
    const ended = await makeSale(db, { email: 'desistio@correo.test', stateId: 16 });
    const who = await signInAs(llave, 'contabilidad');
    await planOf(who, sale.id, { monto: '300.00', meses: 1, primera_fecha: '2026-12-01' });
    await db.insert(payments).values({
      saleId: ended.id,
      typeId: 3,
      stateId: 1,
      dueCents: 100,
      dueAt: new Date('2026-12-01T20:00:00Z'),
      createdAt: llave.clock.now(),
    });
    const mails = async () =>
      (await db.select().from(outboxMails).where(eq(outboxMails.to, 'mora@correo.test'))).length;
    const remindOn = async (day: string) => {
      llave.clock.set(new Date(`${day}T13:00:00Z`));
      await llave.act(sweepOverdue);
      await llave.act(remindOfLate);
      await llave.act(remindOfLate);
    };
    const before = llave.clock.now();
    try {
      const counts: number[] = [];
      for (const day of [
        '2026-12-01',
        '2026-12-02',
        '2026-12-05',
        '2026-12-11',
        '2026-12-31',
        '2027-01-20',
      ]) {
        await remindOn(day);
        counts.push(await mails());
      }
      expect(counts).toEqual([0, 1, 1, 2, 3, 3]);
      const staff = await signInAs(llave, 'contabilidad');
      const now = await show(staff, sale.id);
      expect(openOf(now)).toMatchObject([{ state: { name: 'Vencido' }, days_late: 50 }]);
      expect(now.account).toMatchObject({ up_to_date: false, overdue_centavos: 30_000 });
      const inArrears = async (id: number) =>
        (await staff.get(`${base}?alerta=mora&precontrato_id=${id}`)).json<{ data: unknown[] }>().data;
      expect(await inArrears(sale.id)).toHaveLength(1);
      const expired = await makeSale(db, { stateId: 17, separation: 7 });
      await db.update(payments).set({ dueAt: before }).where(eq(payments.saleId, expired.id));
      expect(await inArrears(expired.id)).toEqual([]);
      expect(
        await db.select().from(outboxMails).where(eq(outboxMails.to, 'desistio@correo.test')),
      ).toHaveLength(0);
      expect(await db.select().from(notices).where(eq(notices.userId, processor.id))).toHaveLength(3);
    } finally {
      llave.clock.set(new Date(before.getTime() + DAY_MS));
    }
  });

  test('the nightly job skips a locked sale and handles it on the next run', async () => {
    const { db } = llave.database;
    const [busy, free] = [await makeSale(db), await makeSale(db)];
    const made = await db
      .insert(payments)
      .values(
        [busy, free].map(({ id }) => ({
          saleId: id,
          typeId: 3,
          stateId: 1,
          dueCents: 100,
          dueAt: new Date(llave.clock.now().getTime() - DAY_MS),
          createdAt: llave.clock.now(),
        })),
      )
      .returning({ id: payments.id });
    const states = async () =>
      Promise.all(
        made.map(async ({ id }) => (await db.select().from(payments).where(eq(payments.id, id)))[0]?.stateId),
      );
    await llave.act(async (ctx) => {
      await lockSale(ctx.db, busy.id);
      await llave.act(sweepOverdue);
    });
    expect(await states()).toEqual([PAYMENT.pending, PAYMENT.overdue]);
    await llave.act(sweepOverdue);
    expect(await states()).toEqual([PAYMENT.overdue, PAYMENT.overdue]);
  });
});
