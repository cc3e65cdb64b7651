import { Button, Group, NativeSelect, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { showDay } from '#contract/dates.ts';
import { findGantt, listSchedulable, undoMove } from '#contract/works/schedule/endpoints.ts';
import type { Gantt as GanttData, SchedulableContract } from '#contract/works/schedule/model.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { spanOf, type Moving } from './ganttModel.ts';
import styles from './gantt.module.css';
import { MoveDrawer } from './MoveDrawer.tsx';
import { PrintGantt } from './PrintGantt.tsx';
import type { ScheduleSearch } from './scheduleSearch.ts';
import { StampDrawer } from './StampDrawer.tsx';
import { StopDrawer } from './StopDrawer.tsx';
import { StopsDrawer } from './StopsDrawer.tsx';
import { TaskDrawer } from './TaskDrawer.tsx';

const Gantt = lazy(() => import('./Gantt.tsx').then((file) => ({ default: file.Gantt })));

/** Pixels of a day, by what a screen shows. */
const ZOOMS = [
  { value: '20', label: 'Días' },
  { value: '7', label: 'Semanas' },
  { value: '2.5', label: 'Meses' },
];

/** The schedules of a project as bars, and what is done with them. */
export function SchedulePage({ search }: { search: ScheduleSearch }) {
  const { proyecto_id, contrato_id, cronograma } = search;
  const query = useQuery(queryOf(findGantt, { query: { proyecto_id, contrato_id, cronograma } }));
  if (query.error) throw query.error;
  return query.data ? <Opened gantt={query.data.data} search={search} /> : <PendingPage />;
}

function Opened({ gantt, search }: { gantt: GanttData; search: ScheduleSearch }) {
  const patch = usePatchSearch();
  const contracts = useOptions(queryOf(listSchedulable, {}));
  const [perDay, setPerDay] = useState('7');
  const [asked, setAsked] = useState<Moving | null>(null);
  const [lastMove, setLastMove] = useState<number | null>(null);
  const undo = useAction(undoMove, { success: 'Movimiento deshecho.' });
  const stamping = useDrawer('programar');
  const stops = useDrawer('paros');
  const stopping = useDrawer('paro');
  const print = usePrint();
  const chosen = contracts.find(({ id }) => id === stamping.id);
  const only = gantt.schedules.length === 1 ? gantt.schedules[0] : undefined;
  const mayPlan = gantt.schedules.some(({ may_move }) => may_move);
  const undoLast = () => {
    if (lastMove === null) return;
    undo.mutate({ params: { id: lastMove } }, { onSuccess: () => setLastMove(null) });
  };
  return (
    <>
      <div {...(print.on && { className: styles.screen })}>
        <PageHeader
          title="Programación"
          count={null}
          actions={
            <Group gap="xs">
              <PageLink to="/oficina/programacion/semana">Programa semanal</PageLink>
              <PageLink to="/oficina/programacion/actividades">Ver como lista</PageLink>
              <StampMenu contracts={contracts} onStamp={stamping.open} />
            </Group>
          }
        />
        {gantt.project ? (
          <Stack gap="sm">
            <Group gap="sm" align="end">
              {gantt.projects.length > 1 && (
                <NativeSelect
                  label="Proyecto"
                  value={String(gantt.project.id)}
                  data={gantt.projects.map(({ id, name }) => ({ value: String(id), label: name }))}
                  onChange={(event) =>
                    patch({
                      proyecto_id: Number(event.currentTarget.value),
                      contrato_id: undefined,
                      cronograma: undefined,
                    })
                  }
                />
              )}
              <NativeSelect
                label="Contrato"
                value={String(search.contrato_id ?? '')}
                data={[
                  { value: '', label: 'Todos' },
                  ...contracts
                    .filter(({ schedule, project }) => schedule && project.id === gantt.project?.id)
                    .map(({ id, reference, name }) => ({
                      value: String(id),
                      label: `${reference} · ${name}`,
                    })),
                ]}
                onChange={(event) =>
                  patch({
                    proyecto_id: gantt.project?.id,
                    contrato_id: Number(event.currentTarget.value) || undefined,
                    cronograma: undefined,
                  })
                }
              />
              <SegmentedControl
                aria-label="Escala"
                size="xs"
                data={ZOOMS}
                value={perDay}
                onChange={setPerDay}
              />
              <Button variant="default" onClick={() => stops.open()}>
                Días perdidos ({gantt.stops.length})
              </Button>
              <Button variant="default" onClick={print.start}>
                Imprimir
              </Button>
              {lastMove !== null && (
                <Button variant="default" loading={undo.isPending} onClick={undoLast}>
                  Deshacer el movimiento
                </Button>
              )}
            </Group>
            <Ends gantt={gantt} />
            <Suspense fallback={<Skeleton h={420} />}>
              <Gantt
                gantt={gantt}
                perDay={Number(perDay)}
                asked={asked}
                onAsk={setAsked}
                onOpen={({ id }) => patch({ tarea: id })}
                onUndo={undoLast}
              />
            </Suspense>
            {only && <RecordTalk reference="cronograma" id={only.id} />}
          </Stack>
        ) : (
          <EmptyState
            title="Aún no hay cronogramas"
            text="Programa un contrato de viviendas: sus casas toman las actividades del plan de acción de su modelo."
          />
        )}
      </div>
      {print.on && <PrintGantt gantt={gantt} />}
      {stamping.opened && chosen && <StampDrawer contract={chosen} onClose={stamping.close} />}
      {stops.opened && (
        <StopsDrawer
          stops={gantt.stops}
          onAdd={mayPlan ? () => stopping.open() : null}
          onClose={stops.close}
        />
      )}
      {stopping.opened && gantt.project && (
        <StopDrawer
          project={gantt.project}
          contracts={gantt.schedules.map(({ contract }) => contract)}
          houses={housesOf(gantt)}
          today={gantt.today}
          onClose={stopping.close}
        />
      )}
      {asked && (
        <MoveDrawer
          scheduleId={asked.schedule.id}
          houseId={asked.house.id}
          activityId={asked.task?.a ?? null}
          name={nameOf(gantt, asked)}
          from={asked.from}
          to={asked.to}
          onClose={() => setAsked(null)}
          onMoved={setLastMove}
        />
      )}
      {search.tarea !== undefined && (
        <TaskDrawer id={search.tarea} onClose={() => patch({ tarea: undefined })} onMoved={setLastMove} />
      )}
    </>
  );
}

const nameOf = (gantt: GanttData, { house, task }: Moving) =>
  task ? `${house.name} · ${gantt.activities.find(({ id }) => id === task.a)?.name ?? ''}` : house.name;

/** Each house once, by name. */
function housesOf({ schedules }: GanttData) {
  const found = new Map(schedules.flatMap(({ houses }) => houses.map(({ id, name }) => [id, name] as const)));
  return [...found]
    .map(([id, name]) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'es'));
}

/** When everything ends, by the schedule and by the base line. */
function Ends({ gantt }: { gantt: GanttData }) {
  const tasks = gantt.schedules.flatMap(({ houses }) => houses.flatMap((house) => house.tasks));
  const now = spanOf(tasks);
  const base = spanOf(tasks.map(({ bs, bf }) => ({ s: bs, f: bf })));
  if (!now || !base) return null;
  const late = tasks.filter(({ f, bf, finished }) => finished === null && f > bf).length;
  return (
    <Text size="sm">
      Termina el <b>{showDay(now.f)}</b>; la línea base, el {showDay(base.f)}.{' '}
      {late === 0 ? 'Nada va atrasado.' : `${late} de ${tasks.length} actividades van atrasadas.`}
    </Text>
  );
}

interface StampMenuProps {
  contracts: readonly SchedulableContract[];
  onStamp: (contract: number) => void;
}

/** The contracts that may be stamped, those without a schedule first. */
function StampMenu({ contracts, onStamp }: StampMenuProps) {
  const offered = contracts
    .filter(({ may_stamp }) => may_stamp)
    .toSorted((a, b) => Number(a.schedule !== null) - Number(b.schedule !== null));
  if (offered.length === 0) return null;
  return (
    <NativeSelect
      aria-label="Programar un contrato"
      value=""
      data={[
        { value: '', label: 'Programar un contrato…' },
        ...offered.map(({ id, reference, project, schedule }) => ({
          value: String(id),
          label: `${reference} · ${project.name}${schedule ? ' (otra vez)' : ''}`,
        })),
      ]}
      onChange={(event) => onStamp(Number(event.currentTarget.value))}
    />
  );
}

/** Draws the paper version, prints it and takes it away again. */
function usePrint(): { on: boolean; start: () => void } {
  const [on, setOn] = useState(false);
  useEffect(() => {
    if (!on) return;
    const end = () => setOn(false);
    window.addEventListener('afterprint', end);
    window.print();
    return () => window.removeEventListener('afterprint', end);
  }, [on]);
  return { on, start: () => setOn(true) };
}
