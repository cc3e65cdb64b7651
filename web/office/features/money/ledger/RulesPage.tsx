import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listRules, type EventRules } from '#contract/money/ledger/books.ts';
import { showDay } from '#contract/dates.ts';
import { SIDES, type Side } from '#contract/money/ledger/rules.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';
import { Allocations } from './Allocations.tsx';
import type { RulesSearch } from './ledgerSearch.ts';
import { PostingRuleDrawer } from './PostingRuleDrawer.tsx';

type Rule = EventRules['rules'][number];

/** The lines of a rule on one side: account, and which amount when there are several. */
function SideOf({ event, rule, side }: { event: EventRules; rule: Rule | undefined; side: Side }) {
  const lines = rule?.lines.filter((one) => one.side === side) ?? [];
  if (lines.length === 0) return '—';
  const labelOf = (name: string) => event.amounts.find((one) => one.name === name)?.label ?? name;
  return (
    <Stack gap={2}>
      {lines.map(({ account, amount, bank, own }, at) => (
        <Text size="sm" key={`${amount}-${account.id}-${at}`}>
          {bank
            ? `Cuenta del banco, o ${account.name}`
            : own
              ? `Cuenta del documento, o ${account.name}`
              : account.name}
          {event.amounts.length > 1 && (
            <Text span size="xs" c="dimmed">
              {' '}
              · {labelOf(amount)}
            </Text>
          )}
        </Text>
      ))}
    </Stack>
  );
}

function Since({ event }: { event: EventRules }) {
  const [now] = event.rules;
  if (!now) return 'Sin regla';
  return (
    <Stack gap={0}>
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {now.made_by === null ? 'Siempre' : showDay(now.valid_from)}
      </Text>
      {now.made_by !== null && (
        <Text size="xs" c="dimmed">
          {now.made_by}: {now.reason}
        </Text>
      )}
    </Stack>
  );
}

/** What each event does to the books: dated rules, changed from a day on. */
export function RulesPage({ search }: { search: RulesSearch }) {
  const patch = usePatchSearch();
  const mayChange = useCan('contabilidad.aprobar');
  const query = useQuery(queryOf(listRules));
  if (query.error) throw query.error;
  const events = query.data?.data;
  if (!events) return <PendingPage />;
  const open = events.find(({ kind }) => kind === search.hecho);
  const columns: ShortColumn<EventRules>[] = [
    { title: 'Hecho', render: ({ title }) => title },
    { title: SIDES.debe, render: (one) => <SideOf event={one} rule={one.rules[0]} side="debe" /> },
    { title: SIDES.haber, render: (one) => <SideOf event={one} rule={one.rules[0]} side="haber" /> },
    { title: 'Desde', render: (one) => <Since event={one} /> },
    ...(mayChange
      ? [
          {
            title: 'Acción',
            quiet: true,
            render: (one: EventRules) => (
              <Button
                variant="default"
                size="compact-md"
                aria-label={`Cambiar la regla: ${one.title}`}
                onClick={() => patch({ hecho: one.kind })}
              >
                Cambiar
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <PageHeader
        title="Reglas contables"
        count={null}
        text="Qué cuentas mueve cada hecho. Una regla nueva vale desde un día: lo de antes queda como estaba."
      />
      <ShortTable
        label="Reglas contables"
        rows={events}
        rowId={({ kind }) => kind}
        columns={columns}
        rowHeads
        wordy
      />
      <Allocations />
      {open && mayChange && <PostingRuleDrawer event={open} onClose={() => patch({ hecho: undefined })} />}
    </>
  );
}
