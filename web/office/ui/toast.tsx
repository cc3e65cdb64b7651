import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { TEXTS } from '#contract/texts.ts';
import { Refusal, sentence } from '../lib/refusal.ts';

/** Spec §9. A toast with an error or with undo stays until dismissed (rulings 6). */
const TOAST_MS = 2000;

const dismissible = { closeButtonProps: { 'aria-label': 'Cerrar aviso' } };

/** Short messages at the top of the page. */
export const toast = {
  /** A success; it disappears by itself. */
  success: (text: string = TEXTS.sent) =>
    notifications.show({
      ...dismissible,
      message: text,
      color: 'brand',
      icon: <IconCheck size={18} aria-hidden />,
      autoClose: TOAST_MS,
    }),

  /** A Refusal, an exception or a text. A 5xx shows the request id, which is also in the log. */
  error: (error: unknown, id?: string) => {
    const text = typeof error === 'string' ? error : sentence(error);
    const requestId = error instanceof Refusal && error.status >= 500 ? error.requestId : '';
    const notice = {
      ...dismissible,
      role: 'alert',
      message: (
        <>
          <Text size="sm">{text}</Text>
          {error instanceof Refusal &&
            error.fields.map((one) => (
              <Text size="sm" key={one.field + one.message}>
                {one.message}
              </Text>
            ))}
          {requestId && (
            <Text size="xs" c="dimmed" className="figures">
              Id: {requestId}
            </Text>
          )}
        </>
      ),
      color: 'red',
      icon: <IconAlertTriangle size={18} aria-hidden />,
      autoClose: false as const,
    };
    if (id) notifications.hide(id);
    return notifications.show(id ? { ...notice, id } : notice);
  },

  /**
   * A success with an undo button, for `withinMs` ms or until it is dismissed. A toast with the same `id` replaces
   * it.
   */
  undo: (
    text: string,
    onUndo: () => void,
    { withinMs, id: own }: { withinMs?: number; id?: string } = {},
  ) => {
    if (own) notifications.hide(own);
    const id = notifications.show({
      ...(own && { id: own }),
      ...dismissible,
      color: 'brand',
      icon: <IconArrowBackUp size={18} aria-hidden />,
      autoClose: withinMs ?? false,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{text}</Text>
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              notifications.hide(id);
              onUndo();
            }}
          >
            Deshacer
          </Button>
        </Group>
      ),
    });
    return id;
  },
};
