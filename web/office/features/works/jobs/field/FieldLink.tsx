import { Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { FIELD_PAGE } from './fieldKinds.ts';

/** To the page that works offline; a full page load, because its service worker keeps that document. */
export const FieldLink = ({ quiet }: { quiet: boolean }) => (
  <Button
    component="a"
    href={FIELD_PAGE}
    variant={quiet ? 'default' : 'filled'}
    leftSection={<IconDeviceMobile size={16} aria-hidden />}
  >
    En el campo
  </Button>
);
