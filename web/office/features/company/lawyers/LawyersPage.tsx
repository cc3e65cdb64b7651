import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { listLawyers } from '#contract/company/lawyers/lawyers.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { LawyerDrawer, OpenLawyer } from './LawyerDrawer.tsx';
import type { LawyersSearch } from '#web/office/features/company/users/usersSearch.ts';
import { useList } from '#web/office/lib/list.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

const columns: ColumnOf<typeof listLawyers>[] = [
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

/** Lawyers who draw up promises and deeds, internal and external. */
export function LawyersPage({ search }: { search: LawyersSearch }) {
  const patch = usePatchSearch();
  const mayCreate = useCan('legal.crear');
  const creating = useDrawer('nuevo');
  const { abogado } = search;
  const list = useList(listLawyers, search);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
      Nuevo abogado
    </Button>
  );
  return (
    <>
      <PageHeader title="Abogados" count={list.total} actions={mayCreate && add} />
      <DataTable
        id="abogados"
        caption="Abogados"
        list={list}
        columns={columns}
        filters={[{ key: 'archivados', label: 'Con los archivados', kind: 'flag' }]}
        rowId={(one) => one.id}
        rowName={(one) => one.full_name}
        open={{ show: (one) => patch({ abogado: one.id }) }}
        searchLabel="Nombre, firma o idoneidad"
        empty={
          <EmptyState
            title="Aún no hay abogados"
            text="Agrega a quienes preparan promesas y escrituras, de la empresa o externos."
            action={mayCreate ? add : null}
          />
        }
      />
      {mayCreate && creating.opened && <LawyerDrawer lawyer={null} onClose={creating.close} />}
      {abogado !== undefined && (
        <OpenLawyer
          id={abogado}
          onClose={() => patch({ abogado: undefined })}
          beside={besideOf(list.rows, abogado, (id) => patch({ abogado: id }))}
        />
      )}
    </>
  );
}
