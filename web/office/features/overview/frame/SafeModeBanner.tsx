import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconShieldLock } from '@tabler/icons-react';
import { leaveSafeMode } from '#contract/overview/setup/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { showInstant } from '#web/office/lib/format.ts';
import { useCan } from '#web/office/lib/session.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { toast } from '#web/office/ui/toast.tsx';

/** Shown on every page of a restored copy, until an administrator leaves safe mode. */
export function SafeModeBanner({ takenAt }: { takenAt: string | null }) {
  const may = useCan('administracion.editar');
  const leave = useMutation({
    mutationFn: () => call(leaveSafeMode),
    onSuccess: ({ success }) => toast.success(success),
  });
  const ask = async () => {
    const sure = await askConfirm({
      title: '¿Esta copia es la que atiende?',
      text: 'Desde ahora envía correos y recordatorios a clientes y colegas, y hace sus tareas de cada noche. Hazlo solo si la empresa de la que se copió ya no atiende: si no, todos recibirían todo dos veces.',
      confirm: 'Activar esta copia',
    });
    if (sure) leave.mutate();
  };
  return (
    <Alert
      color="brand"
      variant="light"
      mb="md"
      icon={<IconShieldLock aria-hidden />}
      title="Copia restaurada en modo seguro"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {takenAt ? `Es la empresa como estaba el ${showInstant(takenAt)}. ` : ''}
          No salen correos ni recordatorios, y nada vence por sí solo.
        </Text>
        {may && (
          <Button size="compact-sm" onClick={() => void ask()} loading={leave.isPending}>
            Activar esta copia
          </Button>
        )}
      </Group>
    </Alert>
  );
}
