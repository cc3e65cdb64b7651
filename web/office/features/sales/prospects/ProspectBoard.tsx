import { Alert, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { changeProspectStatus, prospectBoard } from '#contract/sales/prospects/endpoints.ts';
import type { ProspectRow } from '#contract/sales/prospects/model.ts';
import { PROSPECT, prospectMachine } from '#contract/sales/prospects/rules.ts';
import { transitionsFrom } from '#contract/transitions.ts';
import { call } from '#web/office/lib/call.ts';
import { asks } from '#web/office/lib/list.ts';
import { useReasons } from '#web/office/lib/formLists.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { useCan } from '#web/office/lib/session.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import { Board } from '#web/office/ui/board/Board.tsx';
import { BoardColumn, ColumnFoot } from '#web/office/ui/board/BoardColumn.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { FilterChips } from '#web/office/ui/table/FilterChips.tsx';
import type { Filter } from '#web/office/ui/table/types.ts';
import { DueText } from './DueText.tsx';
import type { ProspectsSearch } from './prospectsSearch.ts';

/** The server counts up to this. */
const COUNTED = 999;

interface BoardProps {
  search: ProspectsSearch;
  filters: readonly Filter[];
  onSearch: (patch: Record<string, unknown>) => void;
}

const idOf = (prospect: ProspectRow) => prospect.id;
const arrowsOf = (prospect: ProspectRow) => transitionsFrom(prospectMachine, prospect.stage.id);
const arrowTo = (prospect: ProspectRow, to: number) => arrowsOf(prospect).find((arrow) => arrow.to === to);

async function move(
  prospect: ProspectRow,
  to: number,
  discardReasons: readonly string[],
): Promise<string | null> {
  const arrow = arrowTo(prospect, to);
  if (!arrow) return null;
  const motivo =
    arrow.reason === 'required'
      ? await askReason({
          title: `${arrow.label} a ${prospect.person.name}`,
          text: 'El motivo queda en el historial.',
          label: 'Motivo',
          required: true,
          confirm: arrow.label,
          danger: to === PROSPECT.discarded,
          suggestions: discardReasons,
        })
      : '';
  if (motivo === null) return null;
  const { data } = await call(changeProspectStatus, {
    params: { id: prospect.id },
    body: { params: { estado_id: to, version: prospect.version, ...(motivo && { motivo }) } },
  });
  return `${data.person.name}: ${data.stage.name}.`;
}

/** Prospects by stage; a card follows the prospect's state machine. */
export function ProspectBoard({ search, filters, onSearch }: BoardProps) {
  const query = useQuery(queryOf(prospectBoard, { query: asks(prospectBoard, search) }));
  const mayMove = useCan('ventas.editar');
  const discardReasons = useReasons('motivos_descarte');
  const columns = query.data?.data;
  return (
    <>
      <Group mb="sm">
        <FilterChips
          filters={filters.filter(({ key }) => key !== 'etapa_id')}
          values={search}
          onChange={onSearch}
        />
      </Group>
      {query.error && <Alert color="red" variant="light" title={sentence(query.error)} />}
      <Board
        label="Prospectos por etapa"
        cardId={idOf}
        cardName={(prospect) => prospect.person.name}
        columnOf={(prospect) => prospect.stage.id}
        columnName={(id) => columns?.find(({ stage }) => stage.id === id)?.stage.name ?? ''}
        moves={(prospect) =>
          mayMove ? arrowsOf(prospect).map(({ to, label }) => ({ to, label, whyNot: null })) : []
        }
        whyNot={(prospect, to) => (arrowTo(prospect, to) ? null : 'Desde su etapa no se puede pasar a esta.')}
        move={(prospect, to) => move(prospect, to, discardReasons)}
        status={changeProspectStatus}
      >
        {(board) =>
          columns
            ? columns.map(({ stage, total, rows }) => (
                <BoardColumn
                  key={stage.id}
                  board={board}
                  id={stage.id}
                  count={total}
                  showCount={(count) => (count >= COUNTED ? `${COUNTED}+` : String(count))}
                  cards={rows}
                  foot={
                    <ColumnFoot total={total} shown={rows.length} none="Nadie en esta etapa.">
                      <PageLink to="/oficina/prospectos" search={{ etapa_id: [stage.id] }} size="sm">
                        Ver todos en la lista
                      </PageLink>
                    </ColumnFoot>
                  }
                >
                  {(prospect) => <ProspectCard prospect={prospect} />}
                </BoardColumn>
              ))
            : Array.from({ length: 6 }, (_, at) => <Skeleton key={at} height={240} miw={220} />)
        }
      </Board>
    </>
  );
}

const ProspectCard = ({ prospect }: { prospect: ProspectRow }) => (
  <>
    <PageLink to="/oficina/prospectos/$id" params={{ id: prospect.id }} size="sm" fw={600}>
      {prospect.person.name}
    </PageLink>
    <Text size="xs" c="dimmed">
      {prospect.model ? `${prospect.project.name} · ${prospect.model.name}` : prospect.project.name}
    </Text>
    <Text size="xs" component="div" mt={4}>
      {prospect.next_follow_up_on ? <DueText one={prospect} /> : prospect.last_action.name}
    </Text>
    {prospect.adviser && (
      <Text size="xs" c="dimmed">
        {prospect.adviser.name}
      </Text>
    )}
  </>
);
