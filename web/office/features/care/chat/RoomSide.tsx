import { Anchor, Button, Group, Menu, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { urlOf } from '#contract/endpoint.ts';
import {
  assignConversation,
  listAnswerers,
  salesOfConversation,
  TRANSCRIPT,
} from '#contract/care/chat/endpoints.ts';
import { addDays, HOUR_MS, isoWeekday, panamaDay, panamaInstant } from '#contract/dates.ts';
import type { Conversation } from '#contract/care/chat/model.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { WhoWrites } from '#web/office/features/care/whatsapp/WhoWrites.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PhoneLinks } from '#web/office/ui/PhoneLinks.tsx';
import styles from './chat.module.css';

/** Moments at which one usually takes a conversation up again, in Panama. */
const LATER: readonly { label: string; at: (now: Date) => Date }[] = [
  { label: 'Dentro de una hora', at: (now) => new Date(now.getTime() + HOUR_MS) },
  { label: 'Dentro de 4 horas', at: (now) => new Date(now.getTime() + 4 * HOUR_MS) },
  { label: 'Mañana a las 8:00', at: (now) => panamaInstant(addDays(panamaDay(now), 1), '08:00') },
  {
    label: 'El lunes a las 8:00',
    at: (now) => panamaInstant(addDays(panamaDay(now), 8 - isoWeekday(panamaDay(now))), '08:00'),
  },
  { label: 'Dentro de 30 días', at: (now) => panamaInstant(addDays(panamaDay(now), 30), '08:00') },
];

interface RoomSideProps {
  room: Conversation;
  mayWrite: boolean;
  /** The messages of a number went to another conversation. */
  onMoved: (sid: string) => void;
}

/** Who the person is, the sales with their state, and who answers. */
export function RoomSide({ room, mayWrite, onMoved }: RoomSideProps) {
  const mayExport = useCan('chat.exportar');
  const sales = useQuery(queryOf(salesOfConversation, { params: { sid: room.sid } }));
  return (
    <Stack gap="md" p="md">
      <Stack gap={2}>
        <PageLink {...linkOptions({ to: '/oficina/personas/$id', params: { id: room.person.id } })} fw={600}>
          {room.person.name}
        </PageLink>
        <PhoneLinks phone={room.person.phone} size="sm" />
        {room.person.email && (
          <Text size="sm" c="dimmed">
            {room.person.email}
          </Text>
        )}
      </Stack>
      {mayExport && (
        <Anchor size="sm" href={urlOf({ path: TRANSCRIPT }, { params: { sid: room.sid } })} download>
          Descargar la conversación
        </Anchor>
      )}
      {mayWrite && <WhoWrites sid={room.sid} onMoved={onMoved} />}
      {mayWrite && <Handling key={room.version} room={room} />}
      <section aria-label="Ventas">
        <h3 className={styles.sideTitle}>Ventas</h3>
        {sales.data?.data.length === 0 && (
          <Text size="sm" c="dimmed">
            Ninguna que tú puedas ver.
          </Text>
        )}
        <Stack gap="sm">
          {sales.data?.data.map((sale) => (
            <Stack gap={2} key={sale.id}>
              <PageLink {...linkOptions({ to: '/oficina/ventas/$id', params: { id: sale.id } })} fw={600}>
                {sale.code ?? 'Borrador'}
              </PageLink>
              <Text size="sm">
                {sale.project} · {sale.model}
              </Text>
              <Text size="sm" c="dimmed">
                {sale.state.name}
              </Text>
              <Missing papers={sale.papers} />
            </Stack>
          ))}
        </Stack>
      </section>
    </Stack>
  );
}

/** Hands the conversation over, puts it off or closes what waits. */
function Handling({ room }: { room: Conversation }) {
  const colleagues = useOptions(queryOf(listAnswerers));
  const change = useAction(assignConversation);
  const { version } = room;
  const send = (body: { asignado_id?: number | null; pospuesta_hasta?: string | null; atendida?: true }) =>
    change.mutate({ params: { sid: room.sid }, body: { version, ...body } });
  return (
    <Stack gap="xs">
      <Select
        label="Atiende"
        placeholder="Nadie todavía"
        searchable
        clearable
        data={colleagues.map(({ value, text }) => ({ value: String(value), label: text }))}
        value={room.assignee ? String(room.assignee.id) : null}
        disabled={change.isPending}
        onChange={(value) => send({ asignado_id: value === null ? null : Number(value) })}
      />
      {room.snoozed_until ? (
        <Group gap="xs">
          <Text size="sm">
            Pospuesta hasta <DateText instant={room.snoozed_until} />
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => send({ pospuesta_hasta: null })}>
            Traer ahora
          </Button>
        </Group>
      ) : (
        <Group gap="xs">
          <Menu position="bottom-start">
            <Menu.Target>
              <Button size="compact-sm" variant="default" loading={change.isPending}>
                Posponer hasta…
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {LATER.map(({ label, at }) => (
                <Menu.Item
                  key={label}
                  onClick={() => send({ pospuesta_hasta: at(new Date()).toISOString() })}
                >
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          {room.waiting_since && (
            <Button
              size="compact-sm"
              variant="default"
              loading={change.isPending}
              onClick={() => send({ atendida: true })}
            >
              No necesita respuesta
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

function Missing({ papers }: { papers: readonly { label: string; missing: boolean }[] }) {
  const missing = papers.filter((paper) => paper.missing).map(({ label }) => label);
  if (missing.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      Faltan: {missing.join(', ')}
    </Text>
  );
}
