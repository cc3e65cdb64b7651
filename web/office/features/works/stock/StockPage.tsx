import { Button, Group, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { quantityText } from '#contract/works/materials/rules.ts';
import { listStock } from '#contract/works/stock/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { useSeesPrices } from '../materials/useBuys.ts';
import { CountDrawer } from './CountDrawer.tsx';
import { HouseReturnDrawer, IssueDrawer, TransferDrawer } from './MoveDrawer.tsx';
import type { StockSearch } from './stockSearch.ts';

const columns: ColumnOf<typeof listStock>[] = [
  {
    key: 'material',
    title: 'Material',
    width: 320,
    phone: 'heading',
    sortable: true,
    render: (row) => <TwoLines first={row.material.name} second={row.material.code} />,
  },
  { key: 'proyecto', title: 'Obra', width: 220, render: (row) => row.project.name },
  {
    key: 'cantidad',
    title: 'Hay',
    width: 140,
    align: 'right',
    render: (row) => (
      <Text size="sm" fw={600} {...(row.quantity === 0 && { c: 'dimmed' })}>
        {quantityText(row.quantity, row.material.unit)}
      </Text>
    ),
  },
];
const amounts: ColumnOf<typeof listStock>[] = [
  { key: 'valor', title: 'Valor', width: 130, money: (row) => row.value_centavos, sum: true },
];

/** What each site has: the sum of its movements, which nobody types over. */
export function StockPage({ search }: { search: StockSearch }) {
  const sees = useSeesPrices();
  const works = useCan('materiales.editar');
  const list = useList(listStock, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const issue = useDrawer('entregar');
  const back = useDrawer('retornar');
  const transfer = useDrawer('trasladar');
  const count = useDrawer('contar');
  const of = { projectId: search.proyecto_id };
  return (
    <>
      <PageHeader
        title="Existencias"
        count={list.total}
        actions={
          <Group gap="xs">
            <PageLink to="/oficina/existencias/movimientos">Movimientos</PageLink>
            <PageLink to="/oficina/existencias/conteos">Conteos</PageLink>
            {works && (
              <>
                <Menu position="bottom-end" withinPortal={false}>
                  <Menu.Target>
                    <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
                      Más
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item onClick={() => back.open()}>Retornar de una vivienda</Menu.Item>
                    <Menu.Item onClick={() => transfer.open()}>Trasladar a otra obra</Menu.Item>
                    <Menu.Item onClick={() => count.open()}>Contar un material</Menu.Item>
                  </Menu.Dropdown>
                </Menu>
                <Button onClick={() => issue.open()}>Entregar materiales</Button>
              </>
            )}
          </Group>
        }
      />
      <DataTable
        id="existencias"
        caption="Existencias"
        list={list}
        columns={sees ? [...columns, ...amounts] : columns}
        filters={[
          {
            key: 'proyecto_id',
            label: 'Obra',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
          { key: 'agotados', label: 'Con lo agotado', kind: 'flag' },
        ]}
        rowId={(row) => row.id}
        rowName={(row) => `${row.material.name} en ${row.project.name}`}
        open={{
          link: (row) =>
            linkOptions({
              to: '/oficina/existencias/movimientos',
              search: { proyecto_id: row.project.id, material_id: row.material.id },
            }),
        }}
        searchLabel="Nombre o código"
        empty={
          <EmptyState
            title="Aún no hay existencias"
            text="Aparecen al recibir una orden de compra, o al importar lo que ya hay en el almacén."
          />
        }
      />
      {issue.opened && works && <IssueDrawer {...of} onClose={issue.close} />}
      {back.opened && works && <HouseReturnDrawer {...of} onClose={back.close} />}
      {transfer.opened && works && <TransferDrawer {...of} onClose={transfer.close} />}
      {count.opened && works && <CountDrawer {...of} onClose={count.close} />}
    </>
  );
}
