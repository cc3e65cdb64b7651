import { Alert, Anchor, Group, Loader, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconCloudOff } from '@tabler/icons-react';
import { useState } from 'react';
import { showDay } from '#contract/dates.ts';
import type { PurchaseOrder } from '#contract/works/purchasing/model.ts';
import styles from '#web/office/features/works/jobs/jobs.module.css';
import { Refusal } from '#web/office/lib/refusal.ts';
import { OutboxRow } from '#web/office/ui/outbox/OutboxRow.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { arriving } from '../receiptBody.ts';
import { ReceiptForm } from '../ReceiptDrawer.tsx';
import { useReceiving } from './useReceiving.ts';

/** What the phone cannot keep stays in the form. */
async function keeping(keep: Promise<unknown>): Promise<void> {
  try {
    await keep;
  } catch {
    throw new Refusal(422, {
      message:
        'Este teléfono no pudo guardarlo. Libera espacio o sal del modo privado. Lo escrito sigue aquí.',
      code: 'STORAGE',
      request_id: '',
    });
  }
}

/** The phone's page of who counts what arrives, also without a line. */
export function ReceivingPage() {
  const { outbox, signedOut, ready, orders } = useReceiving();
  const [openId, setOpenId] = useState<number | null>(null);
  const open = orders?.find(({ id }) => id === openId);
  const close = () => setOpenId(null);
  return (
    <main className={styles.page}>
      <Group justify="space-between" wrap="nowrap">
        {open ? (
          <UnstyledButton className={styles.back} aria-label="Volver a la lista" onClick={close}>
            <IconArrowLeft size={22} aria-hidden />
          </UnstyledButton>
        ) : (
          <Anchor href="/oficina/ordenes-de-compra" aria-label="Volver a órdenes" className={styles.back}>
            <IconArrowLeft size={22} aria-hidden />
          </Anchor>
        )}
        <Title order={1} size="h3" flex={1}>
          {open ? `${open.supplier.name} · ${open.code}` : 'Por recibir'}
        </Title>
        {outbox.sending !== null && <Loader size="sm" aria-label="Enviando" />}
      </Group>
      {!outbox.online && (
        <Alert color="yellow" variant="light" icon={<IconCloudOff aria-hidden />} title="Sin conexión">
          Sigue contando: queda guardado en este teléfono y se envía solo cuando vuelva la señal.
        </Alert>
      )}
      {!ready ? null : signedOut || orders === null ? (
        <Alert
          variant="light"
          title={signedOut ? 'Ingresa para ver lo que llega' : 'Conéctate una primera vez'}
        >
          {signedOut ? (
            <Anchor href="/ingresar">Ingresar a la oficina</Anchor>
          ) : (
            'Abre esta página una vez con conexión: después funciona sin ella.'
          )}
        </Alert>
      ) : open ? (
        <ReceiptForm
          key={open.id}
          order={open}
          success="Lo contado quedó guardado."
          send={(typed, photos) =>
            keeping(
              outbox.enqueue(
                { orderId: open.id, name: open.code, typed },
                photos.map((file) => ({ field: 'fotos', file })),
              ),
            )
          }
          onDone={close}
        />
      ) : (
        <Orders orders={orders} onOpen={setOpenId} />
      )}
      {!open && outbox.items.length > 0 && (
        <section aria-label="Por enviar">
          <Title order={2} size="h4" mb="xs">
            Por enviar ({outbox.items.length})
          </Title>
          <Stack gap="xs">
            {outbox.items.map((item) => (
              <OutboxRow key={item.id} item={item} sending={outbox.sending === item.id} actions={null} />
            ))}
          </Stack>
        </section>
      )}
    </main>
  );
}

function Orders({ orders, onOpen }: { orders: readonly PurchaseOrder[]; onOpen: (id: number) => void }) {
  if (orders.length === 0)
    return <Text c="dimmed">No hay órdenes por llegar. Las que se emitan aparecen aquí.</Text>;
  return (
    <Stack gap="xs">
      {orders.map((order) => (
        <Paper key={order.id} withBorder>
          <UnstyledButton className={styles.job} onClick={() => onOpen(order.id)}>
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
          </UnstyledButton>
        </Paper>
      ))}
    </Stack>
  );
}
