import { Stack, Text } from '@mantine/core';
import { dueStage, type BoardRow } from '#contract/sales/board/board.ts';
import { STAGES, CELL } from '#contract/sales/board/cards.ts';
import { TURN_LABELS } from '#contract/sales/sale/turn.ts';
import { age } from '#web/office/lib/age.ts';
import { panamaDay, showDay } from '#web/office/lib/format.ts';
import { StatePill, TurnPill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import styles from './board.module.css';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { StageCell, type CellShown } from './StageCell.tsx';
import { listBoard } from '#contract/sales/board/boardEndpoints.ts';

const NONE: CellShown = { stage: 0, state_id: CELL.notStarted, due_on: null, days: null };
const cellOf = (row: BoardRow, stage: number) =>
  row.cells.find((one) => one.stage === stage) ?? { ...NONE, stage };

interface BoardColumnsProps {
  mine: (row: BoardRow) => boolean;
  onCell: (row: BoardRow, stage: number) => void;
  /** True on a phone: the twelve stages are one strip. */
  narrow: boolean;
}

/** Columns of the board: customer, the twelve stages, turn and age. */
export function boardColumns({ mine, onCell, narrow }: BoardColumnsProps): ColumnOf<typeof listBoard>[] {
  const stages: ColumnOf<typeof listBoard>[] = narrow
    ? [
        {
          key: 'etapas',
          title: 'Etapas',
          render: (row) => (
            <div className={styles.strip}>
              {STAGES.map((name, at) => (
                <StageCell key={name} short cell={cellOf(row, at + 1)} onOpen={() => onCell(row, at + 1)} />
              ))}
            </div>
          ),
        },
      ]
    : STAGES.map((name, at) => ({
        key: `etapa_${at + 1}`,
        title: name,
        width: 136,
        render: (row: BoardRow) => (
          <StageCell cell={cellOf(row, at + 1)} onOpen={() => onCell(row, at + 1)} />
        ),
      }));
  return [
    {
      key: 'venta',
      title: 'Venta',
      width: 230,
      phone: 'heading',
      render: (row) => (
        <Stack gap={2} align="flex-start">
          <Text size="sm" fw={600}>
            {row.name}
          </Text>
          <Text size="xs" c="dimmed">
            {saleName(row)} · {row.lot ? `Lote ${row.lot.lote}` : 'sin lote'}
          </Text>
          <StatePill catalog="precontract" state={row.state} />
        </Stack>
      ),
    },
    {
      key: 'due',
      title: 'Vence',
      sortable: true,
      width: 164,
      render: (row) => {
        const stage = dueStage(row);
        return (
          <Stack gap={0}>
            <DueText dueOn={row.due_on} />
            {stage !== null && stage !== row.stage?.id && (
              <Text size="xs" c="dimmed">
                {STAGES[stage - 1]}
              </Text>
            )}
          </Stack>
        );
      },
    },
    {
      key: 'age',
      title: 'En la etapa',
      sortable: true,
      width: 150,
      render: ({ stage }) =>
        stage ? (
          <Stack gap={0}>
            <Text size="sm" className={`figures ${stage.days > stage.normal ? styles.late : ''}`}>
              {stage.days === 1 ? '1 día' : `${stage.days} días`} (normal {stage.normal})
            </Text>
            <Text size="xs" c="dimmed">
              {STAGES[stage.id - 1]}
            </Text>
          </Stack>
        ) : (
          '—'
        ),
    },
    {
      key: 'turno',
      title: 'Siguiente paso',
      width: 220,
      render: (row) =>
        row.turn === 'nadie' ? (
          '—'
        ) : (
          <Stack gap={2} align="flex-start">
            <TurnPill who={TURN_LABELS[row.turn]} mine={mine(row)} />
            <Text size="xs">{row.next}</Text>
          </Stack>
        ),
    },
    ...stages,
    {
      key: 'accion',
      title: 'Última acción del cliente',
      width: 190,
      render: (row) => (
        <Stack gap={0}>
          <Text size="sm">{row.last_action.name}</Text>
          <Text size="xs" c="dimmed">
            {age(row.last_action_at)}
            {row.next_contact_on && ` · hablarle el ${showDay(row.next_contact_on)}`}
          </Text>
        </Stack>
      ),
    },
    { key: 'procesador', title: 'Procesador', width: 150, render: (row) => row.processor?.name ?? '—' },
    {
      key: 'asesor',
      title: 'Asesor',
      width: 150,
      startsHidden: true,
      render: (row) => row.adviser?.name ?? '—',
    },
    {
      key: 'proyecto',
      title: 'Proyecto',
      width: 170,
      startsHidden: true,
      render: (row) => row.project.name,
    },
  ];
}

/** The earliest due day among open stages, marked if it has passed. */
export function DueText({ dueOn }: { dueOn: string | null }) {
  if (dueOn === null) return '—';
  const late = isPast(dueOn);
  return (
    <span className={`figures ${styles.day} ${late ? styles.late : ''}`}>
      {late ? 'Venció ' : ''}
      {showDay(dueOn)}
    </span>
  );
}

const isPast = (day: string, now = new Date()) => day < panamaDay(now);
