import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { listLawyers, type LawyerRow } from '#contract/company/lawyers/lawyers.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { Column } from '#web/office/ui/table/types.ts';
import { LawyerDrawer, OpenLawyer } from './LawyerDrawer.tsx';
import type { LawyersSearch } from '#web/office/features/company/users/usersSearch.ts';

const columns: Column<LawyerRow>[] = [
  {
    key: 'full_name',
    title: 'Abogado',
    sortable: true,
    width: 260,
    phone: 'heading',
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {one.full_name}
        </Text>
        {one.archived && <StatePill tone="neutral" label="Archivado" />}
      </Stack>
    ),
  },
  { key: 'firm', title: 'Firma', sortable: true, width: 220, render: (one) => one.firm ?? '—' },
  {
    key: 'idoneidad',
    title: 'Idoneidad',
    width: 120,
    render: (one) => <span className="figures">{one.idoneidad ?? '—'}</span>,
  },
  { key: 'usuario', title: 'Usuario', width: 180, render: (one) => one.user?.name ?? 'No ingresa' },
  {
    key: 'telefono',
    title: 'Teléfono',
    width: 150,
    render: (one) => <span className="figures">{one.phone ? showPhone(one.phone) : '—'}</span>,
  },
  { key: 'correo', title: 'Correo', width: 220, startsHidden: true, render: (one) => one.email ?? '—' },
];

/** The lawyers who draw up promises and deeds, of the company and from outside. */
export function LawyersPage({ search }: { search: LawyersSearch }) {
  const patch = usePatchSearch();
  const mayCreate = useCan('legal.crear');
  const [creating, setCreating] = useState(false);
  const { abogado, archivados, ...filter } = search;
  const query = useQuery(
    queryOf(listLawyers, { query: { ...filter, ...(archivados && { archivados: '1' as const }) } }),
  );
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      Nuevo abogado
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Abogados"
        count={query.data?.meta.pagination.total ?? null}
        actions={mayCreate && add}
      />
      <DataTable
        id="abogados"
        caption="Abogados"
        query={query}
        columns={columns}
        filters={[{ key: 'archivados', label: 'Con los archivados', kind: 'flag' }]}
        rowId={(one) => one.id}
        rowName={(one) => one.full_name}
        open={{ show: (one) => patch({ abogado: one.id }) }}
        search={search}
        onSearch={patch}
        searchLabel="Nombre, firma o idoneidad"
        exporting={{ list: listLawyers, ...(archivados && { query: { archivados: '1' } }) }}
        empty={
          <EmptyState
            title="Aún no hay abogados"
            text="Agrega a quienes preparan promesas y escrituras, de la empresa o externos."
            action={mayCreate ? add : null}
          />
        }
      />
      {creating && <LawyerDrawer lawyer={null} onClose={() => setCreating(false)} />}
      {abogado !== undefined && <OpenLawyer id={abogado} onClose={() => patch({ abogado: undefined })} />}
    </>
  );
}
