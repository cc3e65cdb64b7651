import { Group } from '@mantine/core';
import { useState } from 'react';
import { contractActivities, jobStates } from '#contract/company/catalogs/worksLists.ts';
import { weekText } from '#contract/dates.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { weeksAround } from '#contract/projects/projects/weeks.ts';
import { listContractHouses, listContracts } from '#contract/works/contracts/endpoints.ts';
import { listJobs, type JobRow } from '#contract/works/jobs/endpoints.ts';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import type { Choice, FilterOf } from '#web/office/ui/table/types.ts';
import { FieldLink } from './field/FieldLink.tsx';
import { jobColumns } from './jobColumns.tsx';
import { JobDrawer } from './JobDrawer.tsx';
import { nameOf } from './jobName.ts';
import type { JobsSearch } from './jobsSearch.ts';
import { ProgramDrawer } from './ProgramDrawer.tsx';

const PLANNABLE: readonly number[] = [JOB_STATE.pending, JOB_STATE.programmed];

/** Jobs of the contracts in force: programming, reports and inspections. */
export function JobsPage({ search }: { search: JobsSearch }) {
  const patch = usePatchSearch();
  const seesAmounts = useCan('contratos.montos');
  const mayPlan = useCan('contratos.crear');
  const mayReport = useCan('contratos.editar');
  const mayInspect = useCan('contratos.inspeccionar');
  const list = useList(listJobs, search);
  const filters = useFilters(search, list.rows ?? []);
  const [programming, setProgramming] = useState<JobRow[] | null>(null);
  const { trabajo } = search;
  return (
    <>
      <PageHeader
        title="Trabajos"
        count={list.total}
        actions={
          <Group gap="xs">
            {mayPlan && <PageLink to="/oficina/listas-de-inspeccion">Listas de inspección</PageLink>}
            {(mayReport || mayInspect) && <FieldLink quiet={mayPlan} />}
          </Group>
        }
      />
      <DataTable
        id="trabajos"
        caption="Trabajos"
        list={list}
        columns={jobColumns(seesAmounts)}
        filters={filters}
        views={[
          { label: 'Para mí', search: { para_mi: 1 } },
          { label: 'Por inspeccionar', search: { estado_id: JOB_STATE.inspecting } },
          { label: 'Por corregir', search: { estado_id: JOB_STATE.toCorrect } },
        ]}
        rowId={(one) => one.id}
        rowName={nameOf}
        open={{ show: (one) => patch({ trabajo: one.id }) }}
        {...(mayPlan && {
          bulk: [
            {
              label: 'Programar',
              whyNot: (rows: JobRow[]) =>
                rows.every(({ state }) => PLANNABLE.includes(state.id))
                  ? null
                  : 'Elige solo trabajos pendientes o programados.',
              run: (rows: JobRow[]) => setProgramming(rows),
            },
          ],
        })}
        empty={
          <EmptyState
            title="Aún no hay trabajos"
            text="Un contrato vigente tiene un trabajo por cada actividad de sus viviendas, o por cada partida."
          />
        }
      />
      {programming && <ProgramDrawer rows={programming} onDone={() => setProgramming(null)} />}
      {trabajo !== undefined && (
        <JobDrawer
          id={trabajo}
          onClose={() => patch({ trabajo: undefined })}
          beside={besideOf(list.rows, trabajo, (id) => patch({ trabajo: id }))}
        />
      )}
    </>
  );
}

/** Choices with the current one, which a link may name although it is not among them. */
const withChosen = (list: readonly Choice[], chosen: number | undefined, name: string | undefined) =>
  chosen === undefined || list.some(({ value }) => value === chosen)
    ? list
    : [{ value: chosen, label: name ?? String(chosen) }, ...list];

/** The project filter needs permission to list projects. */
function useFilters(search: JobsSearch, rows: readonly JobRow[]): FilterOf<typeof listJobs>[] {
  const today = useToday();
  const seesProjects = useCan('proyectos.ver');
  const projects = useOptions({ ...queryOf(listProjectOptions, {}), enabled: seesProjects });
  const states = useOptions(queryOf(jobStates.list, {}));
  const { proyecto_id, contrato_id, vivienda_id } = search;
  const contracts = useOptions(
    queryOf(listContracts, { query: { proyecto_id, order_column: 'name', per_page: 200 } }),
  );
  const houses = useOptions({
    ...queryOf(listContractHouses, { params: { contractId: contrato_id ?? 0 } }),
    enabled: contrato_id !== undefined,
  });
  const activities = useOptions(queryOf(contractActivities.list, {}));
  return [
    ...(seesProjects
      ? [
          {
            key: 'proyecto_id' as const,
            label: 'Proyecto',
            kind: 'one' as const,
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
        ]
      : []),
    {
      key: 'estado_id',
      label: 'Estado',
      kind: 'one',
      choices: states.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      key: 'actividad_id',
      label: 'Actividad',
      kind: 'one',
      choices: activities.map(({ id, nombre }) => ({ value: id, label: nombre })),
    },
    {
      key: 'semana',
      label: 'Semana',
      kind: 'one',
      choices: weeksAround(today).map((week) => ({ value: week, label: weekText(week) })),
    },
    {
      key: 'contrato_id',
      label: 'Contrato',
      kind: 'one',
      choices: withChosen(
        contracts.map(({ id, name, reference }) => ({ value: id, label: `${reference} · ${name}` })),
        contrato_id,
        rows[0]?.contract.name,
      ),
    },
    // The houses of a contract: of all of them there are too many to choose from.
    ...(contrato_id === undefined && vivienda_id === undefined
      ? []
      : [
          {
            key: 'vivienda_id' as const,
            label: 'Vivienda',
            kind: 'one' as const,
            choices: withChosen(
              houses.map(({ id, name }) => ({ value: id, label: name })),
              vivienda_id,
              rows[0]?.house?.name,
            ),
          },
        ]),
    { key: 'para_mi', label: 'Para mí', kind: 'flag' },
  ];
}
