import { Button } from '@mantine/core';
import { IconDeviceTablet } from '@tabler/icons-react';
import { HANDOVER_FIELD_PAGE } from './fieldKinds.ts';

/** Opens the page that works offline by a full page load, because its service worker keeps that document. */
export const openFieldPage = (): void => location.assign(HANDOVER_FIELD_PAGE);

/** A link to the same page. */
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
