import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { listRepresentatives } from '#contract/legal/representatives/endpoints.ts';
import { POWER_KINDS, POWER_STANDINGS } from '#contract/legal/representatives/rules.ts';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { useCanForCompany } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import { RepresentativeDrawer } from './RepresentativeDrawer.tsx';
import { RepresentativeForm } from './RepresentativeForm.tsx';
import type { RepresentativesSearch } from './representativesSearch.ts';
import { StandingPill } from './StandingPill.tsx';

const columns: ColumnOf<typeof listRepresentatives>[] = [
  {
    key: 'name',
    title: 'Representante',
    sortable: true,
    width: 240,
    phone: 'heading',
    render: (one) => <TwoLines first={one.name} second={one.document} />,
  },
  {
    key: 'estado',
    title: 'Poder',
    width: 120,
    render: (one) => <StandingPill standing={one.standing} />,
  },
  {
    key: 'poder',
    title: 'Datos del poder',
    width: 300,
    render: (one) => <TwoLines first={POWER_KINDS[one.power_kind]} second={one.power_text} />,
  },
  { key: 'limite', title: 'Límite', width: 150, money: (one) => one.limit_centavos },
  {
    key: 'valid_until',
    title: 'Vence',
    sortable: true,
    width: 120,
    render: (one) => <DateText day={one.valid_until} />,
  },
];

/** The people who sign for the company, with their powers. */
export function RepresentativesPage({ search }: { search: RepresentativesSearch }) {
  const patch = usePatchSearch();
  const mayAdd = useCanForCompany('legal.crear');
  const { representante } = search;
  const list = useList(listRepresentatives, search);
  const close = () => patch({ representante: undefined });
  const add = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => patch({ representante: 'nuevo' })}
    >
      Nuevo representante
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Representantes"
        count={list.total}
        text="Firman por la empresa con un enlace y un código, como los compradores, mientras su poder esté vigente."
        actions={mayAdd ? add : null}
      />
      <DataTable
        id="representantes"
        caption="Representantes"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'estado',
            label: 'Poder',
            kind: 'one',
            choices: Object.entries(POWER_STANDINGS).map(([value, label]) => ({ value, label })),
          },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => one.name}
        open={{ show: (one) => patch({ representante: one.id }) }}
        searchLabel="Nombre o documento"
        empty={
          <EmptyState
            title="Aún no hay representantes"
            text="Registra a quien firma por la empresa, con los datos de su poder."
            action={mayAdd ? add : null}
          />
        }
      />
      {representante === 'nuevo' && mayAdd && <RepresentativeForm representative={null} onClose={close} />}
      {typeof representante === 'number' && (
        <RepresentativeDrawer
          id={representante}
          onClose={close}
          beside={besideOf(list.rows, representante, (id) => patch({ representante: id }))}
        />
      )}
    </>
  );
}
