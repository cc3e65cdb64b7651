import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { lookAtToken, switchUser } from '#contract/company/auth/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';
import { AuthCard } from './AuthCard.tsx';

/** Opens a sign-in link whose owner is not signed in here: names the owner and asks for confirmation. */
export function SwitchUserPage({ back }: { back: string }) {
  const client = useQueryClient();
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '');
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  }, []);
  const owner = useQuery({
    queryKey: ['token-owner', token],
    queryFn: () => call(lookAtToken, { body: { token } }, { hold: false }),
    enabled: token !== '',
    retry: false,
    gcTime: 0,
  });
  const whose = owner.data?.data;
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
      title={whose ? `Vas a entrar como ${whose.name}` : 'Entrar con un enlace'}
      text={
        whose === undefined
          ? 'El enlace abre la oficina con la cuenta de quien lo hizo.'
          : `${whose.email}. ${
              whose.replaces
                ? `En este navegador está abierta la sesión de ${whose.replaces}: si sigues, se cierra.`
                : 'Sigue solo si tú hiciste este enlace o esperabas entrar con esta cuenta.'
            }`
      }
    >
      <Stack gap="sm">
        <ErrorTable error={owner.error ?? change.error} labels={{ token: 'Enlace' }} />
        <Button onClick={() => change.mutate()} loading={change.isPending} disabled={!whose}>
          {whose ? `Entrar como ${whose.name}` : 'Entrar'}
        </Button>
        <Button variant="default" component="a" href={back}>
          {whose?.replaces ? 'Seguir con mi sesión' : 'No entrar'}
        </Button>
      </Stack>
    </AuthCard>
  );
}
