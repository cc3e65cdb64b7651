import { Anchor, Button, Chip, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { assignBankMail, discardBankMail, listBankMails } from '#contract/banking/bankMail/endpoints.ts';
import { BANK_MAIL_STATES, MATCHES, type BankMail } from '#contract/banking/bankMail/model.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { Refusal, sentence } from '#web/office/lib/refusal.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import type { BankMailsSearch } from './bankMailsSearch.ts';

/** Mails of banks: those that found their sale, and those that a colleague puts there. */
export function BankMailsPage({ search }: { search: BankMailsSearch }) {
  const patch = usePatchSearch();
  const estado = search.estado ?? (search.precontrato_id === undefined ? 'por_asignar' : undefined);
  const { data, error } = useQuery(
    queryOf(listBankMails, { query: { per_page: 50, estado, precontrato_id: search.precontrato_id } }),
  );
  if (error) throw error;
  return (
    <>
      <PageHeader
        title="Correos de bancos"
        count={data?.meta.pagination.total ?? null}
        text="El código PC-… en el asunto o el texto lo pone en su venta. Un correo no prueba quién lo envió."
      />
      <Chip.Group
        value={estado ?? 'todos'}
        onChange={(chosen) => patch({ estado: chosen, precontrato_id: undefined })}
      >
        <Group gap={6} mb="md" role="radiogroup" aria-label="Estado">
          {Object.entries(BANK_MAIL_STATES).map(([value, label]) => (
            <Chip key={value} value={value} size="xs">
              {label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {!data ? (
        <PendingPage />
      ) : data.data.length === 0 ? (
        <EmptyState
          title="Nada aquí"
          text="Los correos que un banco envía a la dirección de la empresa llegan a esta lista."
        />
      ) : (
        <Stack gap="sm">
          {data.data.map((mail) => (
            <Mail key={`${mail.id}-${mail.version}`} mail={mail} />
          ))}
        </Stack>
      )}
    </>
  );
}

function Mail({ mail }: { mail: BankMail }) {
  const mayEdit = useCan('tramites.editar');
  return (
    <Paper withBorder p="md" component="article" aria-label={mail.subject || 'Sin asunto'}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text fw={600}>{mail.subject || 'Sin asunto'}</Text>
          <Text size="sm" c="dimmed">
            <DateText instant={mail.received_at} />
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {[mail.from, mail.bank].filter(Boolean).join(' · ')}
        </Text>
        {mail.sale && (
          <Text size="sm">
            <PageLink {...linkOptions({ to: '/oficina/ventas/$id', params: { id: mail.sale.id } })}>
              {mail.sale.code} · {mail.sale.buyer}
            </PageLink>{' '}
            {mail.match && `(${MATCHES[mail.match]})`}
          </Text>
        )}
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {mail.text}
        </Text>
        {mail.files.map(({ id, name, url }) => (
          <Anchor key={id} size="sm" href={url} target="_blank" rel="noopener noreferrer">
            {name}
          </Anchor>
        ))}
        {mayEdit && <Deciding mail={mail} />}
      </Stack>
    </Paper>
  );
}

function Deciding({ mail: { id, version, state, sale } }: { mail: BankMail }) {
  const [code, setCode] = useState('');
  const assign = useAction(assignBankMail, { inline: true, success: 'El correo está en su venta.' });
  const discard = useAction(discardBankMail, { success: 'Correo descartado.' });
  const fault =
    assign.error instanceof Refusal ? (assign.error.fields[0]?.message ?? sentence(assign.error)) : null;
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        size="xs"
        label={sale ? 'Pasar a otra venta' : 'Código de la venta'}
        placeholder="PC-2026-00001"
        value={code}
        error={fault}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button
        size="xs"
        loading={assign.isPending}
        onClick={() => assign.mutate({ params: { id }, body: { version, codigo: code } })}
      >
        Asignar
      </Button>
      {state === 'por_asignar' && (
        <Button
          size="xs"
          variant="default"
          loading={discard.isPending}
          onClick={() => discard.mutate({ params: { id }, body: { version } })}
        >
          Descartar
        </Button>
      )}
    </Group>
  );
}
