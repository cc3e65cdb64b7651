import { Stack, Text } from '@mantine/core';
import { dueStage, type BoardRow } from '#contract/sales/board/board.ts';
import { STAGES, CELL, isLate } from '#contract/sales/board/cards.ts';
import { TURN_LABELS } from '#contract/sales/sale/turn.ts';
import { age } from '#web/office/lib/age.ts';
import { showDay } from '#web/office/lib/format.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { StatePill, TurnPill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import styles from './board.module.css';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { StageCell, type CellShown } from './StageCell.tsx';
import { listBoard } from '#contract/sales/board/boardEndpoints.ts';

const NONE: CellShown = { stage: 0, state_id: CELL.notStarted, due_on: null, days: null };
const cellOf = (row: BoardRow, stage: number): CellShown => ({
  ...(row.cells.find((one) => one.stage === stage) ?? { ...NONE, stage }),
  ...(row.stage?.id === stage && { normal: row.stage.normal }),
});

/** Heads of the twelve narrow columns; the whole name is read out and shown on hover. */
const SHORT = [
  'Separ.',
  'Docs.',
  'Precal.',
  'Trámite',
  'Carta',
  'Promesa',
  'Abonos',
  'Obra',
  'Escrit.',
  'Registro',
  'Desem.',
  'Entrega',
];

interface BoardColumnsProps {
  mine: (row: BoardRow) => boolean;
  onCell: (row: BoardRow, stage: number) => void;
  /** True on a phone: the twelve stages are one strip. */
  narrow: boolean;
  /** YYYY-MM-DD */
  today: string;
}

/** Columns of the board: the sale, its twelve stages in sight, then due day, turn and age. */
export function boardColumns({
  mine,
  onCell,
  narrow,
  today,
}: BoardColumnsProps): ColumnOf<typeof listBoard>[] {
  const stages: ColumnOf<typeof listBoard>[] = narrow
    ? [
        {
          key: 'etapas',
          title: 'Etapas',
          render: (row) => (
            <div className={styles.strip}>
              {STAGES.map((name, at) => (
                <StageCell
                  key={name}
                  look="numbered"
                  cell={cellOf(row, at + 1)}
                  onOpen={() => onCell(row, at + 1)}
                />
              ))}
            </div>
          ),
        },
      ]
    : STAGES.map((name, at) => ({
        key: `etapa_${at + 1}` as const,
        title: name,
        short: SHORT[at]!,
        align: 'center' as const,
        width: 52,
        render: (row: BoardRow) => (
          <StageCell look="sign" cell={cellOf(row, at + 1)} onOpen={() => onCell(row, at + 1)} />
        ),
      }));
  return [
    {
      key: 'venta',
      title: 'Venta',
      width: 200,
      phone: 'heading',
      render: (row) => (
        <Stack gap={0} align="stretch">
          <Text size="sm" fw={600} className={styles.name} title={row.name}>
            {row.name}
          </Text>
          <Text size="xs" c="dimmed" className={styles.name}>
            {saleName(row)} · {row.lot ? `Lote ${row.lot.lote}` : 'sin lote'}
          </Text>
        </Stack>
      ),
    },
    ...stages,
    {
      key: 'due',
      title: 'Vence',
      sortable: true,
      width: 120,
      render: (row) => {
        const stage = dueStage(row);
        const late = isLate(row.due_on, today);
        return row.due_on === null ? (
          '—'
        ) : (
          <Stack gap={0}>
            <span className={`figures ${styles.day} ${late ? styles.late : ''}`}>{showDay(row.due_on)}</span>
            <Text size="xs" c="dimmed" className={styles.name}>
              {[late && 'Venció', stage !== null && STAGES[stage - 1]].filter(Boolean).join(' · ')}
            </Text>
          </Stack>
        );
      },
    },
    {
      key: 'turno',
      title: 'Siguiente paso',
      width: 168,
      render: (row) =>
        row.turn === 'nadie' ? (
          '—'
        ) : (
          <Stack gap={0} align="flex-start">
            <TurnPill who={TURN_LABELS[row.turn]} mine={mine(row)} />
            <Text size="xs" className={styles.name} maw="100%" title={row.next}>
              {row.next}
            </Text>
          </Stack>
        ),
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
      key: 'estado',
      title: 'Estado',
      width: 190,
      startsHidden: !narrow,
      render: (row) => <StatePill catalog="precontract" state={row.state} />,
    },
    {
      key: 'accion',
      title: 'Última acción del cliente',
      width: 190,
      render: (row) => (
        <Stack gap={0}>
          <Text size="sm" className={styles.name} title={row.last_action.name}>
            {row.last_action.name}
          </Text>
          <Text size="xs" c="dimmed" className={styles.name}>
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
  const today = useToday();
  if (dueOn === null) return '—';
  const late = isLate(dueOn, today);
  return (
    <span className={`figures ${styles.day} ${late ? styles.late : ''}`}>
      {late ? 'Venció ' : ''}
      {showDay(dueOn)}
    </span>
  );
}
