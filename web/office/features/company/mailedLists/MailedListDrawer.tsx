import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getMailedList,
  rhythmOf,
  sendMailedList,
  setMailedListState,
} from '#contract/company/mailedLists/endpoints.ts';
import type { MailedList, MailedRun } from '#contract/company/mailedLists/model.ts';
import { COPY_STATES, rhythmText } from '#contract/company/mailedLists/rules.ts';
import { call, newKey } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { refreshed } from '#web/office/lib/refresh.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { MailListForm } from '#web/office/ui/table/MailListForm.tsx';
import { toast } from '#web/office/ui/toast.tsx';
import { MailedStatePill } from './MailedStatePill.tsx';

interface Props {
  id: number;
  onClose: () => void;
  beside: Beside;
}

/** One mailed list: when it goes, its sendings with one's own files, and what may be done. */
export function MailedListDrawer({ id, onClose, beside }: Props) {
  const { data, error } = useQuery(queryOf(getMailedList, { params: { id } }));
  const [editing, setEditing] = useState(false);
  if (editing && data) return <MailListForm list={data.data.list} onClose={() => setEditing(false)} />;
  return (
    <RecordDrawer
      of={['lista_programada', id]}
      title={data?.data.list.title ?? 'Lista por correo'}
      onClose={onClose}
      record={data?.data}
      error={error}
      beside={beside}
    >
      {({ list, runs }) => <Body key={list.id} list={list} runs={runs} onEdit={() => setEditing(true)} />}
    </RecordDrawer>
  );
}

function Body({ list, runs, onEdit }: { list: MailedList; runs: readonly MailedRun[]; onEdit: () => void }) {
  const params = { id: list.id };
  const turn = useMutation({
    mutationFn: (estado: 'activa' | 'pausada' | 'archivada') =>
      call(setMailedListState, { params, body: { params: { estado } } }),
    onSuccess: () => toast.success(),
    onSettled: () => refreshed(),
  });
  const send = useMutation({
    mutationFn: () => call(sendMailedList, { params }, { idempotencyKey: newKey() }),
    onSuccess: () => toast.success('Sale en un momento.'),
    onSettled: () => refreshed(),
  });
  const copies = runs.flatMap((run) => run.copies.map((copy) => ({ run, copy })));
  return (
    <Stack gap="md">
      <Group gap="xs">
        <MailedStatePill state={list.state} />
      </Group>
      {list.stopped_reason !== null && (
        <Alert color="red" title="Se detuvo">
          {list.stopped_reason}
        </Alert>
      )}
      <Facts
        narrow
        rows={[
          [
            'Lista',
            list.page === null ? (
              list.list
            ) : (
              <Anchor key="page" href={list.page}>
                {list.list}
              </Anchor>
            ),
          ],
          ['Cuándo', rhythmText(rhythmOf(list))],
          ['Formato', list.format === 'xlsx' ? 'Excel' : 'PDF'],
          ['De', list.owner.name],
          ['Para', list.recipients.map(({ name }) => name).join(', ')],
          ['Próximo envío', list.next_at === null ? null : <DateText key="next" instant={list.next_at} />],
        ]}
      />
      {list.mine && list.state !== 'archivada' && (
        <Group gap="xs">
          <Button onClick={onEdit}>Editar</Button>
          {list.state !== 'detenida' && (
            <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
              Enviar ahora
            </Button>
          )}
          <Button
            variant="default"
            loading={turn.isPending}
            onClick={() => turn.mutate(list.state === 'activa' ? 'pausada' : 'activa')}
          >
            {list.state === 'activa' ? 'Pausar' : 'Reanudar'}
          </Button>
          <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate('archivada')}>
            Archivar
          </Button>
        </Group>
      )}
      {copies.length === 0 ? (
        <Text size="sm" c="dimmed">
          Aún no ha salido.
        </Text>
      ) : (
        <ShortTable
          label="Envíos"
          caption="Envíos"
          rows={copies}
          rowId={({ run, copy }) => `${run.id} ${copy.user.id}`}
          columns={[
            { title: 'Día', render: ({ run }) => <DateText instant={run.slot} /> },
            { title: 'Para', render: ({ copy }) => copy.user.name },
            {
              title: 'Estado',
              render: ({ copy }) =>
                copy.error === null ? COPY_STATES[copy.state] : `${COPY_STATES[copy.state]}: ${copy.error}`,
            },
            { title: 'Filas', render: ({ copy }) => copy.rows?.toLocaleString('en-US') ?? '' },
            {
              title: 'Archivo',
              render: ({ copy }) =>
                copy.file && (
                  <Anchor href={copy.file.url} download={copy.file.name} size="sm">
                    Descargar
                  </Anchor>
                ),
            },
          ]}
        />
      )}
    </Stack>
  );
}
