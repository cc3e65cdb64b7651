import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { dayText, panamaDay } from '#contract/dates.ts';
import { renderClauses, type Clause } from '#contract/legal/contractTemplates/clauses.ts';
import { TEMPLATE_KINDS, type FieldValues } from '#contract/legal/contractTemplates/fields.ts';
import type { Snapshot } from '#contract/legal/promises/snapshot.ts';
import { holdingOf, shortPercent } from '#contract/legal/promises/values.ts';
import { refundOf } from '#contract/money/refunds/rules.ts';
import { formatMoney } from '#contract/money.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, type Db } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Paper } from '#server/kernel/pdf/paper.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { paidCentsOf, signedPromise } from '#server/modules/legal/addenda/standing.service.ts';
import { templateFor } from '#server/modules/legal/contractTemplates/approved.service.ts';
import { composeContract } from '#server/modules/legal/contractTemplates/contractPaper.service.ts';
import { freezeSale } from '#server/modules/legal/promises/freeze.service.ts';
import {
  keptPaper,
  missingParts,
  signersOf,
  valuesAbout,
} from '#server/modules/legal/promises/paperParts.service.ts';
import type { BuyerAttorney, FrozenRepresentative } from '#server/modules/legal/promises/promises.table.ts';
import { rescissions } from '#server/modules/sales/ending/rescissions.table.ts';
import { rescissionPapers } from './rescissionPapers.table.ts';

type Asking = Pick<Context, 'db' | 'files' | 'now'>;
export type Rescission = typeof rescissions.$inferSelect;
/** What the document says of its sale. */
export interface Sale {
  id: number;
  code: string | null;
  receivedAt: Date | null;
  projectId: number;
  paymentForm: string;
}

/** The rescission of a sale that was not dropped, with the document that was kept of it; undefined without one. */
export async function rescissionOf(db: Db, saleId: number) {
  const [found] = await db
    .select({ rescission: rescissions, paper: rescissionPapers })
    .from(rescissions)
    .leftJoin(rescissionPapers, eq(rescissionPapers.rescissionId, rescissions.id))
    .where(and(eq(rescissions.saleId, saleId), isNull(rescissions.droppedAt)))
    .orderBy(desc(rescissions.id))
    .limit(1);
  return found;
}

export interface Figures {
  /** YYYY-MM-DD */
  noticedOn: string | null;
  paidCents: number;
  bankRejected: boolean;
  percent: number;
  penaltyCents: number;
  refundCents: number;
}

/** What a rescission keeps and pays back now: nothing is kept with a bank's rejection on file (domain.md §4.5). */
export async function figuresOf(db: Db, saleId: number): Promise<Figures> {
  const rejected = await db.$count(
    bankApplications,
    and(eq(bankApplications.saleId, saleId), eq(bankApplications.stateId, APPLICATION.rejected)),
  );
  const notice = await row<{ day: string | null }>(
    db,
    sql`select d.issued_on "day" from documents d join document_types t on t.id = d.type_id
      where d.sale_id = ${saleId} and t.name = 'aviso_incumplimiento' and d.issued_on is not null
      order by d.id desc limit 1`,
  );
  const { refunds } = await readSettings(db);
  const paidCents = await paidCentsOf(db, saleId);
  const { percent, penaltyCents, amountCents } = refundOf({
    paidCents,
    cause: rejected > 0 ? 'rechazo_bancos' : 'incumplimiento',
    bankRejected: rejected > 0,
    penaltyPercent: refunds.penaltyPercent,
  });
  return {
    noticedOn: notice?.day ?? null,
    paidCents,
    bankRejected: rejected > 0,
    percent,
    penaltyCents,
    refundCents: amountCents,
  };
}

export interface Material {
  clauses: Clause[];
  /** Who signed the promise for a buyer signs its end. */
  attorneys: readonly BuyerAttorney[];
  frozen: Snapshot;
  values: FieldValues;
  missing: string[];
}

/** Everything that the document of a rescission is written from. */
export async function materialOf(
  ctx: Asking,
  rescission: Rescission,
  sale: Sale,
  figures: Figures,
  representative: FrozenRepresentative | null,
): Promise<Material> {
  const frozen = await freezeSale(ctx, sale.id);
  const promise = await signedPromise(ctx.db, sale.id);
  const template = await templateFor(ctx.db, { kind: 'rescision', ...sale });
  const values: FieldValues = {
    ...valuesAbout(promise, sale, frozen, {
      code: sale.code ?? '',
      signBy: panamaDay(ctx.now),
      representative,
    }),
    // The template ends the sentence.
    motivo: rescission.reason.replace(/\.$/, ''),
    aviso_incumplimiento: figures.noticedOn ? dayText(figures.noticedOn) : '',
    pagado: formatMoney(figures.paidCents),
    penalidad_monto: `${formatMoney(figures.penaltyCents)} (${shortPercent(figures.percent)} de lo pagado)`,
    devolucion: formatMoney(figures.refundCents),
  };
  const clauses = template?.clauses ?? [];
  return {
    clauses,
    attorneys: promise?.attorneys ?? [],
    frozen,
    values,
    missing: missingParts(TEMPLATE_KINDS.rescision, template, { clauses, frozen, values }),
  };
}

/** The plain summary that is signed with the document. */
export const summaryOf = (reason: string, figures: Figures) => [
  { label: 'Qué firmas', value: 'La rescisión de tu contrato: la compra termina y el lote queda libre' },
  { label: 'Aviso de incumplimiento', value: figures.noticedOn ? dayText(figures.noticedOn) : 'Sin fecha' },
  { label: 'Motivo', value: reason },
  { label: 'Lo que pagaste', value: formatMoney(figures.paidCents) },
  {
    label: 'Lo que se retiene',
    value: figures.bankRejected
      ? 'Nada: un banco rechazó tu crédito'
      : `${formatMoney(figures.penaltyCents)} (${shortPercent(figures.percent)})`,
  },
  { label: 'Lo que se te devuelve', value: formatMoney(figures.refundCents) },
];

export async function composeAct(
  ctx: Asking,
  { reason }: Pick<Rescission, 'reason'>,
  sale: Sale,
  figures: Figures,
  { clauses, attorneys, frozen, values }: Material,
  representative: FrozenRepresentative | null,
  final: boolean,
): Promise<Buffer> {
  return composeContract(ctx, {
    title: TEMPLATE_KINDS.rescision,
    code: sale.code ?? '',
    stamp: final ? null : 'BORRADOR',
    clauses: renderClauses(clauses, values, holdingOf(frozen)),
    summary: summaryOf(reason, figures),
    signers: signersOf(frozen, representative, { attorneys }),
    annexes: [],
  });
}

/** The document of a sale's rescission: as it was kept, else as it would be now. Raises 404, 429. */
export async function rescissionPaper(ctx: Asking, sale: Sale): Promise<Paper> {
  const found = await rescissionOf(ctx.db, sale.id);
  if (!found) throw notFound();
  const name = `rescision-${sale.code ?? sale.id}.pdf`;
  if (found.paper) return { name, bytes: await keptPaper(ctx, found.paper.fileId) };
  const figures = await figuresOf(ctx.db, sale.id);
  const material = await materialOf(ctx, found.rescission, sale, figures, null);
  return { name, bytes: await composeAct(ctx, found.rescission, sale, figures, material, null, false) };
}
