import { Alert, Button, Group, Paper, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getMail, lookAtMail, resendMail, retryMails } from '#contract/company/outbox/endpoints.ts';
import { MAIL_KIND_LABELS, type MailRecord } from '#contract/company/outbox/model.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { MailFrame } from '#web/office/features/company/templates/MailFrame.tsx';
import { askReason } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { MailStatePill } from './MailStatePill.tsx';

interface MailDrawerProps {
  id: number;
  onClose: () => void;
  beside: Beside;
}

/** One mail as its recipient sees it. */
export function MailDrawer({ id, onClose, beside }: MailDrawerProps) {
  const query = useQuery({ ...queryOf(getMail, { params: { id } }), staleTime: Infinity, gcTime: 0 });
  return (
    <RecordDrawer
      title={query.data?.data.subject ?? 'Correo'}
      onClose={onClose}
      record={query.data?.data}
      error={query.error}
      beside={beside}
    >
      {(mail) => <Body key={mail.id} mail={mail} />}
    </RecordDrawer>
  );
}

const WITHHELD: Record<NonNullable<MailRecord['withheld']>, string> = {
  por_correo: 'Le llega a la persona por correo. Si no le llegó, que pida otro.',
  no_es_tuyo: 'Solo lo ve la coordinación de ventas.',
  por_mano:
    'Lo ve quien se lo da a esa persona: escribe por qué. Queda registrado, y una firma posterior lo dice.',
};

function Body({ mail }: { mail: MailRecord }) {
  const look = useAction(lookAtMail);
  const seen = look.data?.data;
  async function see() {
    const motivo = await askReason({
      title: 'Ver el código o enlace',
      text: 'Dáselo solo a esa persona, después de comprobar quién es. El motivo queda registrado con tu nombre.',
      label: 'Motivo',
      confirm: 'Ver',
      required: true,
    });
    if (motivo) look.mutate({ params: { id: mail.id }, body: { motivo } });
  }
  return (
    <>
      <Group gap="xs">
        <MailStatePill state={mail.state} />
        <Text size="sm" c="dimmed">
          {MAIL_KIND_LABELS[mail.kind] ?? mail.kind}
        </Text>
      </Group>
      <dl style={{ margin: 0, display: 'grid', gap: 4 }}>
        <Line label="Para">{mail.to}</Line>
        <Line label="Escrito">
          <DateText instant={mail.created_at} />
        </Line>
        {mail.sent_at && (
          <Line label="Enviado">
            <DateText instant={mail.sent_at} />
          </Line>
        )}
      </dl>
      {mail.error && <Alert color="red" variant="light" title={mail.error} />}
      {mail.withheld && !seen && (
        <Alert variant="light" color="brand" title="El código o enlace no se muestra">
          <Stack gap="xs" align="flex-start">
            {WITHHELD[mail.withheld]}
            {mail.withheld === 'por_mano' && (
              <Button size="compact-sm" loading={look.isPending} onClick={() => void see()}>
                Ver el código o enlace
              </Button>
            )}
          </Stack>
        </Alert>
      )}
      {seen && (
        <Alert variant="light" color="brand" title="Esta lectura quedó registrada">
          Dáselo solo a esa persona, después de comprobar quién es.
        </Alert>
      )}
      <Tabs defaultValue="correo" keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="correo">Como se ve</Tabs.Tab>
          <Tabs.Tab value="texto">Solo texto</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="correo">
          <MailFrame title="Correo como lo ve quien lo recibe" page={(seen ?? mail).page} size="desk" />
        </Tabs.Panel>
        <Tabs.Panel value="texto">
          <Paper withBorder p="md">
            <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {(seen ?? mail).body}
            </Text>
          </Paper>
        </Tabs.Panel>
      </Tabs>
      <MailActions mail={mail} />
    </>
  );
}

/** Retries a mail that failed, or sends a copy of one that left. */
function MailActions({ mail }: { mail: MailRecord }) {
  const retry = useAction(retryMails, { success: ({ success }) => success });
  const resend = useAction(resendMail, { success: ({ success }) => success });
  if (!mail.may_retry && !mail.may_resend) return null;
  return (
    <Group>
      {mail.may_retry && (
        <Button loading={retry.isPending} onClick={() => retry.mutate({ body: { ids: [mail.id] } })}>
          Intentar enviar ahora
        </Button>
      )}
      {mail.may_resend && (
        <Button
          variant="default"
          loading={resend.isPending}
          onClick={() => resend.mutate({ params: { id: mail.id } })}
        >
          Enviar otra vez
        </Button>
      )}
    </Group>
  );
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div style={{ display: 'flex', gap: 8 }}>
    <Text component="dt" size="sm" c="dimmed" w={72}>
      {label}
    </Text>
    <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  </div>
);
