import {
  Alert,
  Anchor,
  Button,
  Group,
  Loader,
  Paper,
  Stack,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { IconArrowLeft, IconCloudOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { FieldOrder, OrderDone } from '#contract/care/ticketOrders/model.ts';
import { longDay } from '#contract/dates.ts';
import { filesOf, type OutboxItem } from '#web/office/lib/outbox/database.ts';
import { keeping, photosOf } from '#web/office/lib/outbox/keeping.ts';
import { correctable, OutboxRow } from '#web/office/ui/outbox/OutboxRow.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import styles from '../../../works/jobs/jobs.module.css';
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
  const open = orders?.find(({ id }) => id === openId) ?? correcting?.order;
  const close = (words = '') => {
    setOpenId(null);
    setCorrecting(null);
    setSaid(words);
  };
  const correct = async (item: KeptDone, order: FieldOrder) => {
    const files = await filesOf(item.id);
    setCorrecting({ order, item, photos: files.map(({ file }) => file) });
  };
  return (
    <main className={styles.page}>
      <Group justify="space-between" wrap="nowrap">
        {open ? (
          <UnstyledButton className={styles.back} aria-label="Volver a la lista" onClick={() => close()}>
            <IconArrowLeft size={22} aria-hidden />
          </UnstyledButton>
        ) : (
          <Anchor
            href="/oficina/ordenes-de-trabajo"
            aria-label="Volver a órdenes de trabajo"
            className={styles.back}
          >
            <IconArrowLeft size={22} aria-hidden />
          </Anchor>
        )}
        <Title order={1} size="h3" flex={1}>
          {open ? open.place : 'Mis órdenes de trabajo'}
        </Title>
        {answers.sending !== null && <Loader size="sm" aria-label="Enviando" />}
      </Group>
      {!answers.online && (
        <Alert color="yellow" variant="light" icon={<IconCloudOff aria-hidden />} title="Sin conexión">
          Sigue trabajando: queda guardado en este teléfono y se envía solo cuando vuelva la señal.
        </Alert>
      )}
      <Text component="output" size="sm" c="dimmed">
        {said}
      </Text>
      {!field.ready ? null : field.signedOut || orders === null ? (
        <Alert
          variant="light"
          title={field.signedOut ? 'Ingresa para ver tus órdenes' : 'Conéctate una primera vez'}
        >
          {field.signedOut ? (
            <Anchor href="/ingresar">Ingresar a la oficina</Anchor>
          ) : (
            'Abre esta página una vez con conexión: después funciona sin ella.'
          )}
        </Alert>
      ) : correcting ? (
        <DoneForm
          first={{ typed: correcting.item.typed.typed, photos: correcting.photos }}
          success="Trabajo guardado."
          send={(typed, photos) =>
            keeping(works.correct(correcting.item, { ...correcting.item.typed, typed }, photosOf(photos)))
          }
          onDone={() => close('Trabajo guardado.')}
        />
      ) : open ? (
        <FieldOrderCard
          key={open.id}
          order={open}
          online={answers.online}
          answer={(typed) =>
            keeping(answers.enqueue({ orderId: open.id, name: open.place, typed })).then(() =>
              setSaid(typed.acepta ? 'Orden aceptada.' : 'Orden rechazada.'),
            )
          }
          report={(typed, photos) =>
            keeping(works.enqueue({ orderId: open.id, name: open.place, typed }, photosOf(photos)))
          }
          onDone={close}
        />
      ) : (
        <Orders orders={orders} onOpen={setOpenId} />
      )}
      {!open && waiting.length > 0 && (
        <section aria-label="Por enviar">
          <Title order={2} size="h4" mb="xs">
            Por enviar ({waiting.length})
          </Title>
          <Stack gap="xs">
            {waiting.map((item) => (
              <OutboxRow
                key={item.id}
                item={item}
                sending={answers.sending === item.id}
                actions={
                  <Correct
                    item={item}
                    known={field.known}
                    onCorrect={(done, order) => void correct(done, order)}
                  />
                }
              />
            ))}
          </Stack>
        </section>
      )}
    </main>
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
  if (!correctable(item)) return null;
  const order = known.find(({ id }) => id === item.typed.orderId);
  if (!order || !isDone(item)) return <Text size="sm">Esta orden ya no espera por ti: descártalo.</Text>;
  return (
    <Button size="sm" variant="default" onClick={() => onCorrect(item, order)}>
      Corregir
    </Button>
  );
}

function Orders({ orders, onOpen }: { orders: readonly FieldOrder[]; onOpen: (id: number) => void }) {
  if (orders.length === 0)
    return <Text c="dimmed">No hay órdenes que esperen por ti. Las que te ofrezcan aparecen aquí.</Text>;
  return (
    <Stack gap="xs">
      {orders.map((one) => (
        <Paper key={one.id} withBorder>
          <UnstyledButton className={styles.job} onClick={() => onOpen(one.id)}>
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
          </UnstyledButton>
        </Paper>
      ))}
    </Stack>
  );
}
