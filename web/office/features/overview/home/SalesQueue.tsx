import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listSales } from '#contract/sales/sale/endpoints.ts';
import type { SaleRow } from '#contract/sales/sale/model.ts';
import { TURN_LABELS, type Turn } from '#contract/sales/sale/turn.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { age } from '#web/office/lib/age.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { queueQuery, SHOWN } from './homeQueries.ts';
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

/** Title of a turn's queue on its owner's home page. */
const TITLES: Partial<Record<Turn, string>> = {
  cliente: 'Clientes por mover',
  legal: 'Esperan por Legal',
  postventa: 'Por entregar o atender',
};

/** The sales of a turn that the user may see, oldest first. An empty queue is shown only if it is the only one. */
export function QueueOfTurn({ turn, alone }: { turn: Turn; alone: boolean }) {
  const query = useQuery(queueQuery(turn));
  const total = query.data?.meta.pagination.total ?? 0;
  const customers = turn === 'cliente';
  return (
    <Rows
      title={TITLES[turn] ?? 'Te toca a ti'}
      text={customers ? 'Les falta un paso suyo: llámales o escríbeles.' : TURN_LABELS[turn]}
      rows={query.data?.data}
      error={query.error}
      rowId={(sale) => sale.id}
      render={render}
      renderWhen={(sale) => `desde ${age(sale.state_since)}`}
      empty={
        !alone
          ? null
          : customers
            ? 'Ningún cliente tuyo tiene un paso pendiente.'
            : 'Nada espera por ti. Buen trabajo.'
      }
      all={
        total > SHOWN
          ? {
              link: linkOptions({
                to: '/oficina/ventas',
                search: { turno: turn, order_column: 'state_since' },
              }),
              label: `Ver las ${total}`,
            }
          : null
      }
    />
  );
}

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
