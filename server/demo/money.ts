import { and, asc, eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { addDays, HOUR_MS, panamaDay, showDay } from '#contract/dates.ts';
import { moneyText } from '#contract/money.ts';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { addCharge, createPlan } from '#server/modules/money/payments/plan.service.ts';
import { reportPayment, sweepOverdue } from '#server/modules/money/payments/payments.service.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { changePaymentState } from '#server/modules/money/verification/review.service.ts';
import { importStatement } from '#server/modules/money/statements/statements.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { contextAt, type Actor } from './actors.ts';

const ACCOUNTANT: Actor = { signIn: 'contabilidad', role: 'contabilidad' };

/** Installment plans with different progress, and a month's bank statement with some of the payments. */
export async function makeMoney(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const at = (hoursAgo: number, actor: Actor = ACCOUNTANT) =>
    contextAt(app, db, staff, new Date(now.getTime() - hoursAgo * HOUR_MS), actor);
  const today = panamaDay(now);
  const planned = await db
    .select({ id: sales.id, code: sales.code, name: people.name })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .where(inArray(sales.stateId, [SALE.complete, SALE.inBank]))
    .orderBy(asc(sales.id))
    .limit(6);
  const [account] = await db.select().from(bankAccounts).orderBy(asc(bankAccounts.id)).limit(1);
  if (!account || planned.length === 0) return;

  /** The lines of the statement: day, reference, description, centavos. */
  const lines: [string, string, string, number][] = [];
  for (const [index, sale] of planned.entries()) {
    // The first due dates: the first sales are overdue by now.
    const firstOn = addDays(today, [-40, -33, -8, 6, 12, 20][index] ?? 15);
    await createPlan(at(90 - index), sale.id, { percent: 5, months: 6 + index * 2, firstOn });
    const dues = await db
      .select()
      .from(payments)
      .where(and(eq(payments.saleId, sale.id), eq(payments.typeId, PAYMENT_TYPE.installment)))
      .orderBy(asc(payments.part));
    const pay = async (due: (typeof dues)[number], cents: number, hoursAgo: number) => {
      const reference = `${80_220_000 + sale.id * 13 + (due.part ?? 0)}`;
      const [proof] = await db.select().from(payments).where(eq(payments.id, due.id));
      const ctx = at(hoursAgo, 'customer');
      const file = await ctx.files.keep(Buffer.from(RECEIPT), 'comprobante.png', 'image/png');
      await reportPayment(ctx, {
        saleId: sale.id,
        paymentId: proof!.id,
        cents,
        reference,
        proof: { ...file, field: 'archivo_comprobante' },
      });
      return { reference, day: panamaDay(ctx.now) };
    };
    const [first, second] = dues;
    if (index < 4 && first && index !== 2) {
      // One buyer pays less, one pays more than due.
      const cents =
        index === 1 ? first.dueCents - 10_000 : index === 3 ? first.dueCents + 5_000 : first.dueCents;
      const { reference, day } = await pay(first, cents, 80 - index);
      await changePaymentState(at(70 - index), first.id, { estado_id: PAYMENT.verifying });
      await changePaymentState(at(69 - index), first.id, {
        estado_id: cents < first.dueCents ? PAYMENT.partial : PAYMENT.confirmed,
        banco_id: account.bankId,
        referencia: reference,
        fecha: day,
        monto: cents,
        tipo: 1,
      });
      lines.push([day, reference, `ACH ${sale.name.toUpperCase()}`, cents]);
    }
    if (index === 0 && second) {
      const { reference, day } = await pay(second, second.dueCents, 20);
      lines.push([day, reference, `ACH ${sale.name.toUpperCase()} ${sale.code}`, second.dueCents]);
    }
    if (index === 4 && first) {
      const { day } = await pay(first, first.dueCents, 26);
      // A similar amount, but not equal: a person must match it.
      lines.push([day, '', `DEPOSITO ${sale.name.toUpperCase()}`, first.dueCents - 150]);
    }
  }
  await addCharge(at(60), planned[0]!.id, { tipo_id: 4, concepto: 'Avalúo y timbres', monto: 18_500, vence: addDays(today, 10) }); // prettier-ignore
  await sweepOverdue(at(1));
  await importLines(at(1), account.id, today, lines);
}

async function importLines(
  ctx: ReturnType<typeof contextAt>,
  accountId: number,
  today: string,
  lines: [string, string, string, number][],
): Promise<void> {
  const waiting = await ctx.db
    .select({ cents: payments.reportedCents, name: people.name })
    .from(payments)
    .innerJoin(sales, eq(sales.id, payments.saleId))
    .innerJoin(people, eq(people.id, sales.personId))
    .where(and(eq(payments.typeId, PAYMENT_TYPE.separation), inArray(payments.stateId, [PAYMENT.reported])))
    .orderBy(asc(payments.id))
    .limit(2);
  const all = [
    ...lines,
    ...waiting.map(({ cents, name }, at): (typeof lines)[number] => [
      addDays(today, -1),
      `${77_100_000 + at}`,
      `YAPPY ${name.toUpperCase()}`,
      cents ?? 0,
    ]),
    [addDays(today, -6), '550041', 'CHEQUE 0041', 42_000] as const,
    [addDays(today, -2), '550041', 'CHEQUE DEVUELTO SIN FONDOS', -42_000] as const,
    [addDays(today, -3), '', 'INTERESES GANADOS', 1_284] as const,
    [addDays(today, -3), '', 'COMISION POR SERVICIO', -1_500] as const,
  ].toSorted((a, b) => (a[0] < b[0] ? -1 : 1));
  let balance = 1_204_000;
  const rows = all.map(([day, reference, words, cents]) => {
    balance += cents;
    const amounts = cents > 0 ? `,"${moneyText(cents)}"` : `"${moneyText(-cents)}",`;
    return `${showDay(day)},${reference},${words},${amounts},"${moneyText(balance)}"`;
  });
  const text = ['Fecha,Referencia,Descripción,Débito,Crédito,Saldo', ...rows].join('\n');
  const file = await ctx.files.keep(Buffer.from(text), 'extracto-recaudo.csv', 'text/csv');
  const uploads = new Map([['archivo', [{ ...file, field: 'archivo' }]]]);
  await importStatement({ ...ctx, uploads }, { cuenta_id: accountId });
}

/** A picture of one pixel; only the separations have realistic proofs. */
const RECEIPT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
