import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { FieldOrder, OrderAnswer, OrderDone } from '#contract/care/ticketOrders/model.ts';
import { ORDER } from '#contract/care/ticketOrders/rules.ts';
import { clockTime, longDay, panamaDay, panamaTime } from '#contract/dates.ts';
import { SentPhotos } from '#web/office/features/works/jobs/Photos.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PhoneLinks } from '#web/office/ui/PhoneLinks.tsx';
import { DoneForm } from '../DoneForm.tsx';
import { RefuseForm } from '../RefuseForm.tsx';

interface FieldOrderCardProps {
  order: FieldOrder;
  online: boolean;
  answer: (typed: OrderAnswer) => Promise<unknown>;
  report: (typed: OrderDone, photos: readonly File[]) => Promise<unknown>;
  onDone: (said?: string) => void;
}

/** One order on the phone: where, who, what, and the step that is next. */
export function FieldOrderCard({ order, online, answer, report, onDone }: FieldOrderCardProps) {
  const [refusing, setRefusing] = useState(false);
  const [saving, setSaving] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const accept = async () => {
    setSaving(true);
    try {
      await answer({ acepta: true });
      setFault(null);
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'No se pudo guardar.');
    }
    setSaving(false);
  };
  const { reason, visit } = order;
  return (
    <Stack gap="md">
      <Text style={{ whiteSpace: 'pre-wrap' }}>{order.what}</Text>
      {order.state.id === ORDER.returned && reason && (
        <Alert color="yellow" variant="light" title="Devuelta por corregir">
          {reason}
        </Alert>
      )}
      <Facts
        rows={[
          ['Orden', `${order.code} · ${order.ticket.title}`],
          ['Hasta el', longDay(order.due_on)],
          [
            'Dónde',
            [order.place, order.lot && `lote ${order.lot}`, order.project.name, order.address]
              .filter(Boolean)
              .join(', '),
          ],
          ['Pregunta por', order.contact],
          ['Celular', order.phone && <PhoneLinks key="phone" phone={order.phone} />],
          ...(visit
            ? [
                [
                  'Visita',
                  `${longDay(panamaDay(visit.starts_at))}, ${clockTime(panamaTime(visit.starts_at))}, va ${visit.agent}`,
                ] as const,
              ]
            : []),
        ]}
      />
      {online && <SentPhotos photos={order.photos} of="Como lo envió el cliente" />}
      {fault && (
        <Text c="var(--danger)" role="alert">
          {fault}
        </Text>
      )}
      {refusing ? (
        <RefuseForm
          success="Orden rechazada."
          send={(motivo) => answer({ acepta: false, motivo })}
          onDone={() => onDone('Orden rechazada.')}
        />
      ) : order.state.id === ORDER.offered ? (
        <Group grow>
          <Button size="md" loading={saving} onClick={() => void accept()}>
            Aceptar
          </Button>
          <Button size="md" variant="default" onClick={() => setRefusing(true)}>
            Rechazar
          </Button>
        </Group>
      ) : (
        <DoneForm success="Trabajo guardado." send={report} onDone={() => onDone('Trabajo guardado.')} />
      )}
    </Stack>
  );
}
