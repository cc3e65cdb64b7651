import { Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { DIARY_FIELD_PAGE } from './fieldKinds.ts';

/** To the page that works offline; a full page load, because its service worker keeps that document. */
export const FieldLink = () => (
  <Button component="a" href={DIARY_FIELD_PAGE} leftSection={<IconDeviceMobile size={16} aria-hidden />}>
    Escribir hoy
  </Button>
);
