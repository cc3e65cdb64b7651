import { and, eq } from 'drizzle-orm';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { clausesFor, missingFields } from '#contract/legal/contractTemplates/clauses.ts';
import { sameClauses } from '#contract/legal/contractTemplates/compare.ts';
import { fieldLabel } from '#contract/legal/contractTemplates/fields.ts';
import { panamaDay } from '#contract/dates.ts';
import { isEditable, whyNotSaleSends, type PromiseFacts } from '#contract/legal/promises/rules.ts';
import { changedParts } from '#contract/legal/promises/snapshot.ts';
import { holdingOf, valuesOf } from '#contract/legal/promises/values.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { versionText } from '#server/modules/legal/contractTemplates/approved.service.ts';
import { freezeSale } from './freeze.service.ts';
import { termsOf } from './paper.service.ts';
import { whyNotSigns } from './representative.service.ts';
import type { PromiseRow } from './last.service.ts';

/** Whether a text differs from the approved one of its template. */
export async function deviatesFrom(
  db: Db,
  versionId: number | null,
  clauses: PromiseRow['clauses'],
): Promise<boolean> {
  const approved = versionId === null ? undefined : await versionText(db, versionId);
  return !approved || !sameClauses(approved.clauses, clauses);
}

/** Labels of what the contract's clauses need and do not have. */
export function missingOf(promise: PromiseRow): string[] {
  if (!promise.frozen) return [];
  const values = valuesOf(promise.frozen, termsOf(promise), promise.code);
  const clauses = clausesFor(promise.clauses, holdingOf(promise.frozen));
  const labels = missingFields(clauses, values).map(fieldLabel);
  return [
    ...labels,
    ...(promise.representative === null && !labels.includes(fieldLabel('representante'))
      ? [fieldLabel('representante')]
      : []),
    ...(promise.deliveryOn === null && !labels.includes(fieldLabel('fecha_entrega'))
      ? [fieldLabel('fecha_entrega')]
      : []),
  ];
}

/** Whether the letter of promise of the sale's chosen bank has run out. */
export async function letterExpired(db: Db, saleId: number): Promise<boolean> {
  const [chosen] = await db
    .select({ stateId: bankApplications.stateId })
    .from(bankApplications)
    .where(and(eq(bankApplications.saleId, saleId), eq(bankApplications.chosen, true)));
  return chosen?.stateId === APPLICATION.letterExpired;
}

/** The facts that the rules of a promise check. */
export async function promiseFacts(
  ctx: Pick<Context, 'db' | 'now' | 'staff'>,
  promise: PromiseRow,
  sale: { id: number; stateId: number },
): Promise<PromiseFacts> {
  const open = isEditable(promise.stateId) && promise.frozen !== null;
  return {
    deviates: promise.deviates && promise.approvedAt === null,
    wroteIt: promise.writers.includes(ctx.staff?.userId ?? 0),
    missing: missingOf(promise),
    changed: open ? changedParts(promise.frozen!, await freezeSale(ctx, sale.id)) : [],
    sale: open
      ? whyNotSaleSends({ stateId: sale.stateId, letterExpired: await letterExpired(ctx.db, sale.id) })
      : null,
    late: promise.signBy !== null && promise.signBy < panamaDay(ctx.now),
    signers: open ? await whyNotSigners(ctx, promise) : null,
  };
}

/** Why one of the people who sign a promise cannot sign now; null when all can. */
async function whyNotSigners(
  ctx: Pick<Context, 'db' | 'now'>,
  { frozen, attorneys, representative, priceCents }: PromiseRow,
): Promise<string | null> {
  for (const { role, buyer_id, name, document, document_type } of frozen?.buyers ?? []) {
    if (role !== 'comprador') continue;
    if (!document) return `Falta el documento de identidad de ${name}.`;
    if (document_type === 'ruc' && !attorneys.some(({ buyerId }) => buyerId === buyer_id))
      return `${name} es una empresa: escribe quién firma por ella.`;
  }
  return representative && whyNotSigns(ctx, representative, priceCents);
}
