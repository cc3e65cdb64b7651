import { getOpenWork, getUser, listInspectors, listUsers } from '#contract/users/endpoints.ts';
import { listSales, listSaleStaff } from '#contract/sales/endpoints.ts';

/** Answers that a change of a user makes old. */
export const TOUCHED = [getUser, listUsers, listInspectors, getOpenWork, listSaleStaff, listSales];
