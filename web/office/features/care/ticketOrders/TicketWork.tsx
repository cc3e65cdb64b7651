import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getTicketWork } from '#contract/care/ticketOrders/endpoints.ts';
import type { TicketWork as Work } from '#contract/care/ticketOrders/model.ts';
import type { Ticket } from '#contract/care/tickets/model.ts';
import { isOpen as isToCome } from '#contract/sales/appointments/rules.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { OfferOrderDrawer } from './OfferOrderDrawer.tsx';
import { VisitDrawer } from './VisitDrawer.tsx';

/** The work orders and visits of a ticket, and new ones. */
export function TicketWork({ ticket }: { ticket: Ticket }) {
  const { data } = useQuery(queryOf(getTicketWork, { params: { id: ticket.id } }));
  const [open, setOpen] = useState<'order' | 'visit' | null>(null);
  const work = data?.data;
  if (!work) return null;
  const close = () => setOpen(null);
  const coming = work.visits.some(({ state }) => isToCome(state.id));
  return (
    <Section
      title="Órdenes y visitas"
      actions={
        <Group gap="xs">
          {work.offer && (
            <ReasonedButton variant="default" whyNot={work.offer.disabled} onClick={() => setOpen('order')}>
              Ofrecer orden
            </ReasonedButton>
          )}
          {work.book && (
            <ReasonedButton variant="default" whyNot={work.book.disabled} onClick={() => setOpen('visit')}>
              Agendar visita
            </ReasonedButton>
          )}
        </Group>
      }
    >
      {work.orders.length === 0 && work.visits.length === 0 ? (
        <Text c="dimmed">Nadie de fuera lo tiene, y no hay visitas agendadas.</Text>
      ) : (
        <Stack gap="md">
          {work.orders.length > 0 && <Orders orders={work.orders} />}
          {work.visits.length > 0 && <Visits visits={work.visits} />}
          {coming && (
            <Text size="sm" c="dimmed">
              Si el ticket se resuelve o se cancela antes, la visita se cancela y el cliente recibe un correo.
            </Text>
          )}
        </Stack>
      )}
      {open === 'order' && <OfferOrderDrawer ticket={ticket} onClose={close} />}
      {open === 'visit' && ticket.project && (
        <VisitDrawer
          ticket={{
            id: ticket.id,
            projectId: ticket.project.id,
            assigneeId: ticket.assignee?.id ?? null,
          }}
          onClose={close}
        />
      )}
    </Section>
  );
}

const Orders = ({ orders }: { orders: Work['orders'] }) => (
  <ShortTable
    label="Órdenes de trabajo"
    rows={orders}
    rowId={(one) => one.id}
    columns={[
      {
        title: 'Orden',
        render: (one) => (
          <PageLink to="/oficina/ordenes-de-trabajo" search={{ orden: one.id }} underline="always">
            {one.code}
          </PageLink>
        ),
      },
      { title: 'Contratista', render: (one) => one.contractor.name },
      { title: 'Estado', render: (one) => <StatePill catalog="workOrder" state={one.state} /> },
      { title: 'Vence', render: (one) => <DateText day={one.due_on} /> },
    ]}
  />
);

const Visits = ({ visits }: { visits: Work['visits'] }) => (
  <ShortTable
    label="Visitas"
    rows={visits}
    rowId={(one) => one.id}
    columns={[
      {
        title: 'Visita',
        render: (one) => (
          <PageLink to="/oficina/citas" search={{ cita: one.id }} underline="always">
            <DateText instant={one.starts_at} />
          </PageLink>
        ),
      },
      { title: 'Quién va', render: (one) => one.agent.name },
      { title: 'Estado', render: (one) => <StatePill catalog="appointment" state={one.state} /> },
      { title: 'Comentario', render: (one) => one.note },
    ]}
  />
);
