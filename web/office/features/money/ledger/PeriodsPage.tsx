import { Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { monthText } from '#contract/dates.ts';
import { changePeriodStatus, listBooks, listPeriods, type Period } from '#contract/money/ledger/books.ts';
import { firstDayOf, isClosed, PERIOD_STATE } from '#contract/money/ledger/rules.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { BookDrawer } from './BookDrawer.tsx';
import type { PeriodsSearch } from './ledgerSearch.ts';
import { YearEndDrawer } from './YearEndDrawer.tsx';

const columns: ShortColumn<Period>[] = [
  { title: 'Mes', render: ({ period }) => monthText(firstDayOf(period)) },
  { title: 'Estado', render: ({ state }) => <StatePill catalog="accountingPeriod" state={state} /> },
  { title: 'Asientos', align: 'right', render: ({ entries }) => entries.toLocaleString('en-US') },
  { title: 'Sin contabilizar', align: 'right', render: ({ unposted }) => unposted || '—' },
  { title: 'Último paso', render: (one) => <Who period={one} /> },
  { title: 'Acciones', quiet: true, render: (one) => <PeriodActions period={one} /> },
];

function Who({ period: { state, closed, asked, reopened } }: { period: Period }) {
  if (state.id === PERIOD_STATE.asked && asked)
    return (
      <Stack gap={0}>
        <Text size="sm">
          {asked.by}, <DateText instant={asked.at} />
        </Text>
        <Text size="sm" c="dimmed">
          {asked.reason}
        </Text>
      </Stack>
    );
  const step = isClosed(state.id) ? closed : reopened;
  return step ? (
    <Text size="sm">
      {step.by}, <DateText instant={step.at} />
    </Text>
  ) : (
    '—'
  );
}

function PeriodActions({ period }: { period: Period }) {
  const actions = useTransitions({
    offers: period.transitions,
    status: changePeriodStatus,
    version: period.version,
    asks: { [PERIOD_STATE.asked]: { text: 'Otra persona decide si se reabre. Di qué falta en el mes.' } },
  });
  return (
    <Group gap="xs">
      {actions.map((one) => (
        <ReasonedButton
          key={one.key}
          variant="default"
          size="compact-md"
          whyNot={one.whyNot}
          loading={one.loading ?? false}
          onClick={one.onRun}
        >
          {one.label}
        </ReasonedButton>
      ))}
    </Group>
  );
}

/** The months of a company's books: open, closed, and reopened by two. */
export function PeriodsPage({ search }: { search: PeriodsSearch }) {
  const patch = usePatchSearch();
  const today = useToday();
  const year = search.anio ?? Number(today.slice(0, 4));
  const books = useOptions(queryOf(listBooks));
  const book =
    books.find(({ id }) => id === search.libro_id) ??
    books.find(({ projects }) => projects.length > 0) ??
    books[0];
  const query = useQuery({
    ...queryOf(listPeriods, { query: { libro_id: book?.id ?? 0, anio: year } }),
    enabled: book !== undefined,
  });
  const opening = useDrawer('apertura');
  const closing = useDrawer('cierre');
  const mayOpen = useCan('contabilidad.aprobar');
  const mayClose = useCan('contabilidad.crear');
  if (query.error) throw query.error;
  return (
    <>
      <PageHeader
        title="Períodos"
        count={null}
        text="Un mes cerrado no acepta asientos: lo que llega tarde entra el primer día abierto, con su fecha. Se reabre entre dos personas."
        actions={
          book && (
            <Group gap="xs">
              {mayOpen && (
                <Button variant="default" onClick={() => opening.open()}>
                  Primer día
                </Button>
              )}
              {mayClose && (
                <Button variant="default" onClick={() => closing.open()}>
                  Cerrar el año
                </Button>
              )}
            </Group>
          )
        }
      />
      {book ? (
        <Stack gap="md">
          <Group gap="sm" align="flex-end">
            <Select
              label="Empresa"
              data={books.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(book.id)}
              allowDeselect={false}
              onChange={(value) => patch({ libro_id: Number(value) })}
              w={320}
              maw="100%"
            />
            <NumberInput
              label="Año"
              min={2000}
              max={2100}
              value={year}
              onChange={(value) => patch({ anio: Number(value) || undefined })}
              w={110}
            />
            <Text size="sm" c="dimmed" mb={8}>
              {book.opens_on ? (
                <>
                  Libros desde el <DateText day={book.opens_on} />.
                </>
              ) : (
                'Libros desde el primer registro.'
              )}{' '}
              {book.projects.length > 0
                ? `Proyectos: ${book.projects.join(', ')}.`
                : 'Ningún proyecto la nombra.'}
            </Text>
          </Group>
          <ShortTable
            label={`Meses de ${year} de ${book.name}`}
            rows={query.data?.data ?? []}
            rowId={({ period }) => period}
            columns={columns}
            rowHeads
          />
        </Stack>
      ) : (
        <EmptyState
          title="Aún no hay empresas"
          text="Agrega la promotora en Contratantes y nómbrala en cada proyecto."
        />
      )}
      {book && opening.opened && <BookDrawer book={book} onClose={opening.close} />}
      {book && closing.opened && <YearEndDrawer bookId={book.id} year={year} onClose={closing.close} />}
    </>
  );
}
