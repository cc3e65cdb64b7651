import { Button, Stack, Text, Title } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { IconAlertTriangle, IconLock, IconSearchOff, IconWifiOff } from '@tabler/icons-react';
import { MESSAGES } from '#contract/errors.ts';
import { Refusal, sentence } from '../lib/refusal.ts';

interface ErrorPageProps {
  error: unknown;
  /** Retries; null if a retry cannot help. */
  onRetry: (() => void) | null;
}

const iconOf = (status: number) => {
  if (status === 0) return <IconWifiOff size={48} stroke={1.25} />;
  if (status === 403) return <IconLock size={48} stroke={1.25} />;
  if (status === 404) return <IconSearchOff size={48} stroke={1.25} />;
  return <IconAlertTriangle size={48} stroke={1.25} />;
};

/** Replaces a page that failed to load: says what happened and what to do. */
export function ErrorPage({ error, onRetry }: ErrorPageProps) {
  const refusal = error instanceof Refusal ? error : null;
  const final = refusal?.status === 403 || refusal?.status === 404;
  return (
    <Stack align="center" justify="center" gap="sm" mih="50vh" ta="center" px="md" role="alert">
      <Text c="dimmed" lh={1} aria-hidden>
        {iconOf(refusal?.status ?? 500)}
      </Text>
      <Title order={1}>{sentence(error)}</Title>
      {refusal?.requestId && refusal.status >= 500 && (
        <Text size="sm" c="dimmed" className="figures">
          Si vuelve a pasar, comunícalo con este id: {refusal.requestId}
        </Text>
      )}
      {onRetry && !final && <Button onClick={onRetry}>Intentar de nuevo</Button>}
      {final && (
        <Button component="a" href="/oficina" variant="default">
          Ir al inicio
        </Button>
      )}
    </Stack>
  );
}

/** A route that failed to load. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <ErrorPage
      error={error}
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
    />
  );
}

/** The 404 page. */
export function NotFound() {
  return (
    <ErrorPage
      error={new Refusal(404, { message: MESSAGES.NOT_FOUND, code: 'NOT_FOUND', request_id: '' })}
      onRetry={null}
    />
  );
}
