import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { listRuleChanges, listTouched } from '#contract/projects/interest/endpoints.ts';
import type { RuleChange } from '#contract/projects/interest/model.ts';
import { OTHER_LIST } from '#web/office/lib/listSearch.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { InterestSearch } from './interestSearch.ts';
import { useList } from '#web/office/lib/list.ts';
import { linkOptions } from '@tanstack/react-router';

const columns: ColumnOf<typeof listRuleChanges>[] = [
  {
    key: 'rige',
    sortable: true,
    title: 'Rige desde',
    width: 130,
    phone: 'heading',
    render: (row) => <DateText day={row.effective_on} />,
  },
  { key: 'antes', title: 'Antes', width: 330, render: (row) => row.before ?? 'No había' },
  { key: 'despues', title: 'Después', width: 330, render: (row) => row.after ?? 'Termina' },
  { key: 'motivo', title: 'Motivo', width: 220, render: (row) => row.reason },
  { key: 'quien', title: 'Quién', width: 160, sortable: true, render: (row) => row.by },
  {
    key: 'cuando',
    title: 'Cuándo',
    width: 160,
    sortable: true,
    render: (row) => <DateText instant={row.at} />,
  },
];

const touchedColumns: ColumnOf<typeof listTouched>[] = [
  {
    key: 'codigo',
    title: 'Código',
    width: 160,
    phone: 'heading',
    render: (row) => <span className="figures">{row.code}</span>,
  },
  { key: 'cliente', title: 'Cliente', width: 220, render: (row) => row.customer },
  { key: 'proyecto', title: 'Proyecto', width: 200, render: (row) => row.project },
  {
    key: 'precio',
    title: 'Precio',
    width: 140,
    money: (row) => row.price_centavos,
  },
  { key: 'estado', title: 'Estado', width: 180, render: (row) => row.state },
  { key: 'asesor', title: 'Asesor', width: 180, render: (row) => row.adviser ?? '—' },
];

interface TabProps {
  search: InterestSearch;
  onSearch: (patch: Record<string, unknown>) => void;
}

/** Changes of the interest rules. A row opens with the quotes and sales that it affects. */
export function RuleChanges({ search, onSearch }: TabProps) {
  const sees = useCan('ventas.ver');
  const list = useList(listRuleChanges, search);
  if (search.cambio !== undefined && sees)
    return (
      <Touched
        id={search.cambio}
        change={list.rows.find(({ id }) => id === search.cambio)}
        {...{ search, onSearch }}
      />
    );
  return (
    <DataTable
      id="cambios-interes"
      caption="Cambios de las reglas"
      list={list}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => row.reason}
      open={sees ? { show: (row) => onSearch({ cambio: row.id, ...OTHER_LIST }) } : null}
      empty={
        <EmptyState
          title="Las reglas no han cambiado"
          text="Cada cambio queda aquí, con las proformas y ventas a las que llega."
        />
      }
    />
  );
}

function Touched({
  id,
  change,
  search,
  onSearch,
}: TabProps & { id: number; change: RuleChange | undefined }) {
  const list = useList(listTouched, search, { params: { id } });
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => onSearch({ cambio: undefined, tipo: undefined, ...OTHER_LIST })}
        >
          Todos los cambios
        </Button>
        {change && (
          <Text size="sm">
            Desde el <DateText day={change.effective_on} />:{' '}
            {change.after ?? `termina ${change.before ?? ''}`}
          </Text>
        )}
      </Group>
      <DataTable
        id="afectadas-interes"
        caption="Proformas y ventas a las que llega"
        list={list}
        columns={touchedColumns}
        views={[
          { label: 'Proformas', search: { tipo: undefined } },
          { label: 'Ventas', search: { tipo: 'venta' } },
        ]}
        rowId={(row) => row.key}
        rowName={(row) => row.code}
        open={{
          link: ({ kind, id: of }) =>
            kind === 'proforma'
              ? linkOptions({ to: '/oficina/proformas/$id', params: { id: of } })
              : linkOptions({ to: '/oficina/ventas/$id', params: { id: of } }),
        }}
        empty={
          <EmptyState title="No llega a ninguna" text="Solo cuentan las que están abiertas y con hipoteca." />
        }
      />
    </Stack>
  );
}
