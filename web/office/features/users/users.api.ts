import { getOpenWork, getUser, listUsers } from '#contract/users/endpoints.ts';
import { listInspectors } from '#contract/users/lists.endpoints.ts';
import { listSales, listSaleStaff } from '#contract/sales/endpoints.ts';

/** Answers that a change of a user makes old. */
export const TOUCHED = [getUser, listUsers, listInspectors, getOpenWork, listSaleStaff, listSales];
