import { Button, Group, Image, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changeTicketStatus,
  getTicket,
  separateTicket,
  unlinkTickets,
} from '#contract/care/tickets/endpoints.ts';
import type { Ticket, TicketMessage } from '#contract/care/tickets/model.ts';
import { PARTS } from '#contract/care/covers/parts.ts';
import { CONTACTS, COVERS, ORIGINS, TICKET, TURNS } from '#contract/care/tickets/rules.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { HouseLinks } from '#web/office/features/care/handover/HouseLinks.tsx';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { TicketWork } from '#web/office/features/care/ticketOrders/TicketWork.tsx';
import { queryOf, useAction } from '#web/office/lib/query.ts';
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
import { AssignTicketDrawer, EditTicketDrawer } from './TicketDrawers.tsx';
import { LinkTicketDrawer, MergeTicketDrawer } from './OtherTicketDrawers.tsx';
import { placeOf } from './placeOf.ts';
import { WriteTicketDrawer } from './WriteTicketDrawer.tsx';

const DRAWERS = {
  write: { label: 'Escribir al cliente', Drawer: WriteTicketDrawer },
  assign: { label: 'Asignar', Drawer: AssignTicketDrawer },
  edit: { label: 'Editar', Drawer: EditTicketDrawer },
  merge: { label: 'Unir a otro', Drawer: MergeTicketDrawer },
  link: { label: 'Enlazar con otro', Drawer: LinkTicketDrawer },
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
  const separate = useAction(separateTicket, { success: ({ data }) => `${data.code} va por su lado.` });
  if (query.error) throw query.error;
  if (!ticket) return <PendingPage />;
  const Opened = open && DRAWERS[open].Drawer;
  const { separate: offered } = ticket.actions;
  const apart = offered
    ? [
        {
          key: 'separate',
          label: `Separar de ${ticket.merged_into?.code ?? 'otro'}`,
          whyNot: offered.disabled,
          onRun: () => separate.mutate({ params: { id } }),
          loading: separate.isPending,
        },
      ]
    : [];
  const items = comments.items && [...stateItems(ticket.history), ...comments.items];
  return (
    <>
      <RecordPage
        of={['ticket', id]}
        title={ticket.title}
        subtitle={`${ticket.code} · ${placeOf(ticket)}`}
        state={<StatePill catalog="ticket" state={ticket.state} />}
        turn={ticket.turn && { who: TURNS[ticket.turn], mine: ticket.turn === 'empresa' }}
        facts={[
          { label: 'Vence', value: <DeadlineText one={ticket} /> },
          { label: 'Asignado a', value: ticket.assignee?.name ?? 'Nadie todavía' },
          { label: 'Prioridad', value: ticket.priority.name },
          { label: 'Departamento', value: ticket.department.name },
        ]}
        actions={[...transitions, ...actionsOf(ticket, setOpen), ...apart]}
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

/** Tickets that it is merged with or linked to. */
function Related({ ticket }: { ticket: Ticket }) {
  const unlink = useAction(unlinkTickets, { success: 'Se quitó el enlace.' });
  const related = [
    ...(ticket.merged_into
      ? [{ ...ticket.merged_into, title: 'Unido a este, que manda', linked: false }]
      : []),
    ...ticket.merged.map((one) => ({ ...one, title: `Unido: ${one.title}`, linked: false })),
    ...ticket.linked.map((one) => ({ ...one, title: `${one.title} (${one.state})`, linked: true })),
  ];
  if (related.length === 0) return null;
  return (
    <Section title="Otros tickets">
      <Stack gap="xs">
        {related.map((one) => (
          <Group key={one.id} gap="sm">
            <PageLink to="/oficina/tickets/$id" params={{ id: one.id }} underline="always">
              {one.code} · {one.title}
            </PageLink>
            {one.linked && ticket.actions.link && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Quitar el enlace con ${one.code}`}
                onClick={() => unlink.mutate({ params: { id: ticket.id, otro: one.id } })}
              >
                Quitar enlace
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

function Summary({ ticket }: { ticket: Ticket }) {
  return (
    <Stack gap="md">
      <Section title="Qué pasa">
        {ticket.origin === 'derecho' ? (
          <RightText rightId={ticket.right_id} />
        ) : (
          <Text style={{ whiteSpace: 'pre-wrap' }}>{ticket.description || 'Sin más detalle.'}</Text>
        )}
        <Photos photos={ticket.photos} of={ticket.code} />
      </Section>
      {ticket.incident_houses.length > 0 && <IncidentHouses houses={ticket.incident_houses} />}
      {ticket.project && <TicketWork ticket={ticket} />}
      <Section title="Datos">
        <Facts
          rows={[
            ['Categoría', ticket.category.name],
            ['Origen', ORIGINS[ticket.origin]],
            ['Proyecto', ticket.project?.name],
            [
              'Venta',
              ticket.sale && (
                <PageLink to="/oficina/ventas/$id" params={{ id: ticket.sale.id }} underline="always">
                  {saleName(ticket.sale)}
                </PageLink>
              ),
            ],
            [
              'Conversación',
              ticket.conversation && (
                <PageLink
                  key="chat"
                  to="/oficina/chat"
                  search={{ sala: ticket.conversation.sid, mensaje: ticket.conversation.seq }}
                  underline="always"
                >
                  Ver el mensaje del chat
                </PageLink>
              ),
            ],
            ['Contacto', ticket.contact],
            ['Quién es', ticket.contact_kind && CONTACTS[ticket.contact_kind]],
            ['Celular', ticket.contact_phone && <PhoneLinks key="phone" phone={ticket.contact_phone} />],
            ['Garantía', ticket.cover && COVERS[ticket.cover]],
            ['Parte de la casa', ticket.part && PARTS[ticket.part].label],
            [
              'Cotización',
              ticket.quote_centavos === null ? null : (
                <MoneyText key="quote" centavos={ticket.quote_centavos} />
              ),
            ],
            [
              'Respuesta a la cotización',
              ticket.quote_answered_at && (
                <span key="answer">
                  {ticket.quote_accepted ? 'La aceptó' : 'No la aceptó'},{' '}
                  <DateText instant={ticket.quote_answered_at} />
                </span>
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
      <Related ticket={ticket} />
    </Stack>
  );
}

/** The houses that share the defect; what their families asked is merged into this ticket. */
const IncidentHouses = ({ houses }: { houses: Ticket['incident_houses'] }) => (
  <Section title="Viviendas del incidente" text="Lo que pidan sus familias se une a este ticket.">
    <HouseLinks houses={houses} />
  </Section>
);

/** Whose request it is stands in the request, for who may see it. */
const RightText = ({ rightId }: { rightId: number | null }) =>
  rightId === null ? (
    <Text>Quien administra ve la solicitud y la responde; al responderla, este ticket se cierra.</Text>
  ) : (
    <Text component="div">
      <PageLink to="/oficina/privacidad" search={{ ver: 'derechos', derecho: rightId }} underline="always">
        Ver la solicitud
      </PageLink>
      . Al responderla, este ticket se cierra.
    </Text>
  );

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
