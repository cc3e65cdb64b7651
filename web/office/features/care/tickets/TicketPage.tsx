import { Image, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changeTicketStatus, getTicket } from '#contract/care/tickets/endpoints.ts';
import type { Ticket, TicketMessage } from '#contract/care/tickets/model.ts';
import { CONTACTS, COVERS, ORIGINS, TICKET, TURNS } from '#contract/care/tickets/rules.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { TicketWork } from '#web/office/features/care/ticketOrders/TicketWork.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { stateItems } from '#web/office/ui/activity.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { PhoneLinks } from '#web/office/ui/PhoneLinks.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { DeadlineText } from './DeadlineText.tsx';
import {
  AssignTicketDrawer,
  EditTicketDrawer,
  MergeTicketDrawer,
  WriteTicketDrawer,
} from './TicketDrawers.tsx';

const DRAWERS = {
  write: { label: 'Escribir al cliente', Drawer: WriteTicketDrawer },
  assign: { label: 'Asignar', Drawer: AssignTicketDrawer },
  edit: { label: 'Editar', Drawer: EditTicketDrawer },
  merge: { label: 'Unir a otro', Drawer: MergeTicketDrawer },
} as const;
type DrawerKey = keyof typeof DRAWERS;

/** One ticket: its deadlines, what was written, and its next steps. */
export function TicketPage({ id, tab }: { id: number; tab?: string | undefined }) {
  const patch = usePatchSearch();
  const query = useQuery(queryOf(getTicket, { params: { id } }));
  const comments = useComments('ticket', id);
  const ticket = query.data?.data;
  const transitions = useTransitions({
    offers: ticket?.transitions,
    status: changeTicketStatus,
    version: ticket?.version,
    danger: [TICKET.cancelled],
  });
  const [open, setOpen] = useState<DrawerKey | null>(null);
  if (query.error) throw query.error;
  if (!ticket) return <PendingPage />;
  const Opened = open && DRAWERS[open].Drawer;
  const items = comments.items && [...stateItems(ticket.history), ...comments.items];
  return (
    <>
      <RecordPage
        of={['ticket', id]}
        title={ticket.title}
        subtitle={`${ticket.code} · ${ticket.house?.name ?? ticket.common_area ?? ticket.project.name}`}
        state={<StatePill catalog="ticket" state={ticket.state} />}
        turn={ticket.turn && { who: TURNS[ticket.turn], mine: ticket.turn === 'empresa' }}
        facts={[
          { label: 'Vence', value: <DeadlineText one={ticket} /> },
          { label: 'Asignado a', value: ticket.assignee?.name ?? 'Nadie todavía' },
          { label: 'Prioridad', value: ticket.priority.name },
          { label: 'Departamento', value: ticket.department.name },
        ]}
        actions={[...transitions, ...actionsOf(ticket, setOpen)]}
        tab={tab ?? 'resumen'}
        onTab={(key) => patch({ tab: key })}
        tabs={[
          { key: 'resumen', label: 'Resumen', content: <Summary ticket={ticket} /> },
          { key: 'mensajes', label: 'Mensajes', content: <Messages messages={ticket.messages} /> },
        ]}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="ticket" id={id} />
            <RecordFiles reference="ticket" id={id} attachedOnly />
            <ActivityStream {...comments} items={items?.toSorted((a, b) => b.at.localeCompare(a.at))} />
          </Stack>
        }
      />
      {Opened && <Opened ticket={ticket} onClose={() => setOpen(null)} />}
    </>
  );
}

const actionsOf = ({ actions }: Ticket, open: (key: DrawerKey) => void): RecordAction[] =>
  (Object.keys(DRAWERS) as DrawerKey[]).flatMap((key) => {
    const offer = actions[key];
    return offer ? [{ key, label: DRAWERS[key].label, whyNot: offer.disabled, onRun: () => open(key) }] : [];
  });

function Photos({ photos, of }: { photos: Ticket['photos']; of: string }) {
  if (photos.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
      {photos.map((photo, at) => (
        <a key={photo.id} href={photo.url} target="_blank" rel="noreferrer">
          <Image src={photo.url} alt={`${of}, fotografía ${at + 1}`} radius="sm" h={120} fit="cover" />
        </a>
      ))}
    </SimpleGrid>
  );
}

function Summary({ ticket }: { ticket: Ticket }) {
  const related = [
    ...(ticket.merged_into ? [{ ...ticket.merged_into, title: 'Unido a este, que manda' }] : []),
    ...ticket.merged.map((one) => ({ ...one, title: `Unido: ${one.title}` })),
    ...ticket.linked.map((one) => ({ ...one, title: `${one.title} (${one.state})` })),
  ];
  return (
    <Stack gap="md">
      <Section title="Qué pasa">
        <Text style={{ whiteSpace: 'pre-wrap' }}>{ticket.description || 'Sin más detalle.'}</Text>
        <Photos photos={ticket.photos} of={ticket.code} />
      </Section>
      <TicketWork ticket={ticket} />
      <Section title="Datos">
        <Facts
          rows={[
            ['Categoría', ticket.category.name],
            ['Origen', ORIGINS[ticket.origin]],
            ['Proyecto', ticket.project.name],
            [
              'Venta',
              ticket.sale && (
                <PageLink to="/oficina/ventas/$id" params={{ id: ticket.sale.id }} underline="always">
                  {saleName(ticket.sale)}
                </PageLink>
              ),
            ],
            ['Contacto', ticket.contact],
            ['Quién es', ticket.contact_kind && CONTACTS[ticket.contact_kind]],
            ['Celular', ticket.contact_phone && <PhoneLinks key="phone" phone={ticket.contact_phone} />],
            ['Garantía', ticket.cover && COVERS[ticket.cover]],
            [
              'Cotización',
              ticket.quote_centavos === null ? null : (
                <MoneyText key="quote" centavos={ticket.quote_centavos} />
              ),
            ],
          ]}
        />
      </Section>
      <Section title="Plazos">
        <Facts
          rows={[
            ['Abierto', <DateText key="made" instant={ticket.created_at} />],
            ['Responder hasta', <DateText key="answer" instant={ticket.answer_due} />],
            ['Respondido', ticket.answered_at && <DateText key="answered" instant={ticket.answered_at} />],
            ['Resolver hasta', <DateText key="solve" instant={ticket.solve_due} />],
            ['Resuelto', ticket.solved_at && <DateText key="solved" instant={ticket.solved_at} />],
            ['Veces reabierto', String(ticket.reopened)],
          ]}
        />
      </Section>
      {related.length > 0 && (
        <Section title="Otros tickets">
          <Stack gap={4}>
            {related.map((one) => (
              <PageLink key={one.id} to="/oficina/tickets/$id" params={{ id: one.id }} underline="always">
                {one.code} · {one.title}
              </PageLink>
            ))}
          </Stack>
        </Section>
      )}
    </Stack>
  );
}

function Messages({ messages }: { messages: readonly TicketMessage[] }) {
  if (messages.length === 0)
    return <EmptyState title="Sin mensajes" text="El primero que escribas cuenta como la respuesta." />;
  return (
    <Stack gap="sm">
      {messages.map((one) => (
        <div key={one.id}>
          <Text size="sm" fw={600} component="div">
            {one.sender === 'cliente' ? 'El cliente' : (one.who ?? 'La empresa')} ·{' '}
            <DateText instant={one.at} />
          </Text>
          <Text style={{ whiteSpace: 'pre-wrap' }}>{one.text}</Text>
          <Photos photos={one.photos} of="Mensaje" />
        </div>
      ))}
    </Stack>
  );
}
