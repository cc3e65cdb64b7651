import { z } from 'zod';
import { listContractAddenda } from '#contract/works/contracts/addendaList.ts';
import { listContracts } from '#contract/works/contracts/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the contracts; `contrato` opens the form of a new one. */
export const ContractsSearch = searchOf(listContracts, {
  contrato: z.literal('nuevo').optional().catch(undefined),
});
export type ContractsSearch = z.infer<typeof ContractsSearch>;

export const ContractAddendaSearch = searchOf(listContractAddenda, {});
export type ContractAddendaSearch = z.infer<typeof ContractAddendaSearch>;
