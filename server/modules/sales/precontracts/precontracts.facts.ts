import { kinships } from '#contract/company/catalogs/peopleLists.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { asksWork } from '#contract/sales/sale/actions.ts';
import { NO_BANK, NO_INSTALLMENTS } from '#contract/sales/sale/known.ts';
import { SALE, type SaleFacts } from '#contract/sales/sale/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { formOf, missingOf, type FormValues } from './precontracts.form.ts';
import { separationOf, type SaleRow } from './precontracts.record.ts';

/** The form of a sale, read with the current catalogs and settings. */
export async function readForm(db: Db, sale: SaleRow): Promise<FormValues> {
  const labels = await catalogLabels(db, kinships);
  const { cedulaMaxAsiento } = await readSettings(db);
  return formOf(sale, cedulaMaxAsiento, labels);
}

/** The facts that the rules of a sale check. */
export function factsOf(
  sale: SaleRow,
  form: FormValues,
  today: string,
  callerId: number | null = null,
): SaleFacts {
  return {
    missingFields: missingOf(form, sale),
    papersToApprove: sale.papers.toApprove,
    papersOpen: sale.papers.open,
    hasLot: sale.claim !== null,
    lotFree: sale.lotFree,
    separationConfirmed: separationOf(sale)?.stateId === PAYMENT.confirmed,
    asksWork: asksWork(sale),
    paymentForm: sale.paymentForm,
    bank: sale.bank ?? NO_BANK,
    promise: sale.told?.promise ?? null,
    balanceCents: sale.balanceCents,
    newCodebtor: sale.newCodebtor,
    letterNeeded: sale.stateId >= SALE.complete || separationOf(sale)?.stateId === PAYMENT.confirmed,
    withdrawalLetter: sale.papers.withdrawal !== null,
    breachNoticedOn: sale.papers.breachNoticedOn,
    today,
    promiseSigned: sale.told?.promiseSigned ?? false,
    house: sale.told?.house ?? null,
    deed: sale.told?.deed ?? null,
    handover: sale.told?.handover ?? null,
    installments: sale.told?.installments ?? NO_INSTALLMENTS,
    rescission: sale.rescission && { preparedByCaller: sale.rescission.by === callerId },
  };
}
