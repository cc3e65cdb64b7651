import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import {
  listVouchers,
  VOUCHER_KINDS,
  VOUCHER_STATE,
  VOUCHER_STATES,
} from '#contract/money/ledger/vouchers.ts';
import { useList } from '#web/office/lib/list.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { VouchersSearch } from './ledgerSearch.ts';
import { useBooks } from './useBooks.ts';
import { VoucherDrawer } from './VoucherDrawer.tsx';

const columns: ColumnOf<typeof listVouchers>[] = [
  { key: 'dia', title: 'Fecha', sortable: true, width: 120, render: (one) => <DateText day={one.day} /> },
  {
    key: 'descripcion',
    title: 'Descripción',
    width: 320,
    phone: 'heading',
    render: (one) => <TwoLines first={one.description} second={VOUCHER_KINDS[one.kind]} />,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 130,
    render: (one) => <StatePill catalog="voucher" state={one.state} />,
  },
  { key: 'monto', title: 'Monto', sortable: true, width: 140, money: (one) => one.centavos },
  { key: 'empresa', title: 'Empresa', width: 230, render: (one) => one.book.name },
  {
    key: 'hizo',
    title: 'Lo hizo',
    width: 200,
    render: (one) => (
      <TwoLines first={one.made_by} second={one.approved_by ? `Lo aprobó ${one.approved_by}` : ''} />
    ),
  },
];

/** Vouchers: payroll, depreciation, adjustments and openings, typed by one and approved by another. */
export function VouchersPage({ search }: { search: VouchersSearch }) {
  const list = useList(listVouchers, search);
  const books = useBooks();
  const mayCreate = useCan('contabilidad.crear');
  const creating = useDrawer('nuevo');
  const navigate = useNavigate();
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
      Nuevo comprobante
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Comprobantes de diario"
        count={list.total}
        text="Lo que ningún registro dice: planilla, depreciación, ajustes y apertura. Uno lo escribe y otro lo aprueba."
        actions={mayCreate ? add : null}
      />
      <DataTable
        id="comprobantes"
        caption="Comprobantes de diario"
        list={list}
        columns={columns}
        filters={[
          { key: 'libro_id', label: 'Empresa', kind: 'one', choices: books },
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(VOUCHER_STATES).map(([value, label]) => ({
              value: Number(value),
              label,
            })),
          },
          {
            key: 'clase',
            label: 'Clase',
            kind: 'one',
            choices: Object.entries(VOUCHER_KINDS).map(([value, label]) => ({ value, label })),
          },
        ]}
        views={[
          { label: 'Por aprobar', search: { estado_id: VOUCHER_STATE.sent } },
          { label: 'Borradores', search: { estado_id: VOUCHER_STATE.draft } },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => one.description}
        open={{ link: (one) => linkOptions({ to: '/oficina/comprobantes/$id', params: { id: one.id } }) }}
        searchLabel="Descripción"
        empty={
          <EmptyState
            title="Aún no hay comprobantes"
            text="Lo que cobras, pagas y recibes se contabiliza solo. Aquí se escribe lo demás."
            action={mayCreate ? add : null}
          />
        }
      />
      {mayCreate && creating.opened && (
        <VoucherDrawer
          voucher={null}
          onClose={(made) => {
            creating.close();
            if (made !== undefined) void navigate({ to: '/oficina/comprobantes/$id', params: { id: made } });
          }}
        />
      )}
    </>
  );
}
