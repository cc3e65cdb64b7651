import { Button, Group, Menu, Text, Title, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconArrowRight } from '@tabler/icons-react';
import { dueStage, type BoardRow } from '#contract/sales/board/board.ts';
import { listBoard } from '#contract/sales/board/boardEndpoints.ts';
import { STAGES } from '#contract/sales/board/cards.ts';
import { call } from '#web/office/lib/call.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { DueText } from './boardColumns.tsx';
import type { BoardSearch } from './boardSearch.ts';
import styles from './board.module.css';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { asks } from '#web/office/lib/list.ts';
import { OTHER_LIST } from '#web/office/lib/listSearch.ts';

const PAGE = 20;

interface StateColumnProps {
  state: number;
  name: string;
  filters: Partial<BoardSearch>;
  total: number;
  /** The card that is held, wherever it is. */
  held: BoardRow | null;
  /** A card that was let go here and is on its way. */
  arriving: BoardRow | null;
  leaving: number | null;
  /** Why the held card cannot come here; null: it can. */
  whyNot: string | null;
  choices: (sale: BoardRow) => readonly { to: number; name: string; whyNot: string | null }[];
  onHold: (sale: BoardRow | null) => void;
  onMove: (sale: BoardRow, to: number) => void;
}

/** The sales of one state, a page at a time, and where a card may be dropped. */
export function StateColumn(props: StateColumnProps) {
  const { state, name, filters, total, held, arriving, leaving, whyNot } = props;
  const query = useInfiniteQuery({
    queryKey: [listBoard.path, 'column', state, filters],
    meta: { shows: listBoard.shows },
    queryFn: ({ pageParam, signal }) =>
      call(
        listBoard,
        {
          query: {
            ...asks(listBoard, { ...filters, ...OTHER_LIST }),
            estado_id: [state],
            page: pageParam,
            per_page: PAGE,
          },
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { pagination } }) =>
      pagination.current_page < pagination.total_pages ? pagination.current_page + 1 : undefined,
    enabled: total > 0,
  });
  const sales = (query.data?.pages.flatMap(({ data }) => data) ?? []).filter(
    ({ id }, at, all) => id !== leaving && all.findIndex((one) => one.id === id) === at,
  );
  const drop = held === null || held.state.id === state ? undefined : whyNot === null ? 'yes' : 'no';
  return (
    // A place to drop on; without a mouse the card's menu does the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.column}
      aria-label={`${name}: ${total}`}
      {...(drop && { 'data-drop': drop })}
      onDragOver={(event) => {
        if (drop === 'yes') event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        if (held) props.onMove(held, state);
      }}
    >
      <div className={styles.columnHead}>
        <Title order={2} size="h5">
          {name}
        </Title>
        <Text size="sm" c="dimmed" className="figures">
          {total.toLocaleString('es-PA')}
        </Text>
      </div>
      {drop === 'no' && (
        <Text size="xs" c="dimmed" mb="xs">
          {whyNot}
        </Text>
      )}
      {query.error && (
        <Text size="sm" role="alert">
          {sentence(query.error)}
        </Text>
      )}
      <ul className={styles.saleCards} aria-label={name}>
        {arriving && <SaleCard sale={arriving} {...props} choices={() => []} waiting />}
        {sales.map((sale) => (
          <SaleCard key={sale.id} sale={sale} {...props} waiting={false} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          mt="xs"
          fullWidth
          size="compact-sm"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Ver más
        </Button>
      )}
    </section>
  );
}

function SaleCard({
  sale,
  waiting,
  choices,
  onHold,
  onMove,
}: Pick<StateColumnProps, 'choices' | 'onHold' | 'onMove'> & { sale: BoardRow; waiting: boolean }) {
  const to = choices(sale);
  return (
    // Dragged by a mouse; its menu does the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles.saleCard}
      draggable={!waiting && to.length > 0}
      {...(waiting && { 'data-moving': true })}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', saleName(sale));
        onHold(sale);
      }}
      onDragEnd={() => onHold(null)}
    >
      <PageLink to="/oficina/ventas/$id" params={{ id: sale.id }}>
        {sale.name}
      </PageLink>
      <Text size="xs" c="dimmed">
        {saleName(sale)} · {sale.lot ? `Lote ${sale.lot.lote}` : 'sin lote'}
      </Text>
      <Group justify="space-between" gap="xs" mt={4} wrap="nowrap">
        <Text size="xs">
          {sale.stage ? (
            <>
              {STAGES[(dueStage(sale) ?? sale.stage.id) - 1]} · <DueText dueOn={sale.due_on} />
            </>
          ) : (
            sale.next
          )}
        </Text>
        {to.length > 0 && (
          <Menu position="bottom-end" onOpen={() => onHold(sale)} onClose={() => onHold(null)}>
            <Menu.Target>
              <UnstyledButton aria-label={`Mover ${sale.name}`} p={4}>
                <IconArrowRight size={18} aria-hidden />
              </UnstyledButton>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>Mover a</Menu.Label>
              {to.map((one) => (
                <Menu.Item key={one.to} disabled={one.whyNot !== null} onClick={() => onMove(sale, one.to)}>
                  {one.name}
                  {one.whyNot && (
                    <Text size="xs" maw={260}>
                      {one.whyNot}
                    </Text>
                  )}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </li>
  );
}
