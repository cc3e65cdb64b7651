import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { getExport } from '#contract/company/exports/endpoints.ts';
import type { PreparedExport } from '#contract/company/exports/model.ts';
import { call } from '../../lib/call.ts';
import { save } from '../../lib/download.ts';
import { Refusal } from '../../lib/refusal.ts';
import { toast } from '../toast.tsx';

const EACH_MS = 2000;

/** Shows on every page that a file is being prepared, and offers it when it is ready. Polls every 2 seconds. */
export function followExport({ id, title }: PreparedExport): void {
  const notice = `exportacion-${id}`;
  notifications.show({
    id: notice,
    loading: true,
    autoClose: false,
    message: `Se prepara «${title}». Puedes seguir trabajando.`,
    closeButtonProps: { 'aria-label': 'Cerrar aviso' },
  });
  const fetchIt = async () => {
    const { data } = await call(getExport, { params: { id } });
    if (data.file) save(data.file.url, data.file.name);
  };
  const look = async (): Promise<void> => {
    const now = await call(getExport, { params: { id } }).catch((error: unknown) => {
      if (error instanceof Refusal && error.passing) return undefined;
      throw error;
    });
    if (!now || now.data.state === 'queued' || now.data.state === 'running') return later();
    if (now.data.state === 'failed') throw new Error(now.data.error ?? '');
    notifications.update({
      id: notice,
      loading: false,
      autoClose: false,
      color: 'brand',
      icon: <IconCheck size={18} aria-hidden />,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">
            «{title}» está listo: {(now.data.rows ?? 0).toLocaleString('en-US')} filas.
          </Text>
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              notifications.hide(notice);
              fetchIt().catch(toast.error);
            }}
          >
            Descargar
          </Button>
        </Group>
      ),
    });
  };
  const later = () => void setTimeout(() => void look().catch(fail), EACH_MS);
  const fail = (error: unknown) =>
    notifications.update({
      id: notice,
      loading: false,
      autoClose: false,
      color: 'red',
      role: 'alert',
      icon: <IconAlertTriangle size={18} aria-hidden />,
      message: error instanceof Error && error.message ? error.message : 'No se pudo preparar el archivo.',
    });
  later();
}
