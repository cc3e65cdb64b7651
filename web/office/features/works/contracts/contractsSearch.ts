import { z } from 'zod';
import { listContracts } from '#contract/works/contracts/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the contracts; `contrato` is the open one. */
export const ContractsSearch = searchOf(listContracts, {
  contrato: z
    .union([z.literal('nuevo'), z.coerce.number().int()])
    .optional()
    .catch(undefined),
});
export type ContractsSearch = z.infer<typeof ContractsSearch>;
