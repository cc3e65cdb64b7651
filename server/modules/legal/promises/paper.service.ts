import { renderClauses } from '#contract/legal/contractTemplates/clauses.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import type { PromiseTerms, Snapshot } from '#contract/legal/promises/snapshot.ts';
import { holdingOf, summaryOf, valuesOf } from '#contract/legal/promises/values.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Paper } from '#server/kernel/pdf/paper.ts';
import {
  composeContract,
  type Annex,
} from '#server/modules/legal/contractTemplates/contractPaper.service.ts';
import { paperOf as quotePaper } from '#server/modules/sales/quotes/quotePdf.service.ts';
import { lotPlan } from './lotPlan.service.ts';
import { keptPaper, signersOf } from './paperParts.service.ts';
import type { PromiseRow } from './last.service.ts';

type Asking = Pick<Context, 'db' | 'files' | 'now'>;

export const termsOf = (promise: PromiseRow): PromiseTerms => ({
  deliveryOn: promise.deliveryOn,
  motherFinca: promise.motherFinca,
  locationCode: promise.locationCode,
  signBy: promise.signBy ?? '',
  representative: promise.representative,
});

export const PROMISE_TITLE = 'Contrato de promesa de compraventa';

/** The document of a promise: as it was sent to sign, else as it would be sent now. Raises 404 for an imported one, 429. */
export async function promisePaper(ctx: Asking, promise: PromiseRow): Promise<Paper> {
  const name = `${promise.code}.pdf`;
  if (promise.fileId) return { name, bytes: await keptPaper(ctx, promise.fileId) };
  if (!promise.frozen) throw notFound();
  return { name, bytes: await composePromise(ctx, promise, promise.frozen) };
}

/** Composes the document from what the promise froze. */
export async function composePromise(
  ctx: Asking,
  promise: PromiseRow,
  frozen: Snapshot,
  final = false,
): Promise<Buffer> {
  const terms = termsOf(promise);
  return composeContract(ctx, {
    title: PROMISE_TITLE,
    code: promise.code,
    stamp: final ? null : (STAMPS[promise.stateId] ?? 'BORRADOR'),
    clauses: renderClauses(promise.clauses, valuesOf(frozen, terms, promise.code), holdingOf(frozen)),
    summary: summaryOf(frozen, terms),
    signers: signersOf(frozen, promise.representative, { attorneys: promise.attorneys }),
    annexes: await annexesOf(ctx, frozen),
  });
}

const STAMPS: Readonly<Record<number, string>> = {
  [PROMISE.voided]: 'ANULADA',
  [PROMISE.ended]: 'SIN EFECTO',
};

/** The plan of the lot, and the accepted proforma. */
async function annexesOf(ctx: Asking, { house, quote }: Snapshot): Promise<Annex[]> {
  const annexes: Annex[] = [];
  const svg = house.lot_id === null ? null : await lotPlan(ctx.db, house.lot_id);
  if (svg)
    annexes.push({
      kind: 'drawing',
      title: `Anexo: plano del lote ${house.lot ?? ''}`,
      svg,
      lines: [
        ['Proyecto', house.project],
        ['Lote', house.lot ?? ''],
        ['Área del lote', house.lot_area_m2 === null ? '' : `${house.lot_area_m2} m²`],
        ['Modelo', house.model],
      ],
    });
  if (quote)
    annexes.push({
      kind: 'pdf',
      title: `Anexo: proforma ${quote.code}`,
      bytes: (await quotePaper(ctx, quote.id, quote.number)).bytes,
    });
  return annexes;
}
