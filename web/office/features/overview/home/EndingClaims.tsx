import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { panamaDay, panamaTime, showDay } from '#web/office/lib/format.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { endingClaimsQuery } from './homeQueries.ts';
import { Rows } from './Rows.tsx';
import { linkOptions } from '@tanstack/react-router';

/** Claims that expire soonest, which frees their lots. */
export function EndingClaims() {
  const today = useToday();
  const query = useQuery(endingClaimsQuery);
  const rows = query.data?.data.filter((sale) => sale.claim?.until);
  const whenOf = (until: string) =>
    panamaDay(until) === today
      ? `hoy ${panamaTime(until)}`
      : `${showDay(panamaDay(until))} ${panamaTime(until)}`;
  return (
    <Rows
      title="Lotes que vencen pronto"
      rows={rows}
      error={query.error}
      rowId={(sale) => sale.id}
      render={(sale) => (
        <>
          <PageLink to="/oficina/ventas/$id" params={{ id: sale.id }} fw={600}>
            {sale.name}
          </PageLink>
          <Text size="xs" c="dimmed">
            Lote {sale.lot?.lote} · {sale.project.name}
          </Text>
        </>
      )}
      renderWhen={(sale) => (sale.claim?.until ? whenOf(sale.claim.until) : '—')}
      empty="Ningún lote apartado vence por ahora."
      all={
        rows && rows.length > 0
          ? {
              link: linkOptions({
                to: '/oficina/ventas',
                search: { order_column: 'claim_until', order_type: 'asc' },
              }),
              label: 'Ver todos',
            }
          : null
      }
    />
  );
}
