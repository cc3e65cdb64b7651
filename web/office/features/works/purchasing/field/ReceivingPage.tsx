import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { showDay } from '#contract/dates.ts';
import type { PurchaseOrder } from '#contract/works/purchasing/model.ts';
import type { OutboxItem } from '#web/office/lib/outbox/database.ts';
import { keeping, photosOf } from '#web/office/lib/outbox/keeping.ts';
import { Begun, Drafting, useDrafts } from '#web/office/ui/outbox/Drafting.tsx';
import { FieldEntry, FieldFrame, photosIn } from '#web/office/ui/outbox/FieldFrame.tsx';
import { CorrectButton } from '#web/office/ui/outbox/OutboxRow.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { arriving, type TypedReceipt } from '../receiptBody.ts';
import { ReceiptForm } from '../ReceiptDrawer.tsx';
import type { KeptReceipt } from './receiptKind.ts';
import { useReceiving } from './useReceiving.ts';

/** A refused count that is being corrected, with its photographs. */
interface Correcting {
  order: PurchaseOrder;
  item: OutboxItem<KeptReceipt>;
  photos: File[];
}

const COUNTED = 'Lo contado quedó guardado.';
const keptOf = (order: PurchaseOrder, typed: TypedReceipt): KeptReceipt => ({
  orderId: order.id,
  name: order.code,
  typed,
});

/** The phone's page of who counts what arrives, also without a line. */
export function ReceivingPage() {
  const { outbox, ready, orders, known } = useReceiving();
  const [openId, setOpenId] = useState<number | null>(null);
  const [correcting, setCorrecting] = useState<Correcting | null>(null);
  const drafts = `recibo-${outbox.author?.id ?? 0}-`;
  const open = orders?.find(({ id }) => id === openId) ?? correcting?.order;
  const close = () => {
    setOpenId(null);
    setCorrecting(null);
  };
  const correct = async (item: OutboxItem<KeptReceipt>, order: PurchaseOrder) =>
    setCorrecting({ order, item, photos: await photosIn(item) });
  return (
    <FieldFrame
      title={open ? `${open.supplier.name} · ${open.code}` : 'Por recibir'}
      home={{ href: '/oficina/ordenes-de-compra', label: 'Volver a órdenes' }}
      onBack={open ? close : null}
      outbox={outbox}
      goOn="Sigue contando"
      signIn="Ingresa para ver lo que llega"
      ready={ready}
      known={orders !== null}
      waiting={outbox.items}
      renderActions={(item) => {
        const order = known.find(({ id }) => id === item.typed.orderId);
        return (
          <CorrectButton
            item={item}
            gone="Esta orden ya no espera nada: guarda lo que necesites y descártalo."
            onCorrect={order ? () => void correct(item, order) : null}
          />
        );
      }}
    >
      {open && correcting ? (
        <ReceiptForm
          key={correcting.item.id}
          order={open}
          first={{ typed: correcting.item.typed.typed, photos: correcting.photos }}
          success={COUNTED}
          send={(typed, photos) =>
            keeping(outbox.correct(correcting.item, keptOf(open, typed), photosOf(photos)))
          }
          onDone={close}
        />
      ) : open ? (
        <Drafting key={open.id} name={`${drafts}${open.id}`}>
          {(draft) => (
            <ReceiptForm
              order={open}
              success={COUNTED}
              send={(typed, photos) =>
                keeping(outbox.enqueue(keptOf(open, typed), photosOf(photos), { draft }))
              }
              onDone={close}
            />
          )}
        </Drafting>
      ) : (
        <Orders orders={orders ?? []} drafts={drafts} onOpen={setOpenId} />
      )}
    </FieldFrame>
  );
}

function Orders({
  orders,
  drafts,
  onOpen,
}: {
  orders: readonly PurchaseOrder[];
  drafts: string;
  onOpen: (id: number) => void;
}) {
  const begun = useDrafts(drafts);
  if (orders.length === 0)
    return <Text c="dimmed">No hay órdenes por llegar. Las que se emitan aparecen aquí.</Text>;
  return (
    <Stack gap="xs">
      {orders.map((order) => (
        <FieldEntry key={order.id} onOpen={() => onOpen(order.id)}>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Text fw={600}>{order.supplier.name}</Text>
            <StatePill catalog="purchaseOrder" state={order.state} />
          </Group>
          <Text size="sm" c="dimmed">
            {[order.code, order.project.name, order.house?.name].filter(Boolean).join(' · ')}
          </Text>
          <Text size="sm">
            {arriving(order)
              .map(({ material }) => material.name)
              .join(', ')}
            {order.expected_on && `. Se espera el ${showDay(order.expected_on)}`}
          </Text>
          {begun.has(`${drafts}${order.id}`) && <Begun />}
        </FieldEntry>
      ))}
    </Stack>
  );
}
