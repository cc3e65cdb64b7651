import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showDay } from '#contract/dates.ts';
import { saleReleases } from '#contract/money/interimLoans/endpoints.ts';
import type { SaleRelease } from '#contract/money/interimLoans/model.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';

const sentenceOf = ({ bank, lot, state, due_on, late }: SaleRelease): string =>
  state === null
    ? `El lote ${lot} sigue en la hipoteca del préstamo interino de ${bank}, y su liberación aún no se prepara.`
    : `El lote ${lot} sigue en la hipoteca del préstamo interino de ${bank}. Su liberación: ${state.name.toLowerCase()}${
        due_on && late ? `, atrasada desde el ${showDay(due_on)}` : ''
      }.`;

/** Warns while a lender still has its mortgage over the sale's lot; nothing once every release has its letter. */
export function SaleReleases({ saleId }: { saleId: number }) {
  const list = useQuery(queryOf(saleReleases, { params: { id: saleId } })).data?.data ?? [];
  const held = list.filter(({ lifted }) => !lifted);
  if (held.length === 0) return null;
  return (
    <Alert
      color={held.some(({ late }) => late) ? 'red' : 'yellow'}
      variant="light"
      title="Falta liberar la hipoteca interina"
    >
      {held.map((one) => (
        <Text key={one.id} size="sm">
          {sentenceOf(one)}{' '}
          {one.loan_id !== null && (
            <PageLink to="/oficina/prestamos-interinos/$id" params={{ id: one.loan_id }} underline="always">
              Ver el préstamo
            </PageLink>
          )}
        </Text>
      ))}
    </Alert>
  );
}
