import { Badge, Button, Group } from '@mantine/core';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { listInvoices, listPayees, sumInvoices } from '#contract/money/invoices/endpoints.ts';
import { DUES, INVOICE_KINDS, INVOICE_STATE, INVOICE_STATES } from '#contract/money/invoices/rules.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { useList, useSums } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { InvoiceForm } from './InvoiceForm.tsx';
import type { InvoicesSearch } from './invoicesSearch.ts';

const columns: ColumnOf<typeof listInvoices>[] = [
  {
    key: 'factura',
    title: 'Factura',
    width: 200,
    phone: 'heading',
    render: (row) => (
      <TwoLines
        first={row.number}
        second={[row.kind === 'nota_credito' ? INVOICE_KINDS.nota_credito : null, row.project?.name]
          .filter(Boolean)
          .join(' · ')}
      />
    ),
  },
  {
    key: 'proveedor',
    title: 'Proveedor',
    width: 230,
    render: (row) => <TwoLines first={row.supplier.name} second={row.company.name} />,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 200,
    render: (row) => (
      <Group gap={6} wrap="nowrap">
        <StatePill catalog="invoice" state={row.state} />
        {row.late && (
          <Badge variant="light" color="red" tt="none">
            Vencida
          </Badge>
        )}
      </Group>
    ),
  },
  {
    key: 'issued_on',
    title: 'Fecha',
    width: 125,
    sortable: true,
    render: (row) => <DateText day={row.issued_on} />,
  },
  {
    key: 'due_on',
    title: 'Vence',
    width: 125,
    sortable: true,
    render: (row) => <DateText day={row.due_on} />,
  },
  { key: 'total', title: 'Total', width: 130, money: (row) => row.total_centavos, sum: true },
  { key: 'saldo', title: 'Por pagar', width: 130, money: (row) => row.balance_centavos, sum: true },
];

/** Invoices and credit notes of suppliers and contractors. */
export function InvoicesPage({ search }: { search: InvoicesSearch }) {
  const enters = useCan('contabilidad.crear');
  const navigate = useNavigate();
  const form = useDrawer('nueva');
  const list = useList(listInvoices, search);
  const sums = useSums(sumInvoices, list);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const payees = useOptions(queryOf(listPayees, {}));
  return (
    <>
      <PageHeader
        title="Facturas"
        count={list.total}
        actions={enters ? <Button onClick={() => form.open()}>Registrar factura</Button> : null}
      />
      <DataTable
        id="facturas-de-proveedores"
        caption="Facturas de proveedores"
        list={list}
        sums={sums}
        columns={columns}
        filters={[
          {
            key: 'proveedor_id',
            label: 'Proveedor',
            kind: 'one',
            choices: payees.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(INVOICE_STATES).map(([id, label]) => ({ value: Number(id), label })),
          },
          {
            key: 'tipo',
            label: 'Tipo',
            kind: 'one',
            choices: Object.entries(INVOICE_KINDS).map(([value, label]) => ({ value, label })),
          },
          {
            key: 'vence',
            label: 'Vencen',
            kind: 'one',
            choices: Object.entries(DUES).map(([value, label]) => ({ value, label })),
          },
        ]}
        views={[
          { label: 'Por aprobar', search: { estado_id: INVOICE_STATE.toApprove } },
          { label: 'Vencidas', search: { vence: 'vencidas' } },
          { label: 'Vencen en siete días', search: { vence: 'semana' } },
          { label: 'En disputa', search: { estado_id: INVOICE_STATE.disputed } },
        ]}
        rowId={(row) => row.id}
        rowName={(row) => `${row.number} de ${row.supplier.name}`}
        open={{ link: (row) => linkOptions({ to: '/oficina/facturas/$id', params: { id: row.id } }) }}
        searchLabel="Número, concepto o proveedor"
        empty={
          <EmptyState
            title="Aún no hay facturas"
            text="Registra la primera con su XML, su PDF o su foto; o trae las abiertas en Importar."
          />
        }
      />
      {form.opened && (
        <InvoiceForm
          invoice={null}
          onClose={form.close}
          onMade={(id) => void navigate({ to: '/oficina/facturas/$id', params: { id } })}
        />
      )}
    </>
  );
}
