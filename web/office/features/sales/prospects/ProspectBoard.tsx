import { ActionIcon, Alert, Group, Menu, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changeProspectStatus, prospectBoard } from '#contract/sales/prospects/endpoints.ts';
import type { ProspectRow } from '#contract/sales/prospects/model.ts';
import { PROSPECT, prospectMachine } from '#contract/sales/prospects/rules.ts';
import { transitionsFrom } from '#contract/transitions.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { useCan } from '#web/office/lib/session.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { FilterChips } from '#web/office/ui/table/FilterChips.tsx';
import type { Filter } from '#web/office/ui/table/types.ts';
import { discardReasons } from '#contract/company/catalogs/salesLists.ts';
import styles from './ProspectBoard.module.css';
import { DueText } from './prospectColumns.tsx';
import type { ProspectsSearch } from './prospectsSearch.ts';
import { asks } from '#web/office/lib/list.ts';

const MIME = 'text/x-llave-prospecto';

interface BoardProps {
  search: ProspectsSearch;
  filters: readonly Filter[];
  onSearch: (patch: Record<string, unknown>) => void;
}

/** Prospects by stage. A card is dragged to another stage, or moved from its menu by keys and fingers. */
export function ProspectBoard({ search, filters, onSearch }: BoardProps) {
  const query = useQuery(queryOf(prospectBoard, { query: asks(prospectBoard, search) }));
  const mayMove = useCan('ventas.editar');
  const move = useAction(changeProspectStatus, {
    success: ({ data }) => `${data.person.name}: ${data.stage.name}.`,
  });
  const [dragged, setDragged] = useState<ProspectRow | null>(null);
  const columns = query.data?.data;
  const goes = (card: ProspectRow, to: number) =>
    transitionsFrom(prospectMachine, card.stage.id).find((arrow) => arrow.to === to);
  const run = async (card: ProspectRow, to: number) => {
    const arrow = goes(card, to);
    if (!arrow) return;
    const motivo =
      arrow.reason === 'required'
        ? await askReason({
            title: `${arrow.label} a ${card.person.name}`,
            text: 'El motivo queda en el historial.',
            label: 'Motivo',
            required: true,
            confirm: arrow.label,
            danger: to === PROSPECT.discarded,
            suggestions: discardReasons.rows.map(([, label]) => label),
          })
        : '';
    if (motivo === null) return;
    move.mutate({
      params: { id: card.id },
      body: { params: { estado_id: to, version: card.version, ...(motivo && { motivo }) } },
    });
  };
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it */}
      <section className={styles.board} aria-label="Prospectos por etapa" tabIndex={0}>
        {columns
          ? columns.map(({ stage, total, rows }) => (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- each card's menu does the same by keys
              <section
                key={stage.id}
                className={styles.column}
                aria-label={stage.name}
                data-open={dragged !== null && goes(dragged, stage.id) !== undefined ? true : undefined}
                onDragOver={(event) => {
                  if (dragged && goes(dragged, stage.id)) event.preventDefault();
                }}
                onDrop={(event) => {
                  event.preventDefault();
                  if (dragged) void run(dragged, stage.id);
                  setDragged(null);
                }}
              >
                <Group justify="space-between" mb="xs" wrap="nowrap">
                  <Title order={2} size="h4">
                    {stage.name}
                  </Title>
                  <Text size="sm" c="dimmed" className="figures">
                    {total >= 999 ? '999+' : total}
                  </Text>
                </Group>
                <Stack gap="xs">
                  {rows.map((card) => (
                    <Paper
                      key={card.id}
                      withBorder
                      p="sm"
                      className={styles.card}
                      draggable={mayMove && transitionsFrom(prospectMachine, stage.id).length > 0}
                      onDragStart={(event) => {
                        event.dataTransfer.setData(MIME, String(card.id));
                        event.dataTransfer.effectAllowed = 'move';
                        setDragged(card);
                      }}
                      onDragEnd={() => setDragged(null)}
                    >
                      <Group justify="space-between" wrap="nowrap" align="flex-start" gap={4}>
                        <PageLink to="/oficina/prospectos/$id" params={{ id: card.id }} size="sm" fw={600}>
                          {card.person.name}
                        </PageLink>
                        {mayMove && <MoveMenu card={card} onMove={(to) => void run(card, to)} />}
                      </Group>
                      <Text size="xs" c="dimmed">
                        {card.model ? `${card.project.name} · ${card.model.name}` : card.project.name}
                      </Text>
                      <Text size="xs" component="div" mt={4}>
                        {card.next_follow_up_on ? <DueText one={card} /> : card.last_action.name}
                      </Text>
                      {card.adviser && (
                        <Text size="xs" c="dimmed">
                          {card.adviser.name}
                        </Text>
                      )}
                    </Paper>
                  ))}
                  {total > rows.length && (
                    <PageLink to="/oficina/prospectos" search={{ etapa_id: [stage.id] }} size="sm">
                      Ver todos en la lista
                    </PageLink>
                  )}
                  {total === 0 && (
                    <Text size="sm" c="dimmed">
                      Nadie en esta etapa.
                    </Text>
                  )}
                </Stack>
              </section>
            ))
          : Array.from({ length: 6 }, (_, at) => <Skeleton key={at} height={240} miw={220} />)}
      </section>
    </>
  );
}

function MoveMenu({ card, onMove }: { card: ProspectRow; onMove: (to: number) => void }) {
  const arrows = transitionsFrom(prospectMachine, card.stage.id);
  if (arrows.length === 0) return null;
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={`Mover a ${card.person.name}`}>
          <IconDotsVertical size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {arrows.map(({ to, label }) => (
          <Menu.Item key={to} onClick={() => onMove(to)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
