import { Button } from '@mantine/core';
import { IconDeviceTablet } from '@tabler/icons-react';
import { HANDOVER_FIELD_PAGE } from './fieldKinds.ts';

/** To the page that works offline; a full page load, because its service worker keeps that document. */
export const HandoverFieldLink = () => (
  <Button
    component="a"
    href={HANDOVER_FIELD_PAGE}
    variant="default"
    leftSection={<IconDeviceTablet size={16} aria-hidden />}
  >
    Inspeccionar
  </Button>
);
