import { listPapers } from '#contract/sales/documents/endpoints.ts';
import { listBoard, saleStages } from '#contract/sales/board/boardEndpoints.ts';
import { getSale, listSales, saleHistory } from '#contract/sales/sale/endpoints.ts';

/** Answers that a change of a sale makes old. */
export const SALE_TOUCHED = [getSale, listSales, saleHistory, listPapers, saleStages, listBoard];
