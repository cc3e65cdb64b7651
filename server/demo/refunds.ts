import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS, panamaDay } from '#contract/dates.ts';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { REFUND, type RefundCause } from '#contract/money/refunds/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { attachPaper } from '#server/modules/sales/documents/documents.service.ts';
import { bankProfiles } from '#server/modules/banking/bankData/bankData.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { changeRefund, draftOf, prepareRefund } from '#server/modules/money/refunds/refunds.service.ts';
import { changeSaleState } from '#server/modules/sales/precontracts/precontracts.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { contextAt, type Actor } from './actors.ts';

const COORDINATOR: Actor = { signIn: 'coordinador', role: 'coordinador' };
const ACCOUNTANT: Actor = { signIn: 'contabilidad', role: 'contabilidad' };
const MANAGER: Actor = { signIn: 'gerencia', role: 'gerencia' };

/** Why each buyer left, and the last state of the refund; null: not prepared yet. */
const STORIES: readonly { reason: string; cause: RefundCause; upTo: number | null }[] = [
  { reason: 'Se muda fuera del país.', cause: 'desistimiento', upTo: REFUND.paid },
  { reason: 'Perdió el empleo.', cause: 'desistimiento', upTo: REFUND.agreed },
  { reason: 'Prefiere alquilar por ahora.', cause: 'desistimiento', upTo: null },
];

/** Buyers who paid their separation and withdrew, with a refund that is paid, in progress, or not prepared. */
export async function makeRefunds(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const at = (hoursAgo: number, actor: Actor) =>
    contextAt(app, db, staff, new Date(now.getTime() - hoursAgo * HOUR_MS), actor);
  const found = await db
    .select({ id: sales.id, name: people.name })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .innerJoin(
      payments,
      and(
        eq(payments.saleId, sales.id),
        eq(payments.typeId, PAYMENT_TYPE.separation),
        eq(payments.stateId, PAYMENT.confirmed),
      ),
    )
    .where(
      and(
        eq(sales.stateId, SALE.inReview),
        notInArray(sales.id, db.select({ id: bankProfiles.saleId }).from(bankProfiles)),
      ),
    )
    .orderBy(desc(sales.id))
    .limit(STORIES.length);
  for (const [index, { id, name }] of found.entries()) {
    const { reason, cause, upTo } = STORIES[index]!;
    const ended = 28 - index * 5;
    const customer = at(ended + 1, 'customer');
    const upload = await customer.files.keep(await letterOf(name), 'desistimiento.pdf', 'application/pdf');
    await attachPaper(customer, { saleId: id, type: 'desistimiento', upload });
    await changeSaleState(at(ended, COORDINATOR), id, { estado_id: SALE.withdrawn, motivo: reason });
    if (upTo === null) continue;
    const accountant = at(ended - 1, ACCOUNTANT);
    const { causes } = await draftOf(accountant, id);
    const refund = await prepareRefund(accountant, id, {
      cause,
      amount_centavos: causes.find((one) => one.cause === cause)!.amount_centavos,
      payee_name: name,
      bank_id: 1 + index,
      account: `04-72-00-10${4_420 + index * 37}-${index + 1}`,
      notes: '',
    });
    const steps = [
      { to: REFUND.agreed, ctx: at(ended - 2, COORDINATOR), more: {} },
      { to: REFUND.approved, ctx: at(ended - 3, MANAGER), more: {} },
      {
        to: REFUND.paid,
        ctx: at(ended - 4, ACCOUNTANT),
        more: { referencia: `ACH-90${310 + index}`, fecha: panamaDay(at(ended - 4, ACCOUNTANT).now) },
      },
    ];
    for (const { to, ctx, more } of steps)
      if (to <= upTo) await changeRefund(ctx, refund.id, { estado_id: to, ...more });
  }
}

/** The withdrawal letter, which is required to record a withdrawal. */
async function letterOf(name: string): Promise<Uint8Array> {
  const paper = await PDFDocument.create();
  const page = paper.addPage([595, 842]);
  const font = await paper.embedFont(StandardFonts.Helvetica);
  page.drawText('CARTA DE DESISTIMIENTO (muestra)', { x: 60, y: 760, size: 16, font });
  page.drawText(`Yo, ${name}, desisto de la compra y pido mi devolución.`, { x: 60, y: 720, size: 12, font });
  return paper.save();
}
