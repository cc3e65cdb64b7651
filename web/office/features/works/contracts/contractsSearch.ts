import { z } from 'zod';
import { listContracts } from '#contract/works/contracts/endpoints.ts';
import { filterId, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

/** What the address of the list of contracts holds; `contrato` is the one that is open. */
export const ContractsSearch = ListSearch.extend({
  ...orderedAs(listContracts),
  proyecto_id: filterId,
  tipo_contrato_id: filterId,
  contratista_id: filterId,
  contrato: z
    .union([z.literal('nuevo'), z.coerce.number().int()])
    .optional()
    .catch(undefined),
});
export type ContractsSearch = z.infer<typeof ContractsSearch>;
