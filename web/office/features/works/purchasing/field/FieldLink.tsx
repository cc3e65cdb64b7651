import { Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { RECEIVING_PAGE } from './receiptKind.ts';

/** To the page that counts offline; a full page load, because its service worker keeps that document. */
export const FieldLink = ({ quiet }: { quiet: boolean }) => (
  <Button
    component="a"
    href={RECEIVING_PAGE}
    variant={quiet ? 'default' : 'filled'}
    leftSection={<IconDeviceMobile size={16} aria-hidden />}
  >
    Recibir en obra
  </Button>
);
