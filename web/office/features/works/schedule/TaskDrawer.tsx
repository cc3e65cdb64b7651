import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showDay } from '#contract/dates.ts';
import { LINK_KINDS } from '#contract/works/schedule/network.ts';
import { findTask, undoMove } from '#contract/works/schedule/endpoints.ts';
import type { Move, Task } from '#contract/works/schedule/model.ts';
import { TASK_STANDINGS } from '#contract/works/schedule/rules.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { ActivityStream, type ActivityItem } from '#web/office/ui/ActivityStream.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { MoveDrawer } from './MoveDrawer.tsx';
import { standingTone } from './taskColumns.tsx';

const span = (from: string | null, to: string | null) =>
  from === null ? 'Aún no' : to === null ? `Desde el ${showDay(from)}` : `${showDay(from)} al ${showDay(to)}`;

interface TaskDrawerProps {
  id: number;
  onClose: () => void;
  beside?: Beside;
  onMoved?: (moveId: number) => void;
}

/** An activity of a house: its dates, what it waits for, and why it was moved. */
export function TaskDrawer({ id, onClose, beside, onMoved }: TaskDrawerProps) {
  const { data, error } = useQuery(queryOf(findTask, { params: { id } }));
  const task = data?.data;
  return (
    <RecordDrawer
      title={task ? `${task.house.name} · ${task.activity.name}` : 'Actividad'}
      record={task}
      error={error}
      beside={beside}
      onClose={onClose}
    >
      {(one) => <Body key={one.id} task={one} onMoved={onMoved ?? (() => undefined)} />}
    </RecordDrawer>
  );
}

function Body({ task, onMoved }: { task: Task; onMoved: (moveId: number) => void }) {
  const [moving, setMoving] = useState(false);
  const undo = useAction(undoMove, { success: 'Movimiento deshecho.' });
  const last = task.moves.find(({ undoable }) => undoable);
  const mayMove = task.may_move && task.standing === 'por_empezar';
  return (
    <Stack gap="md">
      <Group gap="xs">
        <StatePill tone={standingTone(task)} label={TASK_STANDINGS[task.standing]} />
        <Text size="sm" c="dimmed">
          {task.contract.reference} · {task.project.name}
        </Text>
      </Group>
      <Facts
        rows={[
          ['Planificada', span(task.start, task.finish)],
          ['Línea base', span(task.base_start, task.base_finish)],
          ['Real', span(task.started_on, task.finished_on)],
          ['Avance', `${task.percent} %`],
          ['Días hábiles', `${task.days}, cuadrilla ${task.crew + 1}`],
          ['Atraso', task.late === 0 ? 'Ninguno' : `${task.late} días hábiles`],
          ['Holgura', task.critical ? 'Ninguna: mueve el fin de la casa' : `${task.float} días hábiles`],
          ...(task.driving ? [['Ruta crítica', 'Decide el fin de todo el contrato'] as const] : []),
          ...(task.not_before ? [['No antes del', showDay(task.not_before)] as const] : []),
          ...(task.forecast.p50 && task.forecast.p80
            ? [
                [
                  'Fin probable de la casa',
                  `${showDay(task.forecast.p50)} a ${showDay(task.forecast.p80)}`,
                ] as const,
                [
                  'Se apoya en',
                  task.forecast.houses === 0
                    ? 'lo usual; aún no hay casas terminadas'
                    : `${task.forecast.houses} casas terminadas`,
                ] as const,
              ]
            : []),
        ]}
      />
      <Group gap="xs">
        {mayMove && <Button onClick={() => setMoving(true)}>Mover</Button>}
        {last && (
          <Button
            variant="default"
            loading={undo.isPending}
            onClick={() => undo.mutate({ params: { id: last.id } })}
          >
            Deshacer el movimiento
          </Button>
        )}
        {task.job_id !== null && (
          <PageLink to="/oficina/trabajos" search={{ trabajo: task.job_id }}>
            Ver el trabajo
          </PageLink>
        )}
      </Group>
      {moving && (
        <MoveDrawer
          scheduleId={task.schedule_id}
          houseId={task.house.id}
          activityId={task.activity.id}
          name={`${task.house.name} · ${task.activity.name}`}
          from={task.start}
          to={task.start}
          onClose={() => setMoving(false)}
          onMoved={onMoved}
        />
      )}
      {task.after.length > 0 && (
        <section>
          <Title order={3} size="h4" mb="xs">
            Espera
          </Title>
          {task.after.map(({ activity, kind, lag }) => (
            <Text key={`${activity.id} ${kind}`} size="sm">
              {activity.name} <span className="figures">· {LINK_KINDS[kind]}</span>
              {lag !== 0 && ` (${lag > 0 ? '+' : ''}${lag} días)`}
            </Text>
          ))}
        </section>
      )}
      <ActivityStream title="Movimientos" error={null} onComment={null} items={task.moves.flatMap(itemsOf)} />
    </Stack>
  );
}

function itemsOf(move: Move): ActivityItem[] {
  const what = move.activity ? 'la actividad' : 'toda la casa';
  return [
    ...(move.undone_at
      ? [
          {
            id: `d${move.id}`,
            kind: 'change' as const,
            who: move.undone_by ?? '',
            at: move.undone_at,
            text: `Deshizo el movimiento de ${what}`,
          },
        ]
      : []),
    {
      id: `m${move.id}`,
      kind: 'change' as const,
      who: move.by,
      at: move.at,
      text: `Movió ${what}`,
      from: showDay(move.from),
      to: showDay(move.to),
      reason: move.reason,
    },
  ];
}
