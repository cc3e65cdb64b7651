import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listMails, outboxStatus, retryMails } from '#contract/company/outbox/endpoints.ts';
import { MAIL_KIND_LABELS, MAIL_STATE_LABELS, type MailRow } from '#contract/company/outbox/model.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan, usePermissions } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { MailDrawer } from './MailDrawer.tsx';
import { MailStatePill } from './MailStatePill.tsx';
import type { OutboxSearch } from './outboxSearch.ts';
import { useList } from '#web/office/lib/list.ts';

const columns: ColumnOf<typeof listMails>[] = [
  {
    key: 'asunto',
    title: 'Asunto',
    width: 320,
    phone: 'heading',
    render: (mail) => (
      <Stack gap={0}>
        <Group gap={4} wrap="nowrap">
          {mail.secret && <IconLock size={14} style={{ flex: 'none' }} aria-hidden />}
          <Text size="sm" fw={600}>
            {mail.subject}
          </Text>
        </Group>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {mail.to}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'tipo',
    title: 'Tipo',
    width: 190,
    render: (mail) => MAIL_KIND_LABELS[mail.kind] ?? mail.kind,
  },
  { key: 'estado', title: 'Estado', width: 150, render: (mail) => <MailStatePill state={mail.state} /> },
  {
    key: 'creado',
    title: 'Escrito',
    width: 160,
    render: (mail) => <DateText instant={mail.created_at} />,
  },
  {
    key: 'enviado',
    title: 'Enviado',
    width: 160,
    phone: 'hidden',
    render: (mail) => <DateText instant={mail.sent_at} />,
  },
];

/** Whether the mail server works, and what to do if not. */
function MailServer() {
  const edits = useCan('administracion.editar');
  const { data } = useQuery(queryOf(outboxStatus));
  if (!data) return null;
  const { smtp, from, kept, failed } = data.data;
  if (!smtp)
    return (
      <Alert variant="light" color="yellow" mb="md" title="No hay servidor de correo: nada sale de aquí">
        Los {kept.toLocaleString('es-PA')} correos guardados esperan aquí. Para dar por mano un código o un
        enlace, ábrelo y escribe el motivo: queda registrado con tu nombre, y la firma que siga lo dice.
        {edits && (
          <>
            {' '}
            <PageLink to="/oficina/servidor-de-correo">Poner el servidor de correo</PageLink>
          </>
        )}
      </Alert>
    );
  return (
    <Text size="sm" c="dimmed" mb="md">
      Salen como {from}.
      {failed > 0 &&
        ` ${failed.toLocaleString('es-PA')} fallaron: se intentan solos durante horas, o ahora desde aquí.`}
    </Text>
  );
}

/** Mails to buyers and colleagues, failed ones included. */
export function OutboxPage({ search }: { search: OutboxSearch }) {
  const patch = usePatchSearch();
  const { correo } = search;
  const granted = usePermissions();
  const acts = granted.has('administracion.editar') || granted.has('ventas.aprobar');
  const retry = useAction(retryMails, {
    success: ({ success }) => success,
  });
  const list = useList(listMails, search);
  return (
    <>
      <PageHeader
        title="Correos"
        count={list.total}
        text="Lo que la aplicación escribió a compradores y colegas."
      />
      <MailServer />
      <DataTable
        id="correos"
        caption="Correos"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'tipo',
            label: 'Tipo',
            kind: 'one',
            choices: Object.entries(MAIL_KIND_LABELS).map(([value, label]) => ({ value, label })),
          },
          {
            key: 'estado',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(MAIL_STATE_LABELS).map(([value, label]) => ({ value, label })),
          },
          { key: 'desde', label: 'Desde', kind: 'day' },
          { key: 'hasta', label: 'Hasta', kind: 'day' },
        ]}
        views={[
          { label: 'Códigos', search: { tipo: 'codigo' } },
          { label: 'Enlaces', search: { tipo: 'enlace' } },
          { label: 'Con falla', search: { estado: 'failed' } },
        ]}
        {...(acts && {
          bulk: [
            {
              label: 'Intentar enviar',
              whyNot: (rows: MailRow[]) =>
                rows.every(({ state }) => state === 'failed' || state === 'kept')
                  ? null
                  : 'Elige solo los que fallaron o están guardados.',
              run: (rows: MailRow[]) => retry.mutate({ body: { ids: rows.map(({ id }) => id) } }),
            },
          ],
        })}
        rowId={(mail) => mail.id}
        rowName={(mail) => `${mail.subject}, a ${mail.to}`}
        open={{ show: (mail) => patch({ correo: mail.id }) }}
        searchLabel="Destinatario o asunto"
        empty={
          <EmptyState title="Aún no hay correos" text="Aparecen aquí en cuanto la aplicación escribe uno." />
        }
      />
      {correo !== undefined && (
        <MailDrawer
          id={correo}
          onClose={() => patch({ correo: undefined })}
          beside={besideOf(list.rows, correo, (id) => patch({ correo: id }))}
        />
      )}
    </>
  );
}
