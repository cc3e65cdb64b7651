import { Text } from '@mantine/core';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import type { BooksSearch } from './booksSearch.ts';

interface FigureProps {
  centavos: number;
  /** The account whose lines it opens; null: a sum, which opens nothing. */
  account: number | null;
  search: BooksSearch;
  desde?: string | undefined;
  hasta?: string | undefined;
}

/** An amount of a statement: opens the lines that it adds up. Nothing is shown for zero, sums are bold. */
export function Figure({ centavos, account, search, desde, hasta }: FigureProps) {
  if (account === null)
    return (
      <Text span inherit fw={600}>
        <MoneyText centavos={centavos} />
      </Text>
    );
  if (centavos === 0) return null;
  const { libro_id, proyecto_id } = search;
  return (
    <PageLink
      to="/oficina/cuentas/mayor"
      search={{ cuenta_id: account, libro_id, proyecto_id, desde, hasta: hasta ?? search.hasta }}
      inherit
      c="inherit"
    >
      <MoneyText centavos={centavos} />
    </PageLink>
  );
}

/** The name of a statement's row: a sum is bold. */
export const RowName = ({ kind, name }: { kind: 'cuenta' | 'total'; name: string }) => (
  <Text span inherit fw={kind === 'total' ? 600 : undefined}>
    {name}
  </Text>
);
