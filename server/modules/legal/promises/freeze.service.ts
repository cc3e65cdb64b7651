import { and, eq, isNull, sql } from 'drizzle-orm';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { rucText } from '#contract/company/settings/model.ts';
import { addMonths, addDays, panamaDay } from '#contract/dates.ts';
import type { FrozenBuyer, FrozenPart, Snapshot } from '#contract/legal/promises/snapshot.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, panamaDayOf, row, rows, type Db } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { bankName } from '#server/modules/banking/applications/notices.service.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { deliveryMonthOf, placeOf } from '#server/modules/projects/showcase/showcase.service.ts';
import { buyersOf } from '#server/modules/sales/buyers/buyers.service.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { quotes, quoteVersions, saleQuotes } from '#server/modules/sales/quotes/quotes.table.ts';
import { termsOfSale } from '#server/modules/sales/quotes/terms.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { houseFincaOf } from './house.service.ts';

type Reading = Pick<Context, 'db' | 'now'>;

/** What a promise freezes of a sale as it is now. Reads only. Raises 404. */
export async function freezeSale(ctx: Reading, saleId: number): Promise<Snapshot> {
  const [found] = await ctx.db
    .select({ sale: sales, project: projects, model: houseModels, lot: lots })
    .from(sales)
    .innerJoin(projects, eq(projects.id, sales.projectId))
    .innerJoin(houseModels, eq(houseModels.id, sales.modelId))
    .leftJoin(lotClaims, and(eq(lotClaims.saleId, sales.id), isNull(lotClaims.releasedAt)))
    .leftJoin(lots, eq(lots.id, lotClaims.lotId))
    .where(eq(sales.id, saleId));
  if (!found) throw notFound();
  const { sale, project, model, lot } = found;
  const { company, refunds, promises: rules } = await readSettings(ctx.db);
  const terms = await termsOfSale(ctx.db, sale);
  const quote = await quoteOf(ctx.db, sale);
  const buyers = await buyersOf(ctx.db, saleId);
  return {
    date: panamaDay(ctx.now),
    sale: {
      code: sale.code ?? String(sale.id),
      payment_form: sale.paymentForm === 'contado' ? 'contado' : 'hipoteca',
    },
    seller: {
      name: company.legalName || company.name,
      ruc: rucText(company),
      address: company.address,
    },
    buyers: buyers.map((one): FrozenBuyer => ({
      buyer_id: one.id,
      role: one.role,
      name: one.name,
      document_type: one.documentType,
      document: one.documentNumber,
      phone: one.phone,
      email: one.email,
    })),
    house: {
      project: project.name,
      place: project.address.includes(placeOf(project))
        ? project.address
        : [project.address, placeOf(project)].filter(Boolean).join(', '),
      model: model.name,
      bedrooms: model.bedrooms,
      bathrooms: model.bathrooms,
      area_m2: model.areaM2,
      lot_id: lot?.id ?? null,
      lot: lot?.name ?? null,
      lot_area_m2: lot?.areaM2 ?? null,
    },
    money: {
      price_centavos: terms.priceCents,
      down_centavos: terms.downCents,
      financed_centavos: terms.financedCents,
      plan: await planOf(ctx.db, saleId, terms.downCents, quote?.parts ?? null),
      bank: await bankOf(ctx.db, saleId),
      penalty_percent: refunds.penaltyPercent,
      refund_days: refunds.days,
      adjust_percent: rules.adjustPercent,
    },
    lot_drawn: Boolean(lot?.polygon),
    quote: quote && { id: quote.id, number: quote.number, code: quote.code },
  };
}

/** The proforma that the sale is based on, with its parts; null without one or after another model was chosen. */
async function quoteOf(db: Db, sale: { id: number; modelId: number }) {
  const [found] = await db
    .select({
      id: quotes.id,
      number: saleQuotes.number,
      code: quotes.code,
      modelId: saleQuotes.modelId,
      result: quoteVersions.result,
    })
    .from(saleQuotes)
    .innerJoin(quotes, eq(quotes.id, saleQuotes.quoteId))
    .innerJoin(
      quoteVersions,
      and(eq(quoteVersions.quoteId, saleQuotes.quoteId), eq(quoteVersions.number, saleQuotes.number)),
    )
    .where(eq(saleQuotes.saleId, sale.id));
  if (!found || found.modelId !== sale.modelId) return null;
  const { id, number, code, result } = found;
  return { id, number, code, parts: result.parts };
}

const PART_LABELS: Readonly<Record<number, string>> = {
  [PAYMENT_TYPE.separation]: 'Separación',
  [PAYMENT_TYPE.downPayment]: 'Abono inicial',
  [PAYMENT_TYPE.installment]: 'Cuota',
  [PAYMENT_TYPE.cash]: 'Pago de contado',
};
const QUOTE_LABELS = { separacion: 'Separación', abono: 'Resto del abono', cuota: 'Cuota' } as const;

/** The payments that the buyer makes: accounting's plan, else the proforma's, else the separation and the rest. */
async function planOf(
  db: Db,
  saleId: number,
  downCents: number,
  offered: readonly { kind: string; due_on: string | null; centavos: number }[] | null,
): Promise<FrozenPart[]> {
  const made = await rows<{ typeId: number; cents: number; dueOn: string | null }>(
    db,
    sql`select type_id "typeId", due_cents cents, to_char(${panamaDayOf('due_at')}, 'YYYY-MM-DD') "dueOn" from payments
      where sale_id = ${saleId} and type_id in ${anyOf(Object.keys(PART_LABELS).map(Number))} and reversed_at is null and passed_at is null
        and state_id not in ${anyOf([PAYMENT.rejected, PAYMENT.refunded, PAYMENT.voided])}
      order by type_id, part nulls first, id`,
  );
  const parts = made.map(({ typeId, cents, dueOn }): FrozenPart => ({
    label: PART_LABELS[typeId] ?? 'Pago',
    // A separation is paid long before: its old deadline says nothing.
    due_on: typeId === PAYMENT_TYPE.separation ? null : dueOn,
    centavos: cents,
  }));
  if (made.some(({ typeId }) => typeId !== PAYMENT_TYPE.separation)) return parts;
  if (offered)
    return offered.flatMap(({ kind, due_on, centavos }): FrozenPart[] =>
      kind in QUOTE_LABELS
        ? [
            {
              label: QUOTE_LABELS[kind as keyof typeof QUOTE_LABELS],
              due_on: kind === 'separacion' ? null : due_on,
              centavos,
            },
          ]
        : [],
    );
  const rest = downCents - parts.reduce((sum, { centavos }) => sum + centavos, 0);
  return rest > 0 ? [...parts, { label: 'Resto del abono', due_on: null, centavos: rest }] : parts;
}

async function bankOf(db: Db, saleId: number): Promise<string | null> {
  const [chosen] = await db
    .select({ bankId: bankApplications.bankId })
    .from(bankApplications)
    .where(and(eq(bankApplications.saleId, saleId), eq(bankApplications.chosen, true)));
  return chosen ? bankName(db, chosen.bankId) : null;
}

/** The last day of a month, YYYY-MM. */
const endOfMonth = (month: string) => addDays(addMonths(`${month.slice(0, 7)}-01`, 1), -1);

/**
 * What the form of a promise begins with: the project's delivery month, and the finca of the house's legal file, else that
 * of the project's last promise.
 */
export async function suggestedTerms(
  ctx: Reading,
  sale: { id: number; projectId: number; modelId: number; lotId: number | null },
) {
  const month = await deliveryMonthOf(ctx, sale.modelId, sale.lotId);
  const last = await row<{ finca: string | null; code: string | null }>(
    ctx.db,
    sql`select p.mother_finca finca, p.location_code code from promises p join sales s on s.id = p.sale_id
      where s.project_id = ${sale.projectId} and p.mother_finca is not null order by p.id desc limit 1`,
  );
  const house = await houseFincaOf(ctx.db, sale.lotId);
  const { promises: rules } = await readSettings(ctx.db);
  return {
    entrega: month && endOfMonth(month),
    finca_madre: house.motherFinca ?? last?.finca ?? null,
    codigo_ubicacion: house.locationCode ?? last?.code ?? null,
    firmar_hasta: addDays(panamaDay(ctx.now), rules.signingDays),
  };
}
