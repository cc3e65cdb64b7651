import { Text } from '@mantine/core';
import { PageLink } from '#web/office/ui/PageLink.tsx';

export const ProjectFirst = () => (
  <Text>
    Primero hace falta{' '}
    <PageLink to="/oficina/puesta-en-marcha" search={{ paso: 'proyecto' }} underline="always">
      el proyecto
    </PageLink>
    .
  </Text>
);
