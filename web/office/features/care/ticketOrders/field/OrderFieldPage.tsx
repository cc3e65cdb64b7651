import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { FieldOrder, OrderDone } from '#contract/care/ticketOrders/model.ts';
import { longDay } from '#contract/dates.ts';
import type { OutboxItem } from '#web/office/lib/outbox/database.ts';
import { keeping, photosOf } from '#web/office/lib/outbox/keeping.ts';
import { Begun, Drafting, useDrafts } from '#web/office/ui/outbox/Drafting.tsx';
import { FieldEntry, FieldFrame, photosIn, Said } from '#web/office/ui/outbox/FieldFrame.tsx';
import { CorrectButton } from '#web/office/ui/outbox/OutboxRow.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { DoneForm } from '../DoneForm.tsx';
import type { KeptOrder } from './fieldKinds.ts';
import { FieldOrderCard } from './FieldOrderCard.tsx';
import { useOrderField } from './useOrderField.ts';

type Kept = ReturnType<typeof useOrderField>['waiting'][number];
type KeptDone = OutboxItem<KeptOrder<OrderDone>>;
/** A report that the server refused and that is being corrected, with its photographs. */
interface Correcting {
  order: FieldOrder;
  item: KeptDone;
  photos: File[];
}
const isDone = (item: Kept): item is KeptDone => 'clave' in item.typed.typed;

/** The contractor's page of work orders on a phone, also without a line. */
export function OrderFieldPage() {
  const field = useOrderField();
  const { answers, works, waiting, orders } = field;
  const [openId, setOpenId] = useState<number | null>(null);
  const [correcting, setCorrecting] = useState<Correcting | null>(null);
  const [said, setSaid] = useState('');
  const drafts = `orden-${answers.author?.id ?? 0}-`;
  const open = orders?.find(({ id }) => id === openId) ?? correcting?.order;
  const close = (words = '') => {
    setOpenId(null);
    setCorrecting(null);
    setSaid(words);
  };
  const correct = async (item: KeptDone, order: FieldOrder) =>
    setCorrecting({ order, item, photos: await photosIn(item) });
  return (
    <FieldFrame
      title={open ? open.place : 'Mis órdenes de trabajo'}
      home={{ href: '/oficina/ordenes-de-trabajo', label: 'Volver a órdenes de trabajo' }}
      onBack={open ? () => close() : null}
      outbox={answers}
      goOn="Sigue trabajando"
      signIn="Ingresa para ver tus órdenes"
      ready={field.ready}
      known={orders !== null}
      notice={<Said>{said}</Said>}
      waiting={waiting}
      renderActions={(item) => (
        <Correct item={item} known={field.known} onCorrect={(done, order) => void correct(done, order)} />
      )}
    >
      {correcting ? (
        <DoneForm
          first={{ typed: correcting.item.typed.typed, photos: correcting.photos }}
          success="Trabajo guardado."
          send={(typed, photos) =>
            keeping(works.correct(correcting.item, { ...correcting.item.typed, typed }, photosOf(photos)))
          }
          onDone={() => close('Trabajo guardado.')}
        />
      ) : open ? (
        <Drafting key={open.id} name={`${drafts}${open.id}`}>
          {(draft) => (
            <FieldOrderCard
              order={open}
              online={answers.online}
              answer={(typed) =>
                keeping(answers.enqueue({ orderId: open.id, name: open.place, typed }, [], { draft })).then(
                  () => setSaid(typed.acepta ? 'Orden aceptada.' : 'Orden rechazada.'),
                )
              }
              report={(typed, photos) =>
                keeping(
                  works.enqueue({ orderId: open.id, name: open.place, typed }, photosOf(photos), { draft }),
                )
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

/** Opens a refused report again, as long as its order still waits for it. */
function Correct({
  item,
  known,
  onCorrect,
}: {
  item: Kept;
  known: readonly FieldOrder[];
  onCorrect: (item: KeptDone, order: FieldOrder) => void;
}) {
  const order = known.find(({ id }) => id === item.typed.orderId);
  return (
    <CorrectButton
      item={item}
      gone="Esta orden ya no espera por ti: descártalo."
      onCorrect={order && isDone(item) ? () => onCorrect(item, order) : null}
    />
  );
}

function Orders({
  orders,
  drafts,
  onOpen,
}: {
  orders: readonly FieldOrder[];
  drafts: string;
  onOpen: (id: number) => void;
}) {
  const begun = useDrafts(drafts);
  if (orders.length === 0)
    return <Text c="dimmed">No hay órdenes que esperen por ti. Las que te ofrezcan aparecen aquí.</Text>;
  return (
    <Stack gap="xs">
      {orders.map((one) => (
        <FieldEntry key={one.id} onOpen={() => onOpen(one.id)}>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Text fw={600}>{one.place}</Text>
            <StatePill catalog="workOrder" state={one.state} />
          </Group>
          <Text size="sm" lineClamp={2}>
            {one.what}
          </Text>
          <Text size="sm" c={one.late ? 'var(--danger)' : 'dimmed'}>
            {one.code} · {one.late ? 'venció el' : 'hasta el'} {longDay(one.due_on)}
          </Text>
          {begun.has(`${drafts}${one.id}`) && <Begun />}
        </FieldEntry>
      ))}
    </Stack>
  );
}
