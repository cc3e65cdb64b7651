import { z } from 'zod';
import { listContracts } from '#contract/works/contracts/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** What the address of the list of contracts holds; `contrato` is the one that is open. */
export const ContractsSearch = searchOf(listContracts, {
  contrato: z
    .union([z.literal('nuevo'), z.coerce.number().int()])
    .optional()
    .catch(undefined),
});
export type ContractsSearch = z.infer<typeof ContractsSearch>;
