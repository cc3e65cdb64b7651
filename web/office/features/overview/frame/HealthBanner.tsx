import { Alert } from '@mantine/core';
import { useMatchRoute } from '@tanstack/react-router';
import { IconHeartbeat } from '@tabler/icons-react';
import { PageLink } from '#web/office/ui/PageLink.tsx';

/** Tells administrators on every page what of the system needs somebody to act now; its own page says it in full. */
export function HealthBanner({ unhealthy }: { unhealthy: readonly string[] }) {
  const told = useMatchRoute()({ to: '/oficina/estado' });
  if (unhealthy.length === 0 || told) return null;
  return (
    <Alert
      color="red"
      variant="light"
      mb="md"
      icon={<IconHeartbeat aria-hidden />}
      title={`El sistema necesita que alguien actúe: ${unhealthy.join(', ').toLowerCase()}`}
    >
      <PageLink to="/oficina/estado">Ver qué pasa y qué hacer</PageLink>
    </Alert>
  );
}
