import { and, desc, eq } from 'drizzle-orm';
import type { Content } from 'pdfmake/interfaces.js';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { longDay, panamaDay, showDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { hasWithdrawalLetter } from '#contract/sales/ending/withdrawal.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound, transitionRefused } from '#server/kernel/errors.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { composePdf } from '#server/kernel/pdf/compose.ts';
import type { Paper } from '#server/kernel/pdf/paper.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { refunds } from './refunds.table.ts';
import {
  factsTable,
  letterhead,
  letterPage,
  RULE,
} from '#server/modules/company/settings/letterhead.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { buyersOf } from '#server/modules/sales/buyers/buyers.service.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

const DOCUMENTS: Readonly<Record<string, string>> = { cedula: 'cédula', pasaporte: 'pasaporte', ruc: 'RUC' };
/** A line to fill in by hand. */
const BLANK = '_'.repeat(38);

interface Signer {
  name: string;
  documentType: string | null;
  documentNumber: string | null;
}
const identified = ({ name, documentType, documentNumber }: Signer) =>
  `${name}, con ${DOCUMENTS[documentType ?? ''] ?? 'documento'} ${documentNumber ?? '_'.repeat(16)}`;

/**
 * The letter of withdrawal (carta de desistimiento) of a sale in scope, for all buyers to sign. It states the given
 * reason, or the reason of a recorded withdrawal, and the account of a prepared refund if the caller may read it;
 * blank lines for the rest.
 * Raises 404, 422 for a sale that cannot be withdrawn.
 */
export async function withdrawalLetter(ctx: Context, saleId: number, reason: string): Promise<Paper> {
  const [found] = await ctx.db
    .select({ sale: sales, project: projects.name, model: houseModels.name })
    .from(sales)
    .innerJoin(projects, eq(projects.id, sales.projectId))
    .innerJoin(houseModels, eq(houseModels.id, sales.modelId))
    .where(and(eq(sales.id, saleId), salesInReach(ctx, 'ventas.anular')));
  if (!found) throw notFound();
  const { sale, project, model } = found;
  if (!hasWithdrawalLetter(sale.stateId))
    throw transitionRefused('Esta venta ya no termina por desistimiento del cliente.');
  const signers = (await buyersOf(ctx.db, saleId)).filter(({ role }) => role === 'comprador');
  const { company } = await readSettings(ctx.db);
  const code = sale.code ?? `Venta ${sale.id}`;
  const [alone, several] = ['comunico que desisto', 'comunicamos que desistimos'];
  const one = signers.length === 1;
  const content: Content[] = [
    await letterhead(ctx, 'CARTA DE DESISTIMIENTO', code),
    RULE,
    { text: longDay(panamaDay(ctx.now)), margin: [0, 0, 0, 14] },
    { text: `Señores\n${company.legalName || company.name}`, margin: [0, 0, 0, 14] },
    {
      text: `${one ? 'Yo' : 'Nosotros'}, ${signers.map(identified).join('; ')}, por este medio les ${one ? alone : several} de la compra de la vivienda que se describe:`,
      margin: [0, 0, 0, 8],
      lineHeight: 1.3,
    },
    factsTable([
      ['Pre-contrato', code],
      ['Fecha del pre-contrato', sale.receivedAt ? showDay(panamaDay(sale.receivedAt)) : ''],
      ['Proyecto', project],
      ['Modelo', model],
      ['Lote', (await lotOf(ctx, saleId)) ?? 'Sin lote'],
      ['Precio', sale.priceCents === null ? '' : formatMoney(sale.priceCents)],
      ['Motivo', reason || (await notedReason(ctx, sale)) || BLANK],
    ]),
    {
      text: `${one ? 'Pido' : 'Pedimos'} que el pre-contrato quede sin efecto y el lote libre, y que lo que corresponda devolver de lo pagado, según lo acordado y la ley, se transfiera a esta cuenta:`,
      margin: [0, 16, 0, 8],
      lineHeight: 1.3,
    },
    factsTable(await accountOf(ctx, sale)),
    ...signers.map((signer): Content => ({
      margin: [0, 44, 0, 0],
      unbreakable: true,
      columns: [
        {
          width: 300,
          stack: [
            { text: BLANK },
            { text: signer.name, bold: true },
            `${DOCUMENTS[signer.documentType ?? ''] ?? 'Documento'} ${signer.documentNumber ?? ''}`,
          ],
        },
        { width: '*', stack: [{ text: '_'.repeat(22) }, 'Fecha'] },
      ],
    })),
  ];
  const bytes = await composePdf(letterPage(`Carta de desistimiento ${code}`, content));
  return { name: `carta-de-desistimiento-${code.replaceAll(' ', '-')}.pdf`, bytes };
}

/** The current or last lot of a sale. */
async function lotOf(ctx: Context, saleId: number): Promise<string | undefined> {
  const [lot] = await ctx.db
    .select({ name: lots.name })
    .from(lotClaims)
    .innerJoin(lots, eq(lots.id, lotClaims.lotId))
    .where(eq(lotClaims.saleId, saleId))
    .orderBy(desc(lotClaims.id))
    .limit(1);
  return lot?.name;
}

/** The reason of a recorded withdrawal. */
async function notedReason(ctx: Context, { id }: { id: number }): Promise<string | null | undefined> {
  const change = (await statesOf(ctx.db, 'precontrato', [id])).find(({ to }) => to === SALE.withdrawn);
  return change?.reason;
}

/** The bank account for the refund if the caller may pay it; otherwise blank lines. */
async function accountOf(ctx: Context, sale: typeof sales.$inferSelect) {
  const [refund] = reaches(ctx, 'pagos.editar', sale)
    ? await ctx.db
        .select()
        .from(refunds)
        .where(eq(refunds.saleId, sale.id))
        .orderBy(desc(refunds.id))
        .limit(1)
    : [];
  const bank = refund && (await catalogLabels(ctx.db, banks)).get(refund.bankId);
  return [
    ['Banco', bank ?? BLANK],
    ['Número de cuenta', refund?.account ?? BLANK],
    ['A nombre de', refund?.payeeName ?? BLANK],
  ] as const;
}
