import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { listCharges } from '#contract/care/warranty/endpoints.ts';
import { CHARGE_LABELS } from '#contract/care/warranty/charges.ts';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import { ChargeDrawer } from './ChargeDrawer.tsx';
import { NewChargeDrawer } from './NewChargeDrawer.tsx';
import type { ChargesSearch } from './warrantySearch.ts';

const columns: ColumnOf<typeof listCharges>[] = [
  {
    key: 'id',
    title: 'Cargo',
    sortable: true,
    width: 170,
    render: (one) => <TwoLines first={one.code} second={one.paper} />,
  },
  {
    key: 'contratista',
    title: 'Contratista',
    width: 220,
    render: (one) => <TwoLines first={one.contractor.name} second={one.contract.reference} />,
  },
  { key: 'vivienda', title: 'Vivienda', width: 140, render: (one) => one.house?.name ?? '—' },
  {
    key: 'estado',
    title: 'Estado',
    width: 200,
    render: (one) => <StatePill catalog="backCharge" state={one.state} />,
  },
  {
    key: 'monto_centavos',
    title: 'Monto',
    sortable: true,
    align: 'right',
    width: 120,
    render: (one) => <MoneyText centavos={one.amount_centavos} />,
  },
  {
    key: 'retenido',
    title: 'Del retenido',
    align: 'right',
    width: 130,
    render: (one) => <MoneyText centavos={one.retained_centavos} />,
  },
  {
    key: 'por_cobrar',
    title: 'Por cobrar',
    align: 'right',
    width: 130,
    render: (one) => <MoneyText centavos={one.receivable_centavos} />,
  },
  { key: 'fecha', title: 'Pedido', width: 125, render: (one) => <DateText day={one.made_on} /> },
];

/** Warranty repairs charged to contractors, and what they still owe. */
export function ChargesPage({ search }: { search: ChargesSearch }) {
  const patch = usePatchSearch();
  const creating = useDrawer('nuevo');
  const asks = useCan('contratos.montos');
  const list = useList(listCharges, search);
  const { cargo } = search;
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
      Pedir cargo
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Cargos de garantía"
        count={list.total}
        text="Lo que costó reparar y le toca al contratista. Sale de su retenido; lo que el retenido no cubre queda por cobrar."
        actions={asks && add}
      />
      <DataTable
        id="cargos-de-garantia"
        caption="Cargos de garantía"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(CHARGE_LABELS).map(([value, label]) => ({ value: Number(value), label })),
          },
        ]}
        views={[
          { label: 'Por aprobar', search: { estado_id: 1 } },
          { label: 'Por cobrar', search: { estado_id: 3 } },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => `Cargo ${one.code}`}
        open={{ show: (one) => patch({ cargo: one.id }) }}
        searchLabel="Código, documento o contratista"
        empty={
          <EmptyState
            title="No hay cargos"
            text="Pide aquí el de una reparación en garantía: otra persona lo aprueba."
            action={asks ? add : null}
          />
        }
      />
      {creating.opened && asks && <NewChargeDrawer orderId={creating.id} onClose={creating.close} />}
      {cargo !== undefined && (
        <ChargeDrawer
          key={cargo}
          id={cargo}
          beside={besideOf(list.rows, cargo, (to) => patch({ cargo: to }))}
          onClose={() => patch({ cargo: undefined })}
        />
      )}
    </>
  );
}
