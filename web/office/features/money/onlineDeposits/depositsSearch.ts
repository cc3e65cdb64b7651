import type { z } from 'zod';
import { listDeposits } from '#contract/money/onlineDeposits/endpoints.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

export const DepositsSearch = searchOf(listDeposits, { pago: filterId });
export type DepositsSearch = z.infer<typeof DepositsSearch>;
