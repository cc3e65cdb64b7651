import { touchSale } from '#server/modules/sales/sale/states.service.ts';
import { whyNotEditTerms } from '#contract/sales/sale/actions.ts';
import { EmploymentStatus, isEmployee, type WorkSector } from '#contract/sales/sale/form.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, invalid } from '#server/kernel/errors.ts';
import { createChecklist } from '#server/modules/sales/documents/checklist.service.ts';
import { papersChanged } from '#server/modules/sales/documents/papersChanged.service.ts';
import { ownSale, type Sale } from './own.service.ts';
import { requirePapersAllowed } from './uploads.service.ts';

/**
 * Stores the work sector and status of a buyer whose form lacked them; the checklist then asks for income documents.
 * Allowed once; later changes are made in the office. Raises 404, 409 SALE_ENDED, CONSENT and WORK_KNOWN, 422 at the
 * status.
 */
export async function sayWork(
  ctx: Context,
  saleId: number,
  typed: { sector_trabajo: WorkSector; estatus_laboral: string },
): Promise<Sale> {
  const sale = await ownSale(ctx, saleId, true);
  await requirePapersAllowed(ctx, sale);
  if (sale.stateId === SALE.draft)
    throw conflict('WORK_KNOWN', 'Primero completa y envía tu formulario: ahí mismo lo dices.');
  const workSector = typed.sector_trabajo;
  const employmentStatus = isEmployee(workSector) ? statusOf(typed.estatus_laboral) : null;
  if (sale.workSector === workSector && sale.employmentStatus === employmentStatus) return sale;
  if (sale.workSector !== null || whyNotEditTerms(sale.stateId) !== null)
    throw conflict(
      'WORK_KNOWN',
      'Ya sabemos en qué trabajas. Si algo cambió, escríbele a quien lleva tu trámite.',
    );
  await touchSale(ctx, sale, { workSector, employmentStatus });
  await createChecklist(ctx, { id: sale.id, workSector, paymentForm: sale.paymentForm });
  // `client: null`: the buyer sent no document, so the buyer's last action stays.
  await papersChanged({ ...ctx, client: null }, { ...sale, version: sale.version + 1 });
  await audit(ctx, 'editar', 'precontrato', sale.id, { fields: ['sector_trabajo', 'estatus_laboral'] });
  return sale;
}

function statusOf(text: string) {
  const read = EmploymentStatus.safeParse(text);
  if (!read.success) throw invalid([{ field: 'estatus_laboral', message: 'Elige tu estatus laboral.' }]);
  return read.data;
}
