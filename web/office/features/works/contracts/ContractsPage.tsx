import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { contractTypes } from '#contract/company/catalogs/worksLists.ts';
import { listContracts, sumContracts } from '#contract/works/contracts/endpoints.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listContractors } from '#contract/company/users/lists.endpoints.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import type { FilterOf } from '#web/office/ui/table/types.ts';
import { contractColumns } from './contractColumns.tsx';
import { ContractForm } from './ContractForm.tsx';
import type { ContractsSearch } from './contractsSearch.ts';
import { useList, useSums } from '#web/office/lib/list.ts';

/** Works contracts: contractor, houses, dates and amounts. */
export function ContractsPage({ search }: { search: ContractsSearch }) {
  const patch = usePatchSearch();
  const mayDraw = useCan('contratos.crear');
  const seesAmounts = useCan('contratos.montos');
  const { contrato } = search;
  const list = useList(listContracts, search);
  const sums = useSums(sumContracts, list, seesAmounts);
  const filters = useFilters();
  const close = () => patch({ contrato: undefined });
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => patch({ contrato: 'nuevo' })}>
      Nuevo contrato
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Contratos"
        count={list.total}
        actions={
          <Group gap="sm">
            <PageLink to="/oficina/contratos/adendas">Adendas</PageLink>
            {mayDraw && add}
          </Group>
        }
      />
      <DataTable
        id="contratos"
        caption="Contratos"
        list={list}
        {...(seesAmounts && { sums })}
        columns={contractColumns(seesAmounts)}
        filters={filters}
        rowId={(one) => one.id}
        rowName={(one) => one.name}
        open={{ link: (one) => linkOptions({ to: '/oficina/contratos/$id', params: { id: one.id } }) }}
        views={[
          { label: 'Por aprobar', search: { estado_id: CONTRACT_STATE.inReview } },
          { label: 'Por firmar', search: { estado_id: CONTRACT_STATE.approved } },
          { label: 'Vigentes', search: { estado_id: CONTRACT_STATE.inForce } },
        ]}
        searchLabel="Nombre o referencia"
        empty={
          <EmptyState
            title="Aún no hay contratos"
            text="Un contrato dice quién construye qué viviendas, en qué fechas y por cuánto."
            action={mayDraw ? add : null}
          />
        }
      />
      {contrato === 'nuevo' && mayDraw && (
        <ContractForm contract={null} projectId={search.proyecto_id} onClose={close} />
      )}
    </>
  );
}

/** The project filter needs permission to list projects. A contractor sees only its own contracts. */
function useFilters(): FilterOf<typeof listContracts>[] {
  const seesProjects = useCan('proyectos.ver');
  const projects = useOptions({ ...queryOf(listProjectOptions, {}), enabled: seesProjects });
  const types = useOptions(queryOf(contractTypes.list, {}));
  const contractors = useOptions(queryOf(listContractors, {}));
  const choices = (list: readonly { id: number | string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
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
    { key: 'tipo_contrato_id', label: 'Tipo', kind: 'one', choices: choices(types) },
    ...(contractors.length > 1
      ? [
          {
            key: 'contratista_id' as const,
            label: 'Contratista',
            kind: 'one' as const,
            choices: choices(contractors),
          },
        ]
      : []),
  ];
}
