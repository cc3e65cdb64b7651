import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changeBatchStatus, findBatch, removeFromBatch } from '#contract/money/paymentBatches/endpoints.ts';
import type { Batch, BatchLine } from '#contract/money/paymentBatches/model.ts';
import {
  BATCH_KINDS,
  BATCH_STATE,
  LINE_STATES,
  PAYABLE_KINDS,
} from '#contract/money/paymentBatches/rules.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { stateItems } from '#web/office/ui/activity.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { ConfirmBatchDrawer } from './ConfirmBatchDrawer.tsx';
import { ReturnLineDrawer } from './ReturnLineDrawer.tsx';

/** One batch: its payments, the bank's file or cheques, and what came back. */
export function BatchPage({ id }: { id: number }) {
  const query = useQuery(queryOf(findBatch, { params: { id } }));
  const comments = useComments('lote_pago', id);
  const [open, setOpen] = useState<'confirm' | BatchLine | null>(null);
  const batch = query.data?.data;
  const transitions = useTransitions({
    offers: batch?.transitions,
    status: changeBatchStatus,
    version: batch?.version,
    danger: [BATCH_STATE.voided],
    forms: { [BATCH_STATE.confirmed]: () => setOpen('confirm') },
  });
  if (query.error) throw query.error;
  if (!batch) return <PendingPage />;
  const close = () => setOpen(null);
  const stops = [...new Set(batch.lines_list.flatMap((line) => line.stops))];
  return (
    <>
      <RecordPage
        of={['lote_pago', id]}
        title={batch.code}
        subtitle={`${BATCH_KINDS[batch.kind]} · ${batch.bank_account.name}`}
        state={<StatePill catalog="paymentBatch" state={batch.state} />}
        turn={null}
        facts={[
          { label: 'Se paga el', value: <DateText day={batch.pay_on} /> },
          { label: 'Total', value: <MoneyText centavos={batch.total_centavos} /> },
          { label: 'Lo preparó', value: batch.made_by },
          ...(batch.confirmed_on
            ? [{ label: 'Pagado el', value: <DateText day={batch.confirmed_on} /> }]
            : []),
          ...(batch.reference ? [{ label: 'Referencia', value: batch.reference }] : []),
          ...(batch.file_url
            ? [
                {
                  label: 'Archivo',
                  value: (
                    <Anchor href={batch.file_url} size="sm">
                      Descargar para el banco
                    </Anchor>
                  ),
                },
              ]
            : []),
        ]}
        actions={transitions.map((one) => (one.danger ? { ...one, aside: true } : one))}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="lote_pago" id={id} />
            <RecordFiles reference="lote_pago" id={id} />
            <ActivityStream
              {...comments}
              items={[...stateItems(batch.history), ...(comments.items ?? [])].toSorted((a, b) =>
                b.at.localeCompare(a.at),
              )}
            />
          </Stack>
        }
      >
        <Stack gap="lg">
          {stops.length > 0 && (
            <Alert color="red" variant="light" title="Algo impide pagar">
              {stops.join(' ')}
            </Alert>
          )}
          {batch.end_reason && <Text>Motivo: {batch.end_reason}</Text>}
          {batch.note && <Text>{batch.note}</Text>}
          <Lines batch={batch} onReturn={setOpen} />
        </Stack>
      </RecordPage>
      {open === 'confirm' && <ConfirmBatchDrawer batch={batch} onClose={close} />}
      {open !== null && open !== 'confirm' && <ReturnLineDrawer batchId={id} line={open} onClose={close} />}
    </>
  );
}

const TONES = {
  pendiente: 'progress',
  pagado: 'positive',
  devuelto: 'negative',
  retirado: 'neutral',
} as const;

function Lines({ batch, onReturn }: { batch: Batch; onReturn: (line: BatchLine) => void }) {
  const remove = useAction(removeFromBatch, { success: 'Pago sacado del lote.' });
  const columns: ShortColumn<BatchLine>[] = [
    {
      title: 'Qué se paga',
      render: (line) => (
        <Stack gap={0}>
          <PageLink href={line.url} size="sm">
            {line.source.name}
          </PageLink>
          <Text size="xs" c="dimmed">
            {PAYABLE_KINDS[line.kind]}
          </Text>
        </Stack>
      ),
    },
    { title: 'A quién', render: (line) => line.beneficiary },
    batch.kind === 'cheque'
      ? {
          title: 'Cheque',
          render: (line) =>
            line.cheque_url ? (
              <Anchor href={line.cheque_url} target="_blank" rel="noreferrer" size="sm">
                {line.cheque_number}
              </Anchor>
            ) : (
              ''
            ),
        }
      : { title: 'Cuenta', render: (line) => line.account ?? '' },
    {
      title: 'Estado',
      render: (line) => (
        <Stack gap={2}>
          <StatePill tone={TONES[line.state]} label={LINE_STATES[line.state]} />
          {line.returned_on && (
            <Text size="xs" c="dimmed">
              <DateText day={line.returned_on} />: {line.return_reason}
            </Text>
          )}
        </Stack>
      ),
    },
    { title: 'Monto', money: (line) => line.cents },
    {
      title: 'Acciones',
      quiet: true,
      render: (line) => (
        <Group gap={4} justify="flex-end">
          {line.may.remove && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={`Sacar ${line.source.name}`}
              onClick={() => remove.mutate({ params: { id: batch.id, line: line.id } })}
            >
              Sacar
            </Button>
          )}
          {line.may.give_back && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={`Registrar que volvió ${line.source.name}`}
              onClick={() => onReturn(line)}
            >
              Volvió
            </Button>
          )}
        </Group>
      ),
    },
  ];
  return (
    <Section title="Pagos">
      <ShortTable
        label="Pagos del lote"
        rows={batch.lines_list}
        rowId={({ id }) => id}
        rowHeads
        dimmed={({ state }) => state === 'retirado'}
        columns={columns}
      />
    </Section>
  );
}
