import { listPapers } from '#contract/sales/documents/endpoints.ts';
import { getApplication, listApplications } from '#contract/banking/applications/applications.ts';
import { listDisbursements } from '#contract/banking/disbursements/disbursements.ts';
import { getSaleBanks } from '#contract/banking/requirements/requirements.ts';
import { getSale, listSales, saleHistory } from '#contract/sales/sale/endpoints.ts';

/** Answers that a change of an application makes old. */
export const TOUCHED = [
  getApplication,
  listApplications,
  getSaleBanks,
  listDisbursements,
  getSale,
  listSales,
  saleHistory,
  listPapers,
];
