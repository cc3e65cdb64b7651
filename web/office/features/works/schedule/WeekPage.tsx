import { Alert, Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isoWeek, showDay, showInstant, weekText } from '#contract/dates.ts';
import { closeWeek, weeksAround } from '#contract/projects/projects/weeks.ts';
import { programJobs } from '#contract/works/jobs/endpoints.ts';
import { findWeekProgram, listSchedulable } from '#contract/works/schedule/endpoints.ts';
import type { ProgramRow, SchedulableContract, WeekProgram } from '#contract/works/schedule/model.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { WeekSearch } from './scheduleSearch.ts';

/** What is built in a week, by contract: the schedule proposes, the manager programs and closes. */
export function WeekPage({ search }: { search: WeekSearch }) {
  const { data, error } = useQuery(queryOf(listSchedulable, {}));
  if (error) throw error;
  if (!data) return <PendingPage />;
  const contracts = data.data.filter(
    ({ project }) => search.proyecto_id === undefined || project.id === search.proyecto_id,
  );
  const chosen =
    contracts.find(({ id }) => id === search.contrato_id) ??
    contracts.find(({ schedule }) => schedule !== null) ??
    contracts[0];
  return chosen ? (
    <Chosen contracts={contracts} contract={chosen} semana={search.semana} />
  ) : (
    <>
      <PageHeader title="Programa semanal" count={null} />
      <EmptyState
        title="Aún no hay contratos de viviendas"
        text="El programa de la semana sale de los contratos y su cronograma."
      />
    </>
  );
}

interface ChosenProps {
  contracts: readonly SchedulableContract[];
  contract: SchedulableContract;
  semana: string | undefined;
}

function Chosen({ contracts, contract, semana }: ChosenProps) {
  const patch = usePatchSearch();
  const today = useToday();
  const weeks = weeksAround(today);
  const week = semana !== undefined && weeks.includes(semana) ? semana : isoWeek(today);
  const { data, error } = useQuery(
    queryOf(findWeekProgram, { query: { contrato_id: contract.id, semana: week } }),
  );
  if (error) throw error;
  return (
    <>
      <PageHeader
        title="Programa semanal"
        count={null}
        actions={<PageLink to="/oficina/programacion">Ver el cronograma</PageLink>}
      />
      <Stack gap="md">
        <Group gap="sm" align="end">
          <NativeSelect
            label="Contrato"
            value={String(contract.id)}
            data={contracts.map(({ id, reference, name, project }) => ({
              value: String(id),
              label: `${reference} · ${name} · ${project.name}`,
            }))}
            onChange={(event) => patch({ contrato_id: Number(event.currentTarget.value) })}
          />
          <NativeSelect
            label="Semana"
            value={week}
            data={weeks.map((one) => ({ value: one, label: weekText(one) }))}
            onChange={(event) => patch({ semana: event.currentTarget.value })}
          />
        </Group>
        {data ? <Programme key={`${contract.id} ${week}`} program={data.data} /> : <PendingPage />}
      </Stack>
    </>
  );
}

function Programme({ program }: { program: WeekProgram }) {
  const close = useAction(closeWeek, { success: 'Semana cerrada.' });
  const ask = () =>
    void askConfirm({
      title: `¿Cerrar la ${program.week.text.split(' · ')[0]?.toLowerCase()} de ${program.project.name}?`,
      text: 'Vale para todos los contratos del proyecto: se guarda lo que quedó hecho y ya no se programa en ella.',
      confirm: 'Cerrar la semana',
    }).then((sure) => sure && close.mutate({ params: { id: program.project.id, week: program.week.id } }));
  return (
    <>
      {program.closed && (
        <Alert
          color="gray"
          variant="light"
          title={`Cerrada por ${program.closed.by} el ${showInstant(program.closed.at)}`}
        />
      )}
      <Section
        title="Programado"
        text="Lo que el contratista construye esta semana, lo más urgente primero."
        actions={
          program.may_close && !program.closed ? (
            <ReasonedButton whyNot={program.why_not_close} loading={close.isPending} onClick={ask}>
              Cerrar la semana
            </ReasonedButton>
          ) : undefined
        }
      >
        {program.programmed.length === 0 ? (
          <Text size="sm" c="dimmed">
            Nada está programado todavía.
          </Text>
        ) : (
          <ShortTable
            label="Programado"
            rows={program.programmed}
            rowId={(one) => one.job_id}
            columns={[...columns, { title: 'Prioridad', render: ({ priority }) => priority?.name ?? '—' }]}
          />
        )}
      </Section>
      <Proposed program={program} />
      {program.past.length > 0 && (
        <Section title="Semanas cerradas" text="Lo programado que quedó reportado completo al cierre.">
          <ShortTable
            label="Semanas cerradas"
            rows={program.past}
            rowId={({ week }) => week}
            columns={[
              { title: 'Semana', render: ({ text }) => text },
              { title: 'Programados', align: 'right', render: ({ planned }) => planned },
              { title: 'Cumplidos', align: 'right', render: ({ done }) => done },
              {
                title: 'Cumplimiento',
                align: 'right',
                render: ({ planned, done }) => `${Math.round((100 * done) / planned)} %`,
              },
            ]}
          />
        </Section>
      )}
    </>
  );
}

/** What the schedule proposes; those that are chosen are programmed with the priority that it gives them. */
function Proposed({ program }: { program: WeekProgram }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const programming = useAction(programJobs, {
    success: ({ data }) =>
      data.programmed === 1 ? 'Trabajo programado.' : `${data.programmed} trabajos programados.`,
  });
  const free = program.proposed.filter(({ why_not }) => why_not === null);
  const choose = (list: readonly ProgramRow[], on: boolean) => {
    const next = new Set(chosen);
    for (const { job_id } of list) if (on) next.add(job_id); else next.delete(job_id); // prettier-ignore
    setChosen(next);
  };
  // One request for each priority: each is programmed whole.
  const run = () => {
    const picked = free.filter(({ job_id }) => chosen.has(job_id));
    const groups = [...Map.groupBy(picked, ({ proposed }) => proposed.id)];
    const next = () => {
      const group = groups.pop();
      if (!group) return setChosen(new Set());
      const [prioridad_id, rows] = group;
      programming.mutate(
        { body: { ids: rows.map(({ job_id }) => job_id), semana: program.week.id, prioridad_id } },
        { onSuccess: next },
      );
    };
    next();
  };
  const pick: ShortColumn<ProgramRow> = {
    title: 'Elegir',
    quiet: true,
    head: (
      <Checkbox
        aria-label="Elegir todos"
        checked={free.length > 0 && free.every(({ job_id }) => chosen.has(job_id))}
        disabled={free.length === 0}
        onChange={(event) => choose(free, event.currentTarget.checked)}
      />
    ),
    render: (one) =>
      one.why_not === null ? (
        <Checkbox
          aria-label={`Elegir ${one.house.name}, ${one.activity.name}`}
          checked={chosen.has(one.job_id)}
          onChange={(event) => choose([one], event.currentTarget.checked)}
        />
      ) : null,
  };
  return (
    <Section
      title="Propuesto"
      text="Lo que el cronograma pone en esta semana o que viene de antes, lo más atrasado primero."
      actions={
        program.may_program && free.length > 0 ? (
          <Button disabled={chosen.size === 0} loading={programming.isPending} onClick={run}>
            Programar {chosen.size > 0 ? chosen.size : ''}
          </Button>
        ) : undefined
      }
    >
      {program.proposed.length === 0 ? (
        <Text size="sm" c="dimmed">
          El cronograma no propone nada más para esta semana.
        </Text>
      ) : (
        <ShortTable
          label="Propuesto"
          rows={program.proposed}
          rowId={(one) => one.job_id}
          columns={[
            ...columns,
            { title: 'Prioridad', render: ({ proposed }) => proposed.name },
            { title: 'Observación', render: ({ why_not }) => why_not ?? '' },
            ...(program.may_program ? [pick] : []),
          ]}
        />
      )}
    </Section>
  );
}

const columns: ShortColumn<ProgramRow>[] = [
  {
    title: 'Trabajo',
    render: ({ job_id, house, activity }) => (
      <PageLink to="/oficina/trabajos" search={{ trabajo: job_id }}>
        {house.name} · {activity.name}
      </PageLink>
    ),
  },
  { title: 'Estado', render: ({ state }) => <StatePill catalog="job" state={state} /> },
  {
    title: 'Días',
    render: ({ start, finish }) => (start && finish ? `${showDay(start)} al ${showDay(finish)}` : '—'),
  },
  { title: 'Atraso', align: 'right', render: ({ late }) => (late > 0 ? `${late} d` : '—') },
  { title: 'Reportado', align: 'right', render: ({ reported_percent }) => `${reported_percent} %` },
];
