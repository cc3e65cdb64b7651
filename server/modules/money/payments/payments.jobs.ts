import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { sweepOverdue } from './payments.service.ts';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { dayText, panamaDay, daysBetween } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { ARREARS_DAYS, REMINDER_DAYS } from '#contract/money/payments/plan.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { job } from '#server/kernel/jobs.ts';
import { mailBuyer } from '#server/modules/sales/buyerAccess/buyerMail.service.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { OWED } from './owed.service.ts';
import { titleOf } from './concept.service.ts';

interface Late {
  id: number;
  saleId: number;
  typeId: number;
  part: number | null;
  concept: string | null;
  dueCents: number;
  dueAt: string;
  days: number;
  name: string;
  /** The name of the buyer who receives the mails. */
  contact: string;
  email: string | null;
  processorId: number | null;
  adviserId: number | null;
}

const ROUND = 200;
type Reminding = Pick<Context, 'db' | 'now' | 'jobs' | 'mail' | 'config' | 'channels' | 'staff' | 'client'>;

/**
 * Reminds the customer and the staff of the sale that a due is 1, 10 or 30 days late, once each
 * (domain.md §1, stage 10). After missed days only the latest reminder is sent. Separations
 * have their own warnings. Returns the number of reminders.
 */
export async function remindOfLate(ctx: Reminding): Promise<number> {
  let told = 0;
  for (;;) {
    const late = await takeRound(ctx);
    for (const one of late) await remind(ctx, one);
    told += late.length;
    if (late.length < ROUND) return told;
  }
}

/** The next batch of reminders, marked as sent in the same statement. */
const takeRound = (ctx: Reminding): Promise<Late[]> =>
  rows<Late>(
    ctx.db,
    sql`with late as (
        select payments.id, d.days from payments join sales on sales.id = payments.sale_id
        cross join lateral (select max(m.days) days from unnest(${sql.param([...REMINDER_DAYS])}::int[]) m (days)
          where (payments.due_at at time zone 'America/Panama')::date + m.days <= ${panamaDay(ctx.now)}::date) d
        where ${OWED} and payments.type_id <> ${PAYMENT_TYPE.separation} and payments.due_at < ${ctx.now.toISOString()}::timestamptz and d.days is not null
          and not exists (select from payment_reminders r where r.payment_id = payments.id and r.days >= d.days)
        order by payments.due_at limit ${ROUND}
      ), noted as (
        insert into payment_reminders (payment_id, days, at)
        select id, days, ${ctx.now.toISOString()}::timestamptz from late on conflict do nothing returning payment_id, days
      )
      select p.id, p.sale_id "saleId", p.type_id "typeId", p.part, p.concept, p.due_cents "dueCents", p.due_at "dueAt", n.days,
        b.name, c.name contact, c.email::text email, s.processor_id "processorId", s.adviser_id "adviserId"
      from noted n join payments p on p.id = n.payment_id join sales s on s.id = p.sale_id join people b on b.id = s.person_id
      join people c on c.id = coalesce((select x.person_id from sale_buyers x where x.sale_id = s.id and x.contact), s.person_id)
      order by p.id`,
  );

async function remind(ctx: Reminding, one: Late): Promise<void> {
  const title = await titleOf(ctx.db, one);
  const due = panamaDay(one.dueAt);
  const days = daysBetween(due, panamaDay(ctx.now));
  await notify(ctx, {
    kind: 'pago_vencido',
    to: [one.processorId, one.adviserId],
    text: `${one.name} debe ${formatMoney(one.dueCents)} (${title}) desde hace ${days} ${days === 1 ? 'día' : 'días'}.`,
    url: `/oficina/ventas/${one.saleId}?tab=pagos`,
    event: `pago:${one.id}:vencido:${one.days}`,
  });
  await mailBuyer(ctx, 'cuota_vencida', one, {
    concepto: title,
    monto: formatMoney(one.dueCents),
    fecha: dayText(due),
    dias: `${days} ${days === 1 ? 'día' : 'días'}`,
    mora: days >= ARREARS_DAYS ? 'sí' : null,
  });
}

/** Each morning: sends reminders of late dues. (sales.sweep marks dues as Vencido at night.) */
export const remindLate = job({
  name: 'payments.remindLate',
  payload: z.object({}),
  cron: '0 8 * * *',
  async run(ctx) {
    const told = await remindOfLate(ctx);
    ctx.log.info({ told }, 'late payments told');
  },
});

/** Each night: marks unreported dues as overdue. (The ends of claims have a sweep of their own.) */
export const sweepPayments = job({
  name: 'payments.sweepOverdue',
  payload: z.object({}),
  cron: '15 0 * * *',
  async run(ctx) {
    const overdue = await sweepOverdue(ctx);
    ctx.log.info({ overdue }, 'payments overdue');
  },
});
