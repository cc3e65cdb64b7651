import { Anchor, Button, Chip, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { assignBankMail, discardBankMail, listBankMails } from '#contract/banking/bankMail/endpoints.ts';
import { BANK_MAIL_STATES, MATCHES, type BankMail } from '#contract/banking/bankMail/model.ts';
import { useList } from '#web/office/lib/list.ts';
import { useAction } from '#web/office/lib/query.ts';
import { Refusal, sentence } from '#web/office/lib/refusal.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ExportMenu } from '#web/office/ui/table/ExportMenu.tsx';
import { Footer } from '#web/office/ui/table/Footer.tsx';
import type { BankMailsSearch } from './bankMailsSearch.ts';

const COLUMNS = listBankMails.exports.columns.map(({ key }) => key);

/** Mails of banks: those that found their sale, and those that a colleague puts there. */
export function BankMailsPage({ search }: { search: BankMailsSearch }) {
  const estado = search.estado ?? (search.precontrato_id === undefined ? 'por_asignar' : undefined);
  const list = useList(listBankMails, search, { query: { estado } });
  const { rows, total, onSearch } = list;
  const { data, error } = list.query;
  if (error) throw error;
  return (
    <>
      <PageHeader
        title="Correos de bancos"
        count={total}
        text="El código PC-… en el asunto o el texto lo pone en su venta. Un correo no prueba quién lo envió."
      />
      <Group justify="space-between" gap="sm" mb="md">
        <Chip.Group
          value={estado ?? 'todos'}
          onChange={(chosen) => onSearch({ estado: chosen, precontrato_id: undefined, page: undefined })}
        >
          <Group gap={6} role="radiogroup" aria-label="Estado">
            {Object.entries(BANK_MAIL_STATES).map(([value, label]) => (
              <Chip key={value} value={value} size="xs">
                {label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {total !== null && total > 0 && (
          <ExportMenu list={listBankMails} asked={list.asked} columns={COLUMNS} total={total} />
        )}
      </Group>
      {!data ? (
        <PendingPage />
      ) : rows.length === 0 ? (
        <EmptyState
          title="Nada aquí"
          text="Los correos que un banco envía a la dirección de la empresa llegan a esta lista."
        />
      ) : (
        <Stack gap="sm">
          {rows.map((mail) => (
            <Mail key={`${mail.id}-${mail.version}`} mail={mail} />
          ))}
          <Footer
            pagination={data.meta.pagination}
            onPage={(page) => onSearch({ page })}
            onPerPage={(per_page) => onSearch({ per_page, page: undefined })}
          />
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
