import { listPapers } from '#contract/documents/endpoints.ts';
import { getApplication, listApplications } from '#contract/mortgage/applications.ts';
import { listDisbursements } from '#contract/mortgage/disbursements.ts';
import { getSaleBanks } from '#contract/mortgage/requirements.ts';
import { getSale, listSales, saleHistory } from '#contract/sales/endpoints.ts';

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
