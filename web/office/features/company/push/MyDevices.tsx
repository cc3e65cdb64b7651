import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listMyDevices,
  pushKey,
  stopPush,
  subscribePush,
  testDevice,
} from '#contract/company/push/endpoints.ts';
import type { PushDevice } from '#contract/company/push/model.ts';
import { INSTALL_STEPS, PUSH_TEXTS, pushState, switchOff, switchOn } from '#web/design/push.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { report } from '#web/office/lib/report.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { healthOf } from './DevicesPage.tsx';
import styles from './push.module.css';

const HERE = ['push', 'here'] as const;

/** Push notices: this browser on or off, and all browsers of the user with how it goes. */
export function MyDevices() {
  const client = useQueryClient();
  const state = useQuery({ queryKey: HERE, queryFn: pushState, staleTime: 0 });
  const { data: key } = useQuery(queryOf(pushKey));
  const devices = useQuery(queryOf(listMyDevices));
  const subscribe = useAction(subscribePush, { success: 'Este equipo ya recibe tus avisos.' });
  const stop = useAction(stopPush, { success: ({ success }) => success });
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);

  const look = async () => client.setQueryData(HERE, await pushState());
  async function turnOn(): Promise<void> {
    setAsking(true);
    setRefused(null);
    try {
      const subscription = key && (await switchOn(key.data.key));
      if (subscription) {
        const body = new FormData();
        body.set('push_subscription', JSON.stringify(subscription));
        await subscribe.mutateAsync({ body });
      } else setRefused('El navegador no dio el permiso. Toca el botón otra vez y elige «Permitir».');
    } catch (error) {
      report(error, { during: 'push' });
      setRefused('El navegador no pudo activar los avisos. Revisa tu conexión e inténtalo de nuevo.');
    } finally {
      setAsking(false);
      await look();
    }
  }
  async function turnOff(): Promise<void> {
    const endpoint = await switchOff();
    if (endpoint) stop.mutate({ body: { endpoint } });
    await look();
  }

  const here = state.data;
  return (
    <Section title="En este equipo" text="Te llegan aunque la oficina esté cerrada.">
      <Stack gap="md">
        {here === 'on' && (
          <Group justify="space-between">
            <Text size="sm">Este equipo recibe tus avisos.</Text>
            <Button variant="default" loading={stop.isPending} onClick={() => void turnOff()}>
              Dejar de recibirlos aquí
            </Button>
          </Group>
        )}
        {here === 'off' && (
          <Group>
            <Button loading={asking} disabled={!key} onClick={() => void turnOn()}>
              Activar avisos en este equipo
            </Button>
          </Group>
        )}
        {here && here !== 'on' && here !== 'off' && (
          <Alert color="yellow" variant="light" title={PUSH_TEXTS[here]}>
            {here === 'install' && (
              <List type="ordered" size="sm">
                {INSTALL_STEPS.map((step) => (
                  <List.Item key={step}>{step}</List.Item>
                ))}
              </List>
            )}
          </Alert>
        )}
        {refused && <Alert color="red" variant="light" role="alert" title={refused} />}
        {devices.error && <Alert color="red" variant="light" title={sentence(devices.error)} />}
        {(devices.data?.data.length ?? 0) > 0 && (
          <ul className={styles.devices} aria-label="Mis equipos">
            {devices.data?.data.map((device) => (
              <DeviceLine key={device.id} device={device} />
            ))}
          </ul>
        )}
      </Stack>
    </Section>
  );
}

function DeviceLine({ device }: { device: PushDevice }) {
  const test = useAction(testDevice, { success: ({ success }) => success });
  const stop = useAction(stopPush, { success: 'Equipo quitado.' });
  return (
    <li>
      <div>
        <Text size="sm" fw={600}>
          {device.device}
        </Text>
        <Text size="xs" c={device.failures > 0 || device.ended_at ? 'var(--danger)' : 'dimmed'}>
          {healthOf(device)}
        </Text>
        {device.last_success_at && (
          <Text size="xs" c="dimmed">
            Último aviso: <DateText instant={device.last_success_at} />
          </Text>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        {!device.ended_at && (
          <Button
            size="compact-sm"
            variant="default"
            loading={test.isPending}
            onClick={() => test.mutate({ params: { id: device.id } })}
            aria-label={`Probar: ${device.device}`}
          >
            Probar
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={stop.isPending}
          onClick={() => stop.mutate({ body: { id: device.id } })}
          aria-label={`Quitar: ${device.device}`}
        >
          Quitar
        </Button>
      </Group>
    </li>
  );
}
