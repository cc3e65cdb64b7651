import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { salesWaiting } from '#contract/overview/home/endpoints.ts';
import { TURN_LABELS, type Turn } from '#contract/sales/sale/turn.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { ShareBar } from '#web/office/ui/ShareBar.tsx';
import { Rows } from './Rows.tsx';

/** How many other sales wait for each turn. */
export function WaitingForOthers({ own }: { own: readonly Turn[] }) {
  const query = useQuery(queryOf(salesWaiting));
  const others = query.data?.data
    .filter(({ turn, total }) => total > 0 && !own.includes(turn))
    .toSorted((a, b) => b.total - a.total);
  const most = Math.max(1, ...(others ?? []).map(({ total }) => total));
  return (
    <Rows
      title="Pendiente de otras personas"
      rows={others}
      error={query.error}
      rowId={({ turn }) => turn}
      render={({ turn, total }) => (
        <>
          <Group justify="space-between" wrap="nowrap">
            <PageLink to="/oficina/ventas" search={{ turno: turn }}>
              {TURN_LABELS[turn]}
            </PageLink>
            <Text size="sm" className="figures" fw={600}>
              {total}
            </Text>
          </Group>
          <ShareBar share={total / most} />
        </>
      )}
      renderWhen={() => null}
      empty="Ninguna venta está pendiente de otras personas."
    />
  );
}
