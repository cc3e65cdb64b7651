import { Alert, Anchor, Button, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { monthText } from '#contract/dates.ts';
import {
  changeReconciliationStatus,
  getReconciliation,
} from '#contract/money/bankReconciliations/endpoints.ts';
import type { Reconciliation } from '#contract/money/bankReconciliations/model.ts';
import { RECONCILIATION_STATE } from '#contract/money/bankReconciliations/rules.ts';
import { firstDayOf } from '#contract/money/ledger/rules.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { stateItems } from '#web/office/ui/activity.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { ClosingDrawer } from './ClosingDrawer.tsx';
import { Proposals } from './Proposals.tsx';
import type { ReconciliationSearch } from './reconciliationsSearch.ts';
import { Sides } from './Sides.tsx';

/** One reconciliation: the equation, what is proposed, and the lines of both sides. */
export function ReconciliationPage({ id, search }: { id: number; search: ReconciliationSearch }) {
  const query = useQuery(queryOf(getReconciliation, { params: { id } }));
  const comments = useComments('conciliacion', id);
  const closing = useDrawer('saldo');
  const one = query.data?.data;
  const actions = useTransitions({
    offers: one?.transitions,
    status: changeReconciliationStatus,
    version: one?.version,
    danger: [RECONCILIATION_STATE.reopened, RECONCILIATION_STATE.voided],
    asks: {
      [RECONCILIATION_STATE.asked]: { text: 'Otra persona decide si se reabre. Di qué hay que corregir.' },
    },
  });
  if (query.error) throw query.error;
  if (!one) return <PendingPage />;
  return (
    <>
      <RecordPage
        of={['conciliacion', id]}
        title={`${one.account.name}, ${monthText(firstDayOf(one.period))}`}
        subtitle={`${one.account.bank} · ${one.account.number}${one.imported ? ' · Punto de partida' : ''}`}
        state={<StatePill catalog="reconciliation" state={one.state} />}
        turn={null}
        facts={factsOf(one)}
        actions={actions.map((action) => (action.danger ? { ...action, aside: true } : action))}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="conciliacion" id={id} />
            <RecordFiles reference="conciliacion" id={id} attachedOnly />
            <ActivityStream
              {...comments}
              items={[...stateItems(one.history), ...(comments.items ?? [])].toSorted((a, b) =>
                b.at.localeCompare(a.at),
              )}
            />
          </Stack>
        }
      >
        <Stack gap="lg">
          {one.checks.length > 0 && (
            <Alert color="yellow" variant="light" title="Para terminarla falta">
              <List size="sm">
                {one.checks.map((sentence) => (
                  <List.Item key={sentence}>{sentence}</List.Item>
                ))}
              </List>
            </Alert>
          )}
          {one.asked && one.state.id === RECONCILIATION_STATE.asked && (
            <Alert color="yellow" variant="light" title={`${one.asked.by} pide que se reabra`}>
              {one.asked.reason}
            </Alert>
          )}
          <Equation one={one} onClosing={one.may.work ? () => closing.open() : null} />
          {one.may.work && one.proposals.length > 0 && <Proposals one={one} />}
          <Sides one={one} all={search.ver === 'todas'} />
        </Stack>
      </RecordPage>
      {closing.opened && <ClosingDrawer reconciliation={one} onClose={closing.close} />}
    </>
  );
}

function factsOf(one: Reconciliation) {
  const neighbour = (label: string, other: Reconciliation['next']) =>
    other
      ? [
          {
            label,
            value: (
              <PageLink {...linkOptions({ to: '/oficina/conciliaciones/$id', params: { id: other.id } })}>
                {other.name}
              </PageLink>
            ),
          },
        ]
      : [];
  return [
    ...(one.finished ? [{ label: 'La terminó', value: one.finished.by }] : []),
    ...(one.reviewed ? [{ label: 'La revisó', value: one.reviewed.by }] : []),
    ...(one.revision > 1 ? [{ label: 'Terminada', value: `${one.revision} veces` }] : []),
    ...neighbour('Mes anterior', one.previous),
    ...neighbour('Mes siguiente', one.next),
    {
      label: 'Documento',
      value: (
        <Anchor href={one.paper} target="_blank" rel="noreferrer" size="sm">
          Conciliación en PDF
        </Anchor>
      ),
    },
  ];
}

/** From the bank's balance to that of the books, by what stands on one side. */
function Equation({ one, onClosing }: { one: Reconciliation; onClosing: (() => void) | null }) {
  const lines = one.lines_centavos - one.opening_centavos;
  const rows = [
    { key: 'Saldo inicial del banco', cents: one.opening_centavos },
    { key: 'Líneas del extracto', cents: lines },
    { key: 'Saldo final del banco', cents: one.closing_centavos, strong: true },
    { key: 'En los libros, no en el banco', cents: one.book_open_centavos },
    {
      key: 'En el banco, no en los libros',
      cents: one.bank_open_centavos === null ? null : -one.bank_open_centavos,
    },
    ...(one.unexplained_centavos === 0 ? [] : [{ key: 'Sin explicar', cents: -one.unexplained_centavos }]),
    { key: 'Saldo de los libros', cents: one.book_centavos, strong: true },
    ...(one.late_centavos === 0
      ? []
      : [{ key: 'De él, asientos que entraron tarde en meses ya conciliados', cents: one.late_centavos }]),
  ];
  return (
    <Section
      title="Del banco a los libros"
      actions={
        onClosing && (
          <Button variant="default" size="compact-md" onClick={onClosing}>
            Saldo final
          </Button>
        )
      }
    >
      <ShortTable
        label="Del banco a los libros"
        rows={rows}
        rowId={({ key }) => key}
        rowHeads
        columns={[
          {
            title: 'Qué',
            render: ({ key, strong }) => (
              <Text size="sm" {...(strong && { fw: 600 })}>
                {key}
              </Text>
            ),
          },
          {
            title: 'Monto',
            align: 'right',
            render: ({ cents, strong }) => (
              <Text component="span" size="sm" {...(strong && { fw: 600 })}>
                {cents === null ? 'Falta' : <MoneyText centavos={cents} />}
              </Text>
            ),
          },
        ]}
      />
    </Section>
  );
}
