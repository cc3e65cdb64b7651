import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { withdrawalReasons } from '#contract/company/catalogs/salesLists.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { CONSENT_KINDS as CONSENT_NAMES } from '#contract/overview/privacy/model.ts';
import { CONSENT_KINDS, CONSENT_TEXTS, type ConsentKind } from '#contract/sales/consents/consents.ts';
import type { Leaving } from '#contract/sales/purchase/leaving.ts';
import { hasEnded, SALE } from '#contract/sales/sale/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, forbidden, invalid } from '#server/kernel/errors.ts';
import { buyerHere } from '#server/modules/sales/buyerAccess/buyerHere.service.ts';
import { catalogOptions, findCatalogItem } from '#server/modules/company/catalogs/catalogs.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { workersOf } from '#server/modules/sales/workers/told.service.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { buyersOf, type BuyerRow } from '#server/modules/sales/buyers/buyers.service.ts';
import { findParties, officePath } from '#server/modules/sales/buyers/parties.service.ts';
import { customerActions } from '#server/modules/sales/precontracts/precontracts.table.ts';
import { consents } from '#server/modules/sales/consents/consents.table.ts';
import { writeSaleState } from '#server/modules/sales/sale/states.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { noteAction } from '#server/modules/sales/precontracts/customerActions.service.ts';
import { revokeConsents } from '#server/modules/sales/consents/consents.service.ts';
import { ownSale, requireTrust, type Sale } from '#server/modules/sales/purchase/own.service.ts';

/** domain.md §2, last customer action */
const ASKED_TO_LEAVE = 14;
/** States of a payment that was reported or has arrived. */
const MONEY = [PAYMENT.reported, PAYMENT.verifying, PAYMENT.confirmed, PAYMENT.partial];

const CAUSES: Readonly<Record<ConsentKind, string>> = {
  datos:
    'Ya no podremos recibir tus documentos ni seguir con tu trámite hasta que lo des otra vez. Lo hecho hasta hoy sigue siendo válido, y conservamos lo que la ley exige.',
  apc: 'Ya no se consulta tu historial de crédito, y los bancos no podrán precalificarte hasta que lo autorices otra vez. Las consultas ya hechas siguen siendo válidas.',
};

/** Whether a withdrawal ends the purchase at once (rulings.md 50): no payment, no complete file, and no other buyer. */
async function leavesAtOnce(
  ctx: Pick<Context, 'db'>,
  sale: Sale,
  buyers: readonly BuyerRow[],
): Promise<boolean> {
  const money = await ctx.db.$count(
    payments,
    and(eq(payments.saleId, sale.id), inArray(payments.stateId, MONEY)),
  );
  const owners = buyers.filter(({ role }) => role === 'comprador');
  return sale.stateId < SALE.complete && money === 0 && owners.length === 1;
}

/** The buyers of a sale, and the one of this browser; null for a co-debtor. */
async function buyersHere(ctx: Context, saleId: number) {
  const me = await buyerHere(ctx, saleId);
  const buyers = await buyersOf(ctx.db, saleId);
  const mine = buyers.find(({ id }) => id === me);
  return { buyers, mine: mine?.role === 'comprador' ? mine : null };
}

/** When the buyer asked to leave; null without a request, or after the sale has ended. */
async function requestOf(ctx: Pick<Context, 'db'>, sale: Sale): Promise<Date | null> {
  const [last] = await ctx.db
    .select({ at: customerActions.at })
    .from(customerActions)
    .where(
      and(
        eq(customerActions.saleId, sale.id),
        eq(customerActions.actionId, ASKED_TO_LEAVE),
        isNull(customerActions.userId),
      ),
    )
    .orderBy(desc(customerActions.id))
    .limit(1);
  return last && !hasEnded(sale.stateId) ? last.at : null;
}

/** What the buyer may revoke or leave on "Mi compra"; null for a co-debtor. */
export async function leavingOf(ctx: Context, sale: Sale): Promise<Leaving | null> {
  const { buyers, mine } = await buyersHere(ctx, sale.id);
  if (!mine) return null;
  const given = await ctx.db
    .select({ kind: consents.kind })
    .from(consents)
    .where(and(eq(consents.saleId, sale.id), isNull(consents.revokedAt)));
  const { refunds } = await readSettings(ctx.db);
  const atOnce = await leavesAtOnce(ctx, sale, buyers);
  const leaves = !hasEnded(sale.stateId) && sale.stateId <= SALE.promiseSigned;
  return {
    // Only the main buyer gave the consents.
    permits: CONSENT_KINDS.filter((kind) => mine.id === null && given.some((one) => one.kind === kind)).map(
      (kind) => ({ kind, name: CONSENT_NAMES[kind], text: CONSENT_TEXTS[kind].text, causes: CAUSES[kind] }),
    ),
    purchase: leaves
      ? {
          atOnce,
          causes: atOnce
            ? [
                'Tu compra termina ahora y tu lote queda libre para otra persona.',
                'Tus citas se cancelan. Como no hay pagos, no hay nada que devolver.',
                'Borramos tus datos y documentos cuando ya no hacen falta, como dice la página de privacidad.',
              ]
            : [
                'Le avisamos a quien lleva tu trámite y a coordinación. Tu compra sigue igual hasta que firmes la carta de desistimiento.',
                'Con la carta, tu lote queda libre para otra persona.',
                `De lo pagado se retiene hasta ${refunds.penaltyPercent} % y el resto se te devuelve en un máximo de ${refunds.days} días; si los bancos te rechazaron, no se retiene nada.`,
                'Tus documentos se guardan hasta siete años como máximo, salvo que una ley exija más.',
              ],
          reasons: (await catalogOptions(ctx.db, withdrawalReasons)).map(({ id, name }) => ({
            id: Number(id),
            name: String(name),
          })),
        }
      : null,
    askedAt: (await requestOf(ctx, sale))?.toISOString() ?? null,
  };
}

/** The buyer in this trusted browser, with the sale locked. Raises 404, 403 CODE_NEEDED, 403 for a co-debtor. */
async function buyerOfSale(ctx: Context, saleId: number) {
  const sale = await ownSale(ctx, saleId, true);
  await requireTrust(ctx, sale.id);
  const { buyers, mine } = await buyersHere(ctx, sale.id);
  if (!mine) throw forbidden();
  return { sale, buyers, mine };
}

/**
 * Revokes a consent. The audit log stores its text version, the time and the channel. A repeat changes nothing. Raises
 * the errors of `buyerOfSale`.
 */
export async function withdrawPermit(ctx: Context, saleId: number, kind: ConsentKind): Promise<Sale> {
  const { sale, mine } = await buyerOfSale(ctx, saleId);
  if (mine.id !== null) throw forbidden();
  const taken = await revokeConsents(ctx, { saleId, kind });
  for (const { id, version } of taken)
    await audit(ctx, 'revocar', 'consentimiento', id, {
      sale: saleId,
      kind,
      text_version: version,
      channel: 'web',
    });
  if (taken.length > 0)
    await tell(ctx, sale, `${mine.name} retiró su permiso: ${CONSENT_NAMES[kind].toLowerCase()}.`, false);
  return sale;
}

/**
 * The buyer leaves the purchase (rulings.md 50). Before any payment and a complete file the sale is withdrawn at once,
 * →16. Later it is stored as a request, and processor and coordinators are notified once. Raises the errors of
 * `buyerOfSale`, 409 SALE_ENDED and TOO_LATE, 422 at `motivo_id`.
 */
export async function leavePurchase(
  ctx: Context,
  saleId: number,
  { motivo_id = '', comentario = '' }: { motivo_id?: string | undefined; comentario?: string | undefined },
): Promise<{ sale: Sale; atOnce: boolean }> {
  const { sale, buyers, mine } = await buyerOfSale(ctx, saleId);
  if (sale.stateId === SALE.withdrawn) return { sale, atOnce: true };
  if (hasEnded(sale.stateId)) throw conflict('SALE_ENDED', 'Esta compra ya terminó.');
  if (sale.stateId > SALE.promiseSigned)
    throw conflict('TOO_LATE', 'Tu escritura ya está en camino: escríbenos y lo vemos contigo.');
  const chosen = motivo_id === '' ? undefined : await findCatalogItem(ctx.db, withdrawalReasons, motivo_id);
  if (!chosen) throw invalid([{ field: 'motivo_id', message: 'Elige el motivo de la lista.' }]);
  const reason = comentario === '' ? chosen.label : `${chosen.label}: ${comentario}`;
  const atOnce = await leavesAtOnce(ctx, sale, buyers);
  const asked = { lastActionId: ASKED_TO_LEAVE, lastActionAt: ctx.now };
  if (atOnce) {
    await writeSaleState(ctx, sale, SALE.withdrawn, asked, reason);
    await tell(ctx, sale, `${mine.name} desistió de su compra: ${reason}`, true);
  } else {
    if (await requestOf(ctx, sale)) return { sale, atOnce };
    await noteAction(ctx, { saleId, actionId: ASKED_TO_LEAVE, note: reason, userId: null });
    await tell(ctx, sale, `${mine.name} pide desistir de su compra: ${reason}`, true);
  }
  await audit(ctx, atOnce ? 'desistir' : 'pedir_desistimiento', 'precontrato', saleId, { motivo: reason });
  return { sale, atOnce };
}

/** Notifies the staff who work on the sale; with `coordination` also those who may end it. */
async function tell(ctx: Context, sale: Sale, text: string, coordination: boolean): Promise<void> {
  const parties = await findParties(ctx, sale.id);
  const others = coordination ? await whoMay(ctx.db, 'ventas.anular', sale.projectId) : [];
  await notify(ctx, {
    kind: 'desistimiento_pedido',
    to: [...(await workersOf(ctx.db, sale.id)), ...others],
    text: parties ? `${parties.code}: ${text}` : text,
    url: officePath(sale.id),
    event: `desiste:${sale.id}:${ctx.now.toISOString()}`,
  });
}
