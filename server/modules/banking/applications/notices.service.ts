import { lawyersOf } from '#server/modules/sales/workers/told.service.ts';
import { bankApplicationStatus } from '#contract/company/catalogs/legalLists.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { showDay } from '#contract/dates.ts';
import { BUYER_WORDS } from '#contract/banking/applications/applicationRules.ts';
import type { Telling } from '#server/kernel/channels.ts';
import type { Db } from '#server/kernel/db.ts';
import { mailBuyer } from '#server/modules/sales/buyerAccess/buyerMail.service.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { findParties } from '#server/modules/sales/buyers/parties.service.ts';

type Sending = Telling;
interface Sale {
  id: number;
  projectId: number;
  processorId: number | null;
}
interface Application {
  id: number;
  bankId: number;
  stateId: number;
}

export const bankName = async (db: Db, bankId: number) =>
  (await catalogLabels(db, banks)).get(bankId) ?? 'El banco';
const officePath = (saleId: number, id: number) => `/oficina/ventas/${saleId}?tab=bancos&solicitud=${id}`;

/** The customer hears in plain words what a bank answered, without what colleagues noted. */
async function mailBankAnswer(ctx: Sending, saleId: number, application: Application): Promise<void> {
  const parties = await findParties(ctx, saleId);
  if (!parties) return;
  await mailBuyer(
    ctx,
    'banco_respondio',
    { ...parties, saleId },
    {
      banco: await bankName(ctx.db, application.bankId),
      respuesta: BUYER_WORDS[application.stateId] ?? '',
    },
  );
}

/** A bank answered: processor, coordinators and customer (domain.md §3, Notify). */
export async function tellAnswered(ctx: Sending, application: Application, sale: Sale): Promise<void> {
  const parties = await findParties(ctx, sale.id);
  const states = await catalogLabels(ctx.db, bankApplicationStatus);
  const bank = await bankName(ctx.db, application.bankId);
  await notify(ctx, {
    kind: 'solicitud_respondida',
    to: [sale.processorId, ...(await whoMay(ctx.db, 'ventas.aprobar', sale.projectId))],
    text: `${bank}: ${(states.get(application.stateId) ?? '').toLowerCase()} · ${parties?.customer ?? ''}`,
    url: officePath(sale.id, application.id),
    event: `solicitud:${application.id}:${application.stateId}:${ctx.now.toISOString()}`,
  });
  await mailBankAnswer(ctx, sale.id, application);
}

/** A letter comes to its end, or has come: its processor, and the sale's lawyer, or every one where it has none. */
export async function tellLetterEnds(
  ctx: Sending,
  letter: { applicationId: number; bankId: number; number: string; expiresOn: string },
  sale: Sale,
  days: number,
): Promise<void> {
  const parties = await findParties(ctx, sale.id);
  const bank = await bankName(ctx.db, letter.bankId);
  const when = days < 0 ? 'venció' : days === 0 ? 'vence hoy' : `vence en ${days} días`;
  await notify(ctx, {
    kind: 'carta_por_vencer',
    to: [sale.processorId, ...(await lawyersOf(ctx.db, sale))],
    text: `La carta ${letter.number} de ${bank} ${when} (${showDay(letter.expiresOn)}) · ${parties?.customer ?? ''}`,
    url: officePath(sale.id, letter.applicationId),
    event: `carta:${letter.applicationId}:${letter.expiresOn}:${days < 0 ? 'vencida' : `-${days}`}`,
  });
}

/** Something about an application that its processor has to do. */
export async function tellProcessor(
  ctx: Sending,
  application: { id: number; bankId: number },
  sale: Sale,
  { text, event }: { text: (bank: string, customer: string) => string; event: string },
): Promise<void> {
  const parties = await findParties(ctx, sale.id);
  await notify(ctx, {
    kind: 'seguimiento_pendiente',
    to: [sale.processorId],
    text: text(await bankName(ctx.db, application.bankId), parties?.customer ?? ''),
    url: officePath(sale.id, application.id),
    event: `solicitud:${application.id}:${event}`,
  });
}
