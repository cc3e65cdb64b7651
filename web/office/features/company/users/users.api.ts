import { getOpenWork, getUser, listUsers } from '#contract/company/users/endpoints.ts';
import { listInspectors } from '#contract/company/users/lists.endpoints.ts';
import { listSales, listSaleStaff } from '#contract/sales/sale/endpoints.ts';

/** Answers that a change of a user makes old. */
export const TOUCHED = [getUser, listUsers, listInspectors, getOpenWork, listSaleStaff, listSales];
