import { Button } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';

/** To the quick add; a full page load, because its service worker keeps that document. */
export const QuickLink = () => (
  <Button
    component="a"
    href="/oficina/prospectos/rapido"
    variant="default"
    leftSection={<IconBolt size={16} aria-hidden />}
  >
    Rápido
  </Button>
);
