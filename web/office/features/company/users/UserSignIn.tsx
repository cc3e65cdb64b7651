import { Button, Group, Stack, Text } from '@mantine/core';
import { endUserSessions, inviteUser, resetUserSecondStep } from '#contract/company/users/endpoints.ts';
import type { UserRecord } from '#contract/company/users/people.ts';
import { deviceOf } from '#contract/company/auth/deviceOf.ts';
import { useAction } from '#web/office/lib/query.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { Section } from '#web/office/ui/Section.tsx';

const PLAIN = { margin: 0, padding: 0, listStyle: 'none' };

/** How a user signs in: invitation, last use, open sessions and second step. */
export function UserSignIn({ user, mayEdit }: { user: UserRecord; mayEdit: boolean }) {
  const end = useAction(endUserSessions, { success: (answer) => answer.success });
  const reset = useAction(resetUserSecondStep, { success: 'Segundo paso quitado.' });
  const invite = useAction(inviteUser, { success: `Invitación enviada a ${user.email}.` });
  const may = mayEdit && !user.self && user.why_not === null;
  const params = { id: user.id };
  const { second_step: step } = user;
  const methods = [step.totp && 'App de autenticación', step.email_code && 'Código por correo'].filter(
    Boolean,
  );
  const askReset = async () => {
    const yes = await askConfirm({
      title: `¿Quitar el segundo paso de ${user.name}?`,
      text: 'Comprueba antes que es esa persona quien lo pide. Sus sesiones se cierran y recibe un aviso.',
      confirm: 'Quitar segundo paso',
      danger: true,
    });
    if (yes) reset.mutate({ params });
  };
  return (
    <Stack gap="md">
      <Section
        title="Ingreso"
        actions={
          may && user.state === 'invitado' ? (
            <Button variant="default" loading={invite.isPending} onClick={() => invite.mutate({ params })}>
              Enviar otra invitación
            </Button>
          ) : null
        }
      >
        <Facts
          rows={[
            ['Último uso', <DateText key="uso" instant={user.last_used_at} />],
            ['Invitación enviada', user.invited_at && <DateText key="inv" instant={user.invited_at} />],
            [
              'Invitación vale hasta',
              user.invitation_until && <DateText key="vale" instant={user.invitation_until} />,
            ],
            ['Usuario desde', <DateText key="desde" instant={user.created_at} />],
          ]}
        />
      </Section>
      <Section
        title="Sesiones abiertas"
        actions={
          may && user.sessions.length > 0 ? (
            <Button variant="default" loading={end.isPending} onClick={() => end.mutate({ params })}>
              Cerrar todas
            </Button>
          ) : null
        }
      >
        {user.sessions.length === 0 ? (
          <Text size="sm" c="dimmed">
            Ninguna.
          </Text>
        ) : (
          <Stack gap="sm" component="ul" style={PLAIN}>
            {user.sessions.map((one) => (
              <li key={one.created_at + one.ip}>
                <Text size="sm" fw={500}>
                  {deviceOf(one.user_agent).name}
                </Text>
                <Text size="sm" c="dimmed">
                  {one.ip} · usada el <DateText instant={one.last_used_at} />
                </Text>
              </li>
            ))}
          </Stack>
        )}
      </Section>
      <Section
        title="Segundo paso"
        actions={
          may && methods.length > 0 ? (
            <Button variant="default" loading={reset.isPending} onClick={() => void askReset()}>
              Quitar segundo paso
            </Button>
          ) : null
        }
      >
        <Group gap="xs">
          <Text size="sm">{methods.join(' y ') || 'No tiene.'}</Text>
          {step.required && (
            <Text size="sm" c="dimmed">
              Uno de sus roles lo exige.
            </Text>
          )}
        </Group>
      </Section>
    </Stack>
  );
}
