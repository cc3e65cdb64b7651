import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { findLoan, listLoanMoves } from '#contract/money/interimLoans/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { LoanMovesSearch } from './loansSearch.ts';

const columns: ColumnOf<typeof listLoanMoves>[] = [
  { key: 'dia', title: 'Fecha', width: 120, sortable: true, render: (one) => <DateText day={one.day} /> },
  {
    key: 'movimiento',
    title: 'Movimiento',
    width: 300,
    phone: 'heading',
    render: (one) => <TwoLines first={one.text} second={one.reference ?? ''} />,
  },
  { key: 'desembolso', title: 'Desembolso', width: 135, money: (one) => one.drawn_centavos || null },
  { key: 'capital', title: 'Capital pagado', width: 135, money: (one) => one.repaid_centavos || null },
  { key: 'interes', title: 'Interés causado', width: 135, money: (one) => one.interest_centavos || null },
  {
    key: 'interes_pagado',
    title: 'Interés pagado',
    width: 135,
    money: (one) => one.interest_paid_centavos || null,
  },
  { key: 'comision', title: 'Comisión', width: 120, money: (one) => one.fee_centavos || null },
  { key: 'saldo', title: 'Saldo de capital', width: 140, money: (one) => one.balance_centavos },
  {
    key: 'saldo_interes',
    title: 'Interés por pagar',
    width: 140,
    money: (one) => one.interest_balance_centavos,
  },
];

/** The statement of one loan, which is exported as it is filtered. */
export function LoanMovesPage({ search }: { search: LoanMovesSearch }) {
  const list = useList(listLoanMoves, search);
  const id = search.prestamo_id ?? 0;
  const loan = useQuery({ ...queryOf(findLoan, { params: { id } }), enabled: id > 0 }).data?.data;
  return (
    <>
      <PageHeader
        title={loan ? `Estado del préstamo ${loan.name}` : 'Estado del préstamo'}
        count={list.total}
        text="Cada movimiento con los saldos que deja."
      />
      <DataTable
        id="estado-prestamo-interino"
        caption="Estado del préstamo interino"
        list={list}
        columns={columns}
        filters={[
          { key: 'desde', label: 'Desde', kind: 'day' },
          { key: 'hasta', label: 'Hasta', kind: 'day' },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => one.text}
        open={{ link: () => linkOptions({ to: '/oficina/prestamos-interinos/$id', params: { id } }) }}
        empty={
          <EmptyState title="Sin movimientos" text="Este préstamo no tiene movimientos en esas fechas." />
        }
      />
    </>
  );
}
