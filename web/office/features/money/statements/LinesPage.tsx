import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listBankAccountOptions } from '#contract/projects/bankAccounts/endpoints.ts';
import { accountLabel } from '#contract/projects/bankAccounts/rules.ts';
import { showDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { LIKENESS_REASONS } from '#contract/money/statements/matching.ts';
import {
  getStatement,
  listLines,
  setLinesAside,
  sumLines,
} from '#contract/money/statements/statementEndpoints.ts';
import { LINE_STATES, type LineRow, type LineState } from '#contract/money/statements/statements.ts';
import type { Tone } from '#web/design/tokens.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import type { BulkOutcome } from '#web/office/lib/bulk.ts';
import { call } from '#web/office/lib/call.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { askAside } from './askAside.ts';
import { ExactPairs } from './ExactPairs.tsx';
import { LineDrawer } from './LineDrawer.tsx';
import type { LinesSearch } from './statementsSearch.ts';
import { UndoStatement } from './UndoStatement.tsx';
import { useList, useSums } from '#web/office/lib/list.ts';

const TONES: Record<LineState, Tone> = {
  open: 'progress',
  matched: 'positive',
  returned: 'negative',
  ignored: 'neutral',
  undone: 'neutral',
};

const columns: ColumnOf<typeof listLines>[] = [
  {
    key: 'posted_on',
    title: 'Fecha',
    sortable: true,
    width: 120,
    render: (one) => <span className="figures">{showDay(one.posted_on)}</span>,
  },
  {
    key: 'referencia',
    title: 'Del banco',
    width: 300,
    phone: 'heading',
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm" fw={600} className="figures">
          {one.reference || 'Sin referencia'}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={1}>
          {one.whole_centavos !== null && `Parte de ${formatMoney(one.whole_centavos)} · `}
          {one.description}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'monto',
    title: 'Monto',
    width: 140,
    money: (one) => one.centavos,
    sum: true,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 160,
    render: (one) =>
      one.payment?.to_reverse ? (
        <StatePill tone="negative" label="Por reversar" />
      ) : (
        <StatePill tone={TONES[one.state]} label={LINE_STATES[one.state]} />
      ),
  },
  {
    key: 'pago',
    title: 'Pago',
    width: 280,
    render: (one) => {
      const [first] = one.suggestions;
      if (one.payment)
        return (
          <PageLink to="/oficina/pagos" search={{ pago: one.payment.id }} size="sm">
            {one.payment.name} · recibo {one.payment.receipt}
          </PageLink>
        );
      if (one.state_reason) return <Text size="sm">{one.state_reason}</Text>;
      if (!first)
        return (
          <Text size="sm" c="dimmed">
            —
          </Text>
        );
      return (
        <Text size="sm">
          {first.exact ? 'Coincide: ' : 'Puede ser: '}
          {first.name} ({first.why.map((one) => LIKENESS_REASONS[one]).join(', ')})
        </Text>
      );
    },
  },
  { key: 'cuenta', title: 'Cuenta', width: 200, render: (one) => one.account.name },
];

const whyNotAside = (rows: readonly LineRow[]): string | null =>
  rows.some(({ state }) => state !== 'open') ? 'Elige solo líneas por conciliar.' : null;

async function putAside(rows: readonly LineRow[]): Promise<BulkOutcome[] | null> {
  const motivo = await askAside(rows.length);
  if (!motivo) return null;
  const { left } = await call(setLinesAside, { body: { lineas: rows.map(({ id }) => id), motivo } });
  return rows.map((one) => ({
    name: one.reference || one.description,
    error: left.find(({ line_id }) => line_id === one.id)?.reason ?? null,
  }));
}

/** Statement lines with their payments, or the suggested ones. */
export function LinesPage({ search }: { search: LinesSearch }) {
  const patch = usePatchSearch();
  const { linea, exactas } = search;
  const edits = useCan('contabilidad.editar');
  const confirms = useCan('pagos.aprobar');
  const list = useList(listLines, search);
  const sums = useSums(sumLines, list);
  const accounts = useOptions(queryOf(listBankAccountOptions, {}));
  const statement = useQuery({
    ...queryOf(getStatement, { params: { id: search.extracto_id ?? 0 } }),
    enabled: search.extracto_id !== undefined,
  }).data?.data;
  const line = list.rows.find(({ id }) => id === linea);
  return (
    <>
      <PageHeader
        title="Líneas del banco"
        count={list.total}
        text={
          statement
            ? `${statement.account.name}, del ${showDay(statement.from_on)} al ${showDay(statement.to_on)}`
            : 'Cada entrada es de un pago, o se aparta porque no es de un cliente.'
        }
        actions={
          <Group gap="xs">
            <PageLink to="/oficina/extractos">Extractos</PageLink>
            <PageLink to="/oficina/conciliar" search={{ extracto_id: search.extracto_id }}>
              Conciliar
            </PageLink>
            {statement && <UndoStatement statement={statement} />}
            {confirms && (
              <Button onClick={() => patch({ exactas: true })}>Confirmar las que coinciden</Button>
            )}
          </Group>
        }
      />
      <DataTable
        id="lineas-del-banco"
        caption="Líneas del banco"
        list={list}
        sums={sums}
        columns={columns}
        filters={[
          {
            key: 'estado',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(LINE_STATES).map(([value, label]) => ({ value, label })),
          },
          {
            key: 'sentido',
            label: 'Sentido',
            kind: 'one',
            choices: [
              { value: 'in', label: 'Entradas' },
              { value: 'out', label: 'Salidas' },
            ],
          },
          {
            key: 'cuenta_id',
            label: 'Cuenta',
            kind: 'one',
            choices: accounts.map((one) => ({ value: one.id, label: accountLabel(one) })),
          },
          { key: 'desde', label: 'Desde', kind: 'day' },
          { key: 'hasta', label: 'Hasta', kind: 'day' },
        ]}
        views={[
          { label: 'Todas', search: {} },
          { label: 'Por conciliar', search: { estado: 'open', sentido: 'in' } },
          { label: 'Devueltas', search: { estado: 'returned' } },
          { label: 'Conciliadas', search: { estado: 'matched' } },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => one.reference || one.description}
        {...(edits && { bulk: [{ label: 'Apartar', whyNot: whyNotAside, run: putAside }] })}
        open={{ show: (one) => patch({ linea: one.id }) }}
        searchLabel="Referencia, descripción o monto"
        empty={<EmptyState title="No hay líneas" text="Aparecen cuando se importa un extracto." />}
      />
      {statement && <RecordTalk reference="extracto" id={statement.id} />}
      {line && (
        <LineDrawer
          key={line.id}
          line={line}
          onClose={() => patch({ linea: undefined })}
          beside={besideOf(list.rows, line.id, (id) => patch({ linea: id }))}
        />
      )}
      {confirms && exactas && (
        <ExactPairs
          filter={{ extracto_id: search.extracto_id, cuenta_id: search.cuenta_id }}
          onClose={() => patch({ exactas: undefined })}
        />
      )}
    </>
  );
}
