import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { switchUser } from '#contract/auth/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';
import { AuthCard } from './AuthCard.tsx';

/** A link of somebody else arrived where a session is open: an existing session is not replaced without asking. */
export function SwitchUserPage({ back }: { back: string }) {
  const client = useQueryClient();
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '');
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  }, []);
  const change = useMutation({
    meta: { inline: true },
    mutationFn: () => call(switchUser, { body: { token } }, { hold: false }),
    onSuccess: () => {
      client.clear();
      window.location.assign(back);
    },
  });

  return (
    <AuthCard
      title="¿Cambiar de usuario?"
      text="Ya hay una sesión abierta en este navegador, y el enlace es de otra persona. Si cambias, la sesión abierta se cierra."
    >
      <Stack gap="sm">
        <ErrorTable error={change.error} labels={{ token: 'Enlace' }} />
        <Button onClick={() => change.mutate()} loading={change.isPending} disabled={token === ''}>
          Cambiar de usuario
        </Button>
        <Button variant="default" component="a" href={back}>
          Seguir con mi sesión
        </Button>
      </Stack>
    </AuthCard>
  );
}
