import { Button, Group, Stack, Text } from '@mantine/core';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { listCompanies } from '#contract/money/invoices/endpoints.ts';
import { listIssued, sumIssued } from '#contract/money/issuedInvoices/endpoints.ts';
import { ISSUED_KINDS, ISSUED_STATE, ISSUED_STATES } from '#contract/money/issuedInvoices/rules.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { useList, useSums } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { IssueDrawer } from './IssueDrawer.tsx';
import type { IssuedSearch } from './issuedSearch.ts';

const columns: ColumnOf<typeof listIssued>[] = [
  {
    key: 'factura',
    title: 'Factura',
    width: 190,
    phone: 'heading',
    render: (row) => (
      <TwoLines
        first={row.number}
        second={
          row.kind === 'nota_credito'
            ? ISSUED_KINDS.nota_credito
            : row.credited
              ? 'Con nota de crédito'
              : (row.sale?.name ?? '')
        }
      />
    ),
  },
  {
    key: 'cliente',
    title: 'Cliente',
    width: 230,
    render: (row) => <TwoLines first={row.receiver.name} second={row.company.name} />,
  },
  {
    key: 'concepto',
    title: 'Concepto',
    width: 210,
    render: (row) => <TwoLines first={row.concept} second={row.project?.name ?? ''} />,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 220,
    render: (row) => (
      <Stack gap={2} align="flex-start">
        <StatePill catalog="issuedInvoice" state={row.state} />
        {row.remark && (
          <Text size="xs" c="dimmed" lineClamp={2}>
            {row.remark}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'issued_on',
    title: 'Fecha',
    width: 125,
    sortable: true,
    render: (row) => <DateText day={row.issued_on} />,
  },
  { key: 'total', title: 'Total', width: 140, sortable: true, money: (row) => row.total_centavos, sum: true },
];

/** Electronic invoices and credit notes that the companies of the group issue. */
export function IssuedPage({ search }: { search: IssuedSearch }) {
  const makes = useCan('contabilidad.crear');
  const navigate = useNavigate();
  const form = useDrawer('nueva');
  const list = useList(listIssued, search);
  const sums = useSums(sumIssued, list);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const companies = useOptions(queryOf(listCompanies, {}));
  return (
    <>
      <PageHeader
        title="Facturas emitidas"
        count={list.total}
        actions={
          <Group gap="sm">
            <PageLink to="/oficina/facturas-emitidas/puntos">Puntos de emisión</PageLink>
            {makes && <Button onClick={() => form.open()}>Facturar otro ingreso</Button>}
          </Group>
        }
      />
      <DataTable
        id="facturas-emitidas"
        caption="Facturas emitidas"
        list={list}
        sums={sums}
        columns={columns}
        filters={[
          {
            key: 'empresa_id',
            label: 'Empresa',
            kind: 'one',
            choices: companies.map(({ id, name }) => ({ value: id, label: name })),
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
            choices: Object.entries(ISSUED_STATES).map(([id, label]) => ({ value: Number(id), label })),
          },
          {
            key: 'tipo',
            label: 'Tipo',
            kind: 'one',
            choices: Object.entries(ISSUED_KINDS).map(([value, label]) => ({ value, label })),
          },
        ]}
        views={[
          { label: 'Rechazadas', search: { estado_id: ISSUED_STATE.rejected } },
          { label: 'Por enviar', search: { estado_id: ISSUED_STATE.queued } },
          { label: 'Notas de crédito', search: { tipo: 'nota_credito' } },
        ]}
        rowId={(row) => row.id}
        rowName={(row) => `${row.number} de ${row.company.name}`}
        open={{
          link: (row) => linkOptions({ to: '/oficina/facturas-emitidas/$id', params: { id: row.id } }),
        }}
        searchLabel="Número, cliente, concepto o CUFE"
        empty={
          <EmptyState
            title="Aún no hay facturas emitidas"
            text="Abre el punto de emisión de cada empresa: desde entonces, cada entrega se factura sola. Las de antes se traen en Importar."
          />
        }
      />
      {form.opened && (
        <IssueDrawer
          onClose={form.close}
          onMade={(id) => void navigate({ to: '/oficina/facturas-emitidas/$id', params: { id } })}
        />
      )}
    </>
  );
}
