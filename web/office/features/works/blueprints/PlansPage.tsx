import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listPlans, PLAN_STANDINGS } from '#contract/works/blueprints/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import { PlanDrawer } from './PlanDrawer.tsx';
import type { PlansSearch } from './plansSearch.ts';

const columns: ColumnOf<typeof listPlans>[] = [
  {
    key: 'nombre',
    title: 'Plano',
    sortable: true,
    width: 280,
    phone: 'heading',
    render: (one) => <TwoLines first={one.nombre} second={one.modelo} />,
  },
  { key: 'proyecto', title: 'Proyecto', width: 220, render: (one) => one.proyecto.name },
  {
    key: 'vigente',
    title: 'Versión en vigor',
    width: 170,
    render: (one) =>
      one.vigente ? (
        <StatePill tone="positive" label={`Versión ${one.vigente.numero}`} />
      ) : (
        <StatePill tone="attention" label="Sin plano" />
      ),
  },
  {
    key: 'desde',
    title: 'Desde',
    sortable: true,
    width: 130,
    render: (one) => <DateText instant={one.vigente?.desde ?? null} dayOnly />,
  },
  {
    key: 'laminas',
    title: 'Láminas',
    width: 100,
    align: 'right',
    render: (one) => <span className="figures">{one.vigente?.laminas ?? '—'}</span>,
  },
  {
    key: 'borrador',
    title: 'Borrador',
    width: 140,
    render: (one) =>
      one.borrador === null ? '—' : <StatePill tone="progress" label={`Versión ${one.borrador}`} />,
  },
  {
    key: 'viviendas',
    title: 'Viviendas',
    width: 110,
    align: 'right',
    render: (one) => <span className="figures">{one.viviendas}</span>,
  },
];

/** The plan of each model, with the version that is in force. */
export function PlansPage({ search }: { search: PlansSearch }) {
  const patch = usePatchSearch();
  const list = useList(listPlans, search);
  const seesProjects = useCan('proyectos.ver');
  const projects = useOptions({ ...queryOf(listProjectOptions, {}), enabled: seesProjects });
  const { plano } = search;
  return (
    <>
      <PageHeader
        title="Planos"
        count={list.total}
        text="Un plano por modelo, en versiones: con la que está en vigor se construye y se presentan los permisos."
      />
      <DataTable
        id="planos"
        caption="Planos"
        list={list}
        columns={columns}
        filters={
          seesProjects
            ? [
                {
                  key: 'proyecto_id',
                  label: 'Proyecto',
                  kind: 'one',
                  choices: projects.map(({ id, text }) => ({ value: id, label: text })),
                },
              ]
            : []
        }
        views={Object.entries(PLAN_STANDINGS).map(([situacion, label]) => ({
          label,
          search: { situacion: situacion as keyof typeof PLAN_STANDINGS },
        }))}
        rowId={(one) => one.id}
        rowName={(one) => one.nombre}
        open={{ show: (one) => patch({ plano: one.id }) }}
        searchLabel="Modelo o proyecto"
        empty={<EmptyState title="No hay modelos" text="Cada modelo de un proyecto tiene aquí su plano." />}
      />
      {plano !== undefined && (
        <PlanDrawer
          key={plano}
          id={plano}
          beside={besideOf(list.rows, plano, (to) => patch({ plano: to }))}
          onClose={() => patch({ plano: undefined })}
        />
      )}
    </>
  );
}
