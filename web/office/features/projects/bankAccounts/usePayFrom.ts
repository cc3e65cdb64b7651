import { listBankAccountOptions } from '#contract/projects/bankAccounts/endpoints.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';

/** For the field of the company's bank account that a payment leaves from. Left empty, the server takes the usual one. */
export function usePayFrom() {
  const accounts = useOptions(queryOf(listBankAccountOptions, {}));
  return {
    label: 'Sale de',
    nothing: 'La cuenta operativa del proyecto',
    options: accounts.map(({ id, nombre, numero }) => ({ value: id, label: `${nombre} (${numero})` })),
  };
}
