import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listQuotes } from '#contract/sales/quotes/endpoints.ts';
import { QUOTE, QUOTE_STATES } from '#contract/sales/quotes/rules.ts';
import { listSaleStaff } from '#contract/sales/sale/endpoints.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { houseOfWord } from '#web/office/features/projects/projects/startHouse.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import type { FilterOf } from '#web/office/ui/table/types.ts';
import { QuoteDrawer } from './QuoteDrawer.tsx';
import { quoteColumns } from './quoteColumns.tsx';
import type { QuotesSearch } from './quotesSearch.ts';
import { linkOptions } from '@tanstack/react-router';
import { useList } from '#web/office/lib/list.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** The quotes that the user may see. */
export function QuotesPage({ search }: { search: QuotesSearch }) {
  const navigate = useNavigate();
  const mayCreate = useCan('ventas.crear');
  const creating = useDrawer('nuevo');
  const starts = houseOfWord(creating.word);
  const list = useList(listQuotes, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const staff = useOptions(queryOf(listSaleStaff));
  const filters: FilterOf<typeof listQuotes>[] = [
    {
      key: 'estado_id',
      label: 'Estado',
      kind: 'many',
      choices: Object.entries(QUOTE_STATES).map(([id, label]) => ({ value: Number(id), label })),
    },
    {
      key: 'proyecto_id',
      label: 'Proyecto',
      kind: 'one',
      choices: projects.map(({ id, text }) => ({ value: id, label: text })),
    },
    {
      key: 'asesor_id',
      label: 'Asesor',
      kind: 'one',
      choices: staff.filter(({ adviser }) => adviser).map(({ id, name }) => ({ value: id, label: name })),
    },
    { key: 'mias', label: 'Solo las mías', kind: 'flag' },
  ];
  const create = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
      Nueva proforma
    </Button>
  );
  return (
    <>
      <PageHeader title="Proformas" count={list.total} actions={create || null} />
      <DataTable
        id="proformas"
        caption="Proformas"
        list={list}
        columns={quoteColumns}
        filters={filters}
        views={[
          { label: 'Todas', search: {} },
          { label: 'Abiertas', search: { estado_id: [QUOTE.draft, QUOTE.sent, QUOTE.accepted] } },
          { label: 'Por aprobar', search: { estado_id: [QUOTE.toApprove] } },
          { label: 'Aceptadas', search: { estado_id: [QUOTE.accepted] } },
        ]}
        rowId={(row) => row.id}
        rowName={(row) => row.code}
        open={{ link: (row) => linkOptions({ to: '/oficina/proformas/$id', params: { id: row.id } }) }}
        searchLabel="Nombre del cliente o número"
        empty={
          <EmptyState
            title="Aún no hay proformas"
            text="Una proforma le muestra al cliente el precio, el abono y la letra de su casa."
            action={create || undefined}
          />
        }
      />
      {mayCreate && creating.opened && (
        <QuoteDrawer
          {...(starts && { starts })}
          onClose={creating.close}
          onMade={(id) => void navigate({ to: '/oficina/proformas/$id', params: { id } })}
        />
      )}
    </>
  );
}
