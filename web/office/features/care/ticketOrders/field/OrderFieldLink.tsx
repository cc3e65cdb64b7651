import { Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { ORDER_FIELD_PAGE } from './fieldKinds.ts';

/** To the page that works offline; a full page load, because its service worker keeps that document. */
export const OrderFieldLink = () => (
  <Button
    component="a"
    href={ORDER_FIELD_PAGE}
    variant="default"
    leftSection={<IconDeviceMobile size={16} aria-hidden />}
  >
    En la casa
  </Button>
);
