import { Button, NativeSelect, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listHouseOptions } from '#contract/projects/houses/endpoints.ts';
import { findProject, listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { getBudget, type BudgetRow } from '#contract/works/budgets/endpoints.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { BudgetDrawer } from './BudgetDrawer.tsx';
import type { BudgetSearch } from './budgetSearch.ts';

/** Budget by cost code beside what is committed, executed and paid. */
export function BudgetPage({ search }: { search: BudgetSearch }) {
  const patch = usePatchSearch();
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const projectId = search.proyecto_id ?? (typeof projects[0]?.id === 'number' ? projects[0].id : undefined);
  return (
    <>
      <PageHeader title="Presupuestos" count={null} actions={null} />
      {projectId === undefined ? (
        <EmptyState title="No hay proyectos" text="El presupuesto es de un proyecto y de sus viviendas." />
      ) : (
        <Budget
          key={projectId}
          projectId={projectId}
          search={search}
          projectField={
            <NativeSelect
              label="Proyecto"
              value={String(projectId)}
              data={projects.map(({ id, text }) => ({ value: String(id), label: text }))}
              onChange={({ currentTarget }) =>
                patch({
                  proyecto_id: Number(currentTarget.value),
                  modelo_id: undefined,
                  vivienda_id: undefined,
                })
              }
            />
          }
        />
      )}
    </>
  );
}

interface BudgetProps {
  projectId: number;
  search: BudgetSearch;
  projectField: ReactNode;
}

function Budget({ projectId, search, projectField }: BudgetProps) {
  const patch = usePatchSearch();
  const drawer = useDrawer('presupuesto');
  const mayWrite = useCan('contratos.crear');
  const houses = useOptions(queryOf(listHouseOptions, { params: { projectId } }));
  const models = useQuery(queryOf(findProject, { params: { id: projectId } })).data?.data.models ?? [];
  const { modelo_id, vivienda_id } = search;
  const filter = { proyecto_id: projectId, modelo_id, vivienda_id };
  const query = useQuery(queryOf(getBudget, { query: filter }));
  if (query.error) throw query.error;
  const rows = query.data?.data;
  const shown = rows?.filter(({ budget, committed }) => budget > 0 || committed > 0) ?? [];
  const [value, name] =
    vivienda_id !== undefined
      ? [`v${vivienda_id}`, houses.find(({ id }) => id === vivienda_id)?.name]
      : modelo_id !== undefined
        ? [`m${modelo_id}`, models.find(({ id }) => id === modelo_id)?.name]
        : ['', 'Todo el proyecto'];
  const choose = (chosen: string) => {
    const id = chosen.length > 1 ? Number(chosen.slice(1)) : undefined;
    patch({
      vivienda_id: chosen.startsWith('v') ? id : undefined,
      modelo_id: chosen.startsWith('m') ? id : undefined,
    });
  };
  const ofModel = modelo_id !== undefined;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mb="md">
        {projectField}
        <NativeSelect
          label="Presupuesto de"
          value={value}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          data={[
            { value: '', label: 'Todo el proyecto' },
            { group: 'Modelos', items: models.map(({ id, name: label }) => ({ value: `m${id}`, label })) },
            { group: 'Viviendas', items: houses.map(({ id, name: label }) => ({ value: `v${id}`, label })) },
          ]}
        />
      </SimpleGrid>
      {rows ? (
        <Section
          title={name ?? 'Presupuesto'}
          text={
            ofModel
              ? 'Cada vivienda del modelo lo toma, si no tiene el suyo.'
              : 'Sin ITBMS. Lo comprometido son los contratos vigentes con sus adendas y las órdenes de compra; lo ejecutado, lo certificado y lo recibido.'
          }
          actions={
            mayWrite ? (
              <Button variant="default" size="compact-md" onClick={() => drawer.open()}>
                {value === '' ? 'Obras comunes' : 'Escribir presupuesto'}
              </Button>
            ) : null
          }
        >
          {shown.length === 0 ? (
            <EmptyState title="Aún no hay presupuesto" text="Escríbelo por código de costo." />
          ) : (
            <ShortTable
              label="Presupuesto por código de costo"
              rows={shown}
              rowId={({ id }) => id}
              rowHeads
              marked={({ free, budget }) => budget > 0 && free < 0}
              columns={[
                { title: 'Código de costo', render: (row: BudgetRow) => row.name },
                { title: 'Presupuesto', money: (row: BudgetRow) => row.budget, sum: true },
                ...(ofModel
                  ? []
                  : [
                      { title: 'Comprometido', money: (row: BudgetRow) => row.committed, sum: true },
                      { title: 'Ejecutado', money: (row: BudgetRow) => row.certified, sum: true },
                      { title: 'Pagado', money: (row: BudgetRow) => row.paid, sum: true },
                      { title: 'Por ejecutar', money: (row: BudgetRow) => row.to_come, sum: true },
                      { title: 'Sin comprometer', money: (row: BudgetRow) => row.free, sum: true },
                    ]),
              ]}
            />
          )}
        </Section>
      ) : (
        <PendingPage />
      )}
      {drawer.opened && rows && (
        <BudgetDrawer filter={filter} rows={rows} name={name ?? ''} onClose={drawer.close} />
      )}
    </>
  );
}
