import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listTickets } from '#contract/care/tickets/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { DeadlineText } from './DeadlineText.tsx';

/** A sale's tickets that the user may see, the newest first. */
export function SaleTickets({ saleId }: { saleId: number }) {
  const { data } = useQuery(
    queryOf(listTickets, {
      query: { venta_id: saleId, order_column: 'id', order_type: 'desc', per_page: 50 },
    }),
  );
  if (!data) return null;
  return (
    <Section title="Tickets">
      {data.data.length === 0 ? (
        <Text c="dimmed">No hay tickets.</Text>
      ) : (
        <ShortTable
          label="Tickets"
          rows={data.data}
          rowId={(one) => one.id}
          columns={[
            {
              title: 'Ticket',
              render: (one) => (
                <PageLink to="/oficina/tickets/$id" params={{ id: one.id }} underline="always">
                  {one.code} · {one.title}
                </PageLink>
              ),
            },
            { title: 'Estado', render: (one) => <StatePill catalog="ticket" state={one.state} /> },
            { title: 'Vence', render: (one) => <DeadlineText one={one} /> },
            { title: 'Asignado a', render: (one) => one.assignee?.name ?? 'Nadie todavía' },
            { title: 'Abierto', render: (one) => <DateText instant={one.created_at} dayOnly /> },
          ]}
        />
      )}
    </Section>
  );
}
