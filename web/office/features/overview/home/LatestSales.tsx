import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listSales } from '#contract/sales/sale/endpoints.ts';
import type { SaleRow } from '#contract/sales/sale/model.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { age } from '#web/office/lib/age.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { SHOWN } from './homeQueries.ts';
import { Rows } from './Rows.tsx';
import { linkOptions } from '@tanstack/react-router';

const render = (sale: SaleRow) => (
  <>
    <Group gap="xs">
      <PageLink to="/oficina/ventas/$id" params={{ id: sale.id }} fw={600}>
        {sale.name}
      </PageLink>
      <StatePill catalog="precontract" state={sale.state} />
    </Group>
    <Text size="sm">{sale.next}</Text>
    <Text size="xs" c="dimmed">
      {saleName(sale)} · {sale.project.name} · {sale.model.name}
    </Text>
  </>
);

/** For users who only read: the newest sales. */
export function LatestSales() {
  const query = useQuery(queryOf(listSales, { query: { per_page: SHOWN } }));
  return (
    <Rows
      title="Lo último que entró"
      rows={query.data?.data}
      error={query.error}
      rowId={(sale) => sale.id}
      render={render}
      renderWhen={(sale) => age(sale.created_at)}
      empty="Aún no hay pre-contratos."
      all={{ link: linkOptions({ to: '/oficina/ventas' }), label: 'Ver todos' }}
    />
  );
}
