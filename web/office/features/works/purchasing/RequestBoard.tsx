import { Alert, Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { changeRequestStatus, findRequest, requestBoard } from '#contract/works/purchasing/endpoints.ts';
import type { RequestRow } from '#contract/works/purchasing/model.ts';
import { REQUEST_STATE, requestMachine } from '#contract/works/purchasing/rules.ts';
import { transitionsFrom } from '#contract/transitions.ts';
import { call } from '#web/office/lib/call.ts';
import { asks } from '#web/office/lib/list.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { usePermissions } from '#web/office/lib/session.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import { Board } from '#web/office/ui/board/Board.tsx';
import { StateColumns } from '#web/office/ui/board/StateColumns.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { toast } from '#web/office/ui/toast.tsx';
import { FilterChips } from '#web/office/ui/table/FilterChips.tsx';
import type { Filter } from '#web/office/ui/table/types.ts';
import { overText } from './overText.ts';
import type { RequestsSearch } from './purchasingSearch.ts';

const R = REQUEST_STATE;
const DANGER: readonly number[] = [R.refused, R.voided];

interface RequestBoardProps {
  search: RequestsSearch;
  filters: readonly Filter[];
  onSearch: (patch: Record<string, unknown>) => void;
}

/** Why nobody drags a request to a state; what its order does moves the later ones. */
const whyNot = (request: RequestRow, to: number): string | null =>
  transitionsFrom(requestMachine, request.state.id).some((arrow) => arrow.to === to)
    ? null
    : to === R.ordered
      ? 'Ábrela y ordena una de sus cotizaciones.'
      : to > R.ordered && to < R.voided
        ? 'La mueven el despacho y el conteo de su orden.'
        : 'Desde su estado no se puede pasar a este.';

/** Moves a request as its page does: what stands against it now, and whether it needs a reason, the request itself says. */
async function move({ id }: RequestRow, to: number): Promise<string | null> {
  const { data: request } = await call(findRequest, { params: { id } });
  const offer = request.transitions.find(({ estado_id }) => estado_id === to);
  const refused = offer ? offer.disabled : 'Desde su estado no puedes pasarla a este.';
  if (!offer || refused !== null) {
    toast.error(refused);
    return null;
  }
  const motivo =
    offer.motivo === 'required'
      ? await askReason({
          title: `${offer.label}: ${request.code}`,
          text: to === R.approved ? overText(request) : 'El motivo queda en el historial.',
          label: 'Motivo',
          required: true,
          confirm: offer.label,
          danger: DANGER.includes(to),
        })
      : '';
  if (motivo === null) return null;
  const { data } = await call(changeRequestStatus, {
    params: { id },
    body: { params: { estado_id: to, version: request.version, ...(motivo && { motivo }) } },
  });
  return `${data.code}: ${data.state.name}.`;
}

/** Material requests by state; a card follows the request's state machine. */
export function RequestBoard({ search, filters, onSearch }: RequestBoardProps) {
  const query = useQuery(queryOf(requestBoard, { query: asks(requestBoard, search) }));
  const granted = usePermissions();
  const columns = query.data?.data;
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
        label="Solicitudes de materiales por estado"
        cardId={(request) => request.id}
        cardName={(request) => request.code}
        columnOf={(request) => request.state.id}
        columnName={(id) => columns?.find(({ state }) => state.id === id)?.state.name ?? ''}
        moves={(request) =>
          transitionsFrom(requestMachine, request.state.id)
            .filter(({ permission }) => permission !== null && granted.has(permission))
            .map(({ to, label }) => ({ to, label, whyNot: null }))
        }
        whyNot={whyNot}
        move={move}
        status={changeRequestStatus}
      >
        {(board) => (
          <StateColumns
            board={board}
            columns={columns}
            none="Ninguna en este estado."
            renderAll={(id) => (
              <PageLink to="/oficina/materiales" search={{ estado_id: id }} size="sm">
                Ver todas en la lista
              </PageLink>
            )}
          >
            {(request) => <RequestCard request={request} />}
          </StateColumns>
        )}
      </Board>
    </>
  );
}

const RequestCard = ({ request }: { request: RequestRow }) => (
  <>
    <PageLink to="/oficina/materiales/$id" params={{ id: request.id }} size="sm" fw={600}>
      {request.house?.name ?? 'Obras de todo el proyecto'}
    </PageLink>
    <Text size="xs" c="dimmed">
      {request.code} · {request.project.name}
    </Text>
    {request.needed_on && (
      <Text size="xs" component="div">
        Hace falta el <DateText day={request.needed_on} />
      </Text>
    )}
    <Text size="xs" c="dimmed" component="div">
      {request.lines_count} {request.lines_count === 1 ? 'material' : 'materiales'}
      {request.estimate_centavos !== null && (
        <>
          {' · '}
          <MoneyText centavos={request.estimate_centavos} />
        </>
      )}
    </Text>
    {request.over_budget && (
      <Badge variant="light" color="yellow" tt="none" mt={4}>
        Sobre el presupuesto
      </Badge>
    )}
  </>
);
