import type { ProjectBankAccount } from './model.ts';

/** `Recaudo Valle Sereno (Banco General, Recaudo de clientes, 03-12-01-123456-7)`: spec §3, project bank account. */
export const accountLabel = (one: ProjectBankAccount) =>
  `${one.nombre} (${one.tipo_banco.nombre}, ${one.tipo_cuenta_contable_banco.nombre}, ${one.numero})`;

/** Select options for the accounts; with `choose` the first one is empty and asks to choose (spec §3). */
export const accountOptions = (
  accounts: readonly ProjectBankAccount[],
  { choose = false }: { choose?: boolean } = {},
): { value: string; label: string }[] => [
  ...(choose ? [{ value: '', label: '-- SELECCION --' }] : []),
  ...accounts.map((one) => ({ value: String(one.id), label: accountLabel(one) })),
];

/** `···· 5678`: enough to distinguish two accounts, not enough to use one. */
export function maskAccount(number: string): string {
  const known = number.replace(/[^0-9A-Za-z]/g, '');
  return `···· ${known.slice(-Math.min(4, Math.floor(known.length / 2)))}`;
}
