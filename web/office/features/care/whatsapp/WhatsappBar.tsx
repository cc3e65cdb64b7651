import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { whatsappOfRoom } from '#contract/care/whatsapp/endpoints.ts';
import type { Conversation, Message } from '#contract/care/chat/model.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { TemplatePicker } from './TemplatePicker.tsx';

interface WhatsappBarProps {
  room: Conversation;
  /** What stands in the composer: a template may carry it when the 24 hours end while somebody types. */
  typed: () => string;
  onSent: (message: Message) => void;
}

/** Above the composer: until when WhatsApp lets one write, the template instead, and what holds messages back. */
export function WhatsappBar({ room, typed, onSent }: WhatsappBarProps) {
  const { data } = useQuery(queryOf(whatsappOfRoom, { params: { sid: room.sid } }));
  const [picking, setPicking] = useState(false);
  const whatsapp = data?.data;
  const [number] = whatsapp?.numbers ?? [];
  const open = useStillOpen(number?.window_until ?? null);
  if (!whatsapp?.configured) return null;
  const closed = room.channel === 'whatsapp' && !open;
  return (
    <Stack gap="xs" px="md" py={4}>
      {whatsapp.refused_since && (
        <Alert color="red" variant="light" title="WhatsApp no acepta la clave de la empresa">
          Desde <DateText instant={whatsapp.refused_since} />. Los mensajes esperan y salen solos cuando la
          acepte
          {whatsapp.waiting > 0 && `: en esta conversación ${whatsapp.waiting}`}. Avisa a quien administra el
          sistema.
        </Alert>
      )}
      {room.opted_out_at && (
        <Text size="sm" fw={600}>
          Escribió BAJA el <DateText instant={room.opted_out_at} dayOnly />: solo se le responde.
        </Text>
      )}
      {picking || closed ? (
        <TemplatePicker
          sid={room.sid}
          closed={closed}
          typed={typed}
          onSent={(message) => {
            setPicking(false);
            onSent(message);
          }}
          onClose={closed ? null : () => setPicking(false)}
        />
      ) : (
        <Group justify="space-between" gap="xs">
          <Text size="xs" c="dimmed">
            {room.channel === 'whatsapp' && number?.window_until ? (
              <>
                Sale por WhatsApp. Puedes escribir hasta <DateText instant={number.window_until} />.
              </>
            ) : (
              'Sale en la web del comprador.'
            )}
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => setPicking(true)}>
            Enviar una plantilla
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Whether a moment is still to come; turns by itself when it passes. */
function useStillOpen(until: string | null): boolean {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null) return undefined;
    const left = Math.max(0, Date.parse(until) - Date.now()) + 500;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  }, [until]);
  return until !== null && Date.parse(until) > now;
}
