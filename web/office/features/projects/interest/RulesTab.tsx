import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { listInterestRules } from '#contract/projects/interest/endpoints.ts';
import { CONDITIONS } from '#contract/projects/interest/model.ts';
import { formatMoney, formatPercent } from '#contract/money.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { InterestSearch } from './interestSearch.ts';
import { RuleDrawer } from './RuleDrawer.tsx';
import { versionColumns, WHICH } from './standings.tsx';
import { useList } from '#web/office/lib/list.ts';

const columns: ColumnOf<typeof listInterestRules>[] = [
  {
    key: 'precio',
    title: 'Precio de la vivienda',
    width: 260,
    phone: 'heading',
    sortable: true,
    render: (row) => (
      <span className="figures">
        {row.min_centavos === 0 ? 'Hasta ' : `${formatMoney(row.min_centavos)} a `}
        {formatMoney(row.max_centavos)}
      </span>
    ),
  },
  { key: 'region', title: 'Región', width: 90, render: (row) => row.region ?? 'Todas' },
  {
    key: 'puntos',
    sortable: true,
    title: 'Paga el Estado',
    width: 140,
    align: 'right',
    render: (row) => (row.points_percent === null ? 'Todo el interés' : formatPercent(row.points_percent)),
  },
  { key: 'meses', title: 'Meses', width: 80, align: 'right', sortable: true, render: (row) => row.months },
  ...versionColumns,
  { key: 'regimen', title: 'Ley', width: 240, render: (row) => row.regime },
  {
    key: 'condiciones',
    exported: false,
    title: 'Condiciones',
    width: 260,
    phone: 'hidden',
    render: (row) => row.conditions.map((one) => CONDITIONS[one]).join(' · ') || 'Ninguna',
  },
  {
    key: 'fuente',
    title: 'Fuente',
    width: 300,
    phone: 'hidden',
    startsHidden: true,
    render: (row) => row.source,
  },
  {
    key: 'proformas',
    title: 'Proformas',
    width: 110,
    align: 'right',
    sortable: true,
    render: (row) => row.quotes,
  },
];

interface TabProps {
  search: InterestSearch;
  onSearch: (patch: Record<string, unknown>) => void;
}

/** The interest rules. A row opens to change it from a day on. */
export function RulesTab({ search, onSearch }: TabProps) {
  const mayEdit = useCan('administracion.editar');
  const list = useList(listInterestRules, search, { query: { ver: search.cuales ?? 'vigentes' } });
  const opened = search.fila === 'nueva' ? null : list.rows.find(({ id }) => id === search.fila);
  return (
    <>
      {mayEdit && (
        <Group justify="flex-end" mb="xs">
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onSearch({ fila: 'nueva' })}
          >
            Agregar regla
          </Button>
        </Group>
      )}
      <DataTable
        id="reglas-interes"
        caption="Reglas del interés preferencial"
        list={list}
        columns={columns}
        filters={[{ key: 'cuales', asks: 'ver', label: 'Cuáles', kind: 'one', choices: WHICH }]}
        rowId={(row) => row.id}
        rowName={(row) => `${row.regime}, hasta ${formatMoney(row.max_centavos)}`}
        open={{ show: ({ id }) => onSearch({ fila: id }) }}
        empty={
          <EmptyState title="No hay reglas" text="Sin reglas, ninguna letra tiene interés preferencial." />
        }
      />
      {opened !== undefined && <RuleDrawer rule={opened} onClose={() => onSearch({ fila: undefined })} />}
    </>
  );
}
