import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { endOtherSessions, endSession, listSessions } from '#contract/company/auth/endpoints.ts';
import type { StaffSession } from '#contract/company/auth/model.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { deviceOf } from '#contract/company/auth/deviceOf.ts';

/** The user's sessions, with buttons to end them. */
export function Sessions() {
  const query = useQuery(queryOf(listSessions));
  const end = useAction(endSession, { success: (answer) => answer.success });
  const endOthers = useAction(endOtherSessions, {
    success: (answer) => answer.success,
  });
  const sessions = query.data?.data;

  return (
    <Section
      id="sesiones"
      title="Sesiones abiertas"
      text="Si no reconoces una, ciérrala y cambia tu contraseña."
      actions={
        sessions && sessions.length > 1 ? (
          <Button
            size="compact-sm"
            variant="default"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate({})}
          >
            Cerrar las demás
          </Button>
        ) : null
      }
    >
      {query.error && !sessions && <Text role="alert">{sentence(query.error)}</Text>}
      {!sessions && !query.error && <Skeleton height={96} />}
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {sessions?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            ending={end.isPending && end.variables.params.id === session.id}
            onEnd={() => end.mutate({ params: { id: session.id } })}
          />
        ))}
      </Stack>
    </Section>
  );
}

interface SessionRowProps {
  session: StaffSession;
  ending: boolean;
  onEnd: () => void;
}

function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const device = deviceOf(session.user_agent);
  const Icon = device.mobile ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <Group component="li" wrap="nowrap" gap="sm" align="flex-start">
      <Icon size={24} stroke={1.4} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Group gap={8}>
          <Text size="sm" fw={500}>
            {device.name}
          </Text>
          {session.current && <StatePill tone="positive" label="Esta sesión" />}
        </Group>
        <Text size="sm" c="dimmed">
          {session.ip} · usada el <DateText instant={session.last_used_at} />
        </Text>
        <Text size="xs" c="dimmed">
          Desde el <DateText instant={session.created_at} /> · vence el{' '}
          <DateText instant={session.expires_at} />
        </Text>
      </div>
      {!session.current && (
        <Button
          size="compact-sm"
          variant="default"
          loading={ending}
          onClick={onEnd}
          aria-label={`Cerrar la sesión de ${device.name}`}
        >
          Cerrar
        </Button>
      )}
    </Group>
  );
}
