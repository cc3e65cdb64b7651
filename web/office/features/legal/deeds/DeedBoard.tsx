import { Alert, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changeDeedStatus, deedBoard } from '#contract/legal/deeds/endpoints.ts';
import type { DeedRow } from '#contract/legal/deeds/model.ts';
import { deedMachine, nextOf } from '#contract/legal/deeds/rules.ts';
import { DEED } from '#contract/company/catalogs/states.ts';
import { findTransition, transitionsFrom } from '#contract/transitions.ts';
import { asks } from '#web/office/lib/list.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { usePermissions } from '#web/office/lib/session.ts';
import { Board } from '#web/office/ui/board/Board.tsx';
import { StateColumns } from '#web/office/ui/board/StateColumns.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { FilterChips } from '#web/office/ui/table/FilterChips.tsx';
import type { Filter } from '#web/office/ui/table/types.ts';
import { DeedBlock } from './deedColumns.tsx';
import { DeedStepDrawer } from './DeedStepDrawer.tsx';
import type { DeedsSearch } from './deedsSearch.ts';

interface DeedBoardProps {
  search: DeedsSearch;
  filters: readonly Filter[];
  onSearch: (patch: Record<string, unknown>) => void;
}

interface Asking {
  deed: DeedRow;
  to: number;
  done: (text: string | null) => void;
}

const isMortgage = ({ bank, letter_until }: DeedRow) => bank !== null || letter_until !== null;

/** Deeds by state. A card moves along the deed's machine; the form of its step opens and asks for its data. */
export function DeedBoard({ search, filters, onSearch }: DeedBoardProps) {
  const query = useQuery(queryOf(deedBoard, { query: asks(deedBoard, search) }));
  const granted = usePermissions();
  const [asking, setAsking] = useState<Asking | null>(null);
  const columns = query.data?.data;
  const arrowsOf = (deed: DeedRow) =>
    transitionsFrom(deedMachine, deed.state.id).filter(
      ({ to, permission }) =>
        to !== DEED.voided &&
        permission !== null &&
        granted.has(permission) &&
        (to !== DEED.approved || to === nextOf(deed.state.id, isMortgage(deed))),
    );
  const whyNot = (deed: DeedRow, to: number): string | null => {
    const arrow = findTransition(deedMachine, deed.state.id, to);
    if (!arrow || to === DEED.voided) return 'Desde su estado no se puede pasar a este.';
    if (arrow.permission && !granted.has(arrow.permission)) return 'No tienes permiso para este cambio.';
    return to === nextOf(deed.state.id, isMortgage(deed)) ? (deed.blocked[0] ?? null) : null;
  };
  return (
    <>
      <Group mb="sm">
        <FilterChips
          filters={filters.filter(({ key }) => key !== 'estado_id')}
          values={search}
          onChange={onSearch}
        />
      </Group>
      {query.error && <Alert color="red" variant="light" title={sentence(query.error)} />}
      <Board
        label="Escrituras por estado"
        cardId={(deed) => deed.id}
        cardName={(deed) => deed.name}
        columnOf={(deed) => deed.state.id}
        columnName={(id) => columns?.find(({ state }) => state.id === id)?.state.name ?? ''}
        moves={(deed) => arrowsOf(deed).map(({ to, label }) => ({ to, label, whyNot: whyNot(deed, to) }))}
        whyNot={whyNot}
        move={(deed, to) => new Promise((done) => setAsking({ deed, to, done }))}
        status={changeDeedStatus}
      >
        {(board) => (
          <StateColumns
            board={board}
            columns={columns}
            none="Ninguna."
            renderAll={(id) => (
              <PageLink to="/oficina/escrituras" search={{ estado_id: [id] }} size="sm">
                Ver todas en la lista
              </PageLink>
            )}
          >
            {(deed) => <DeedCard deed={deed} />}
          </StateColumns>
        )}
      </Board>
      {asking && (
        <DeedStepDrawer
          deed={asking.deed}
          to={asking.to}
          onClose={(text) => {
            asking.done(text);
            setAsking(null);
          }}
        />
      )}
    </>
  );
}

const DeedCard = ({ deed }: { deed: DeedRow }) => (
  <>
    <PageLink to="/oficina/escrituras/$id" params={{ id: deed.id }} size="sm" fw={600}>
      {deed.name}
    </PageLink>
    <Text size="xs" c="dimmed">
      {deed.lote ? `${deed.project.name} · ${deed.lote}` : deed.project.name}
    </Text>
    {deed.due_on && (
      <Text size="xs" component="div" mt={4}>
        Antes del <DateText day={deed.due_on} />
      </Text>
    )}
    <DeedBlock deed={deed} />
    {deed.lawyer && (
      <Text size="xs" c="dimmed">
        {deed.lawyer.name}
      </Text>
    )}
  </>
);
