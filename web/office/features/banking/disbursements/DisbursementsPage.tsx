import { Button, Stack, Text } from '@mantine/core';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import {
  DISBURSEMENT_STAGES,
  listDisbursements,
  sumDisbursements,
  type DisbursementRow,
} from '#contract/banking/disbursements/disbursements.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { customerColumn } from '#web/office/features/sales/sale/customerColumn.tsx';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { DisbursementsSearch } from '#web/office/features/banking/applications/applicationsSearch.ts';
import { DisbursementDrawer } from './DisbursementDrawer.tsx';
import { linkOptions } from '@tanstack/react-router';
import { useList, useSums } from '#web/office/lib/list.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

const stageOf = (one: DisbursementRow) =>
  one.disbursement === null ? 'por_pedir' : one.disbursement.confirmed_at === null ? 'pedidos' : 'recibidos';
const STAGES = Object.keys(DISBURSEMENT_STAGES) as (keyof typeof DISBURSEMENT_STAGES)[];
const LABELS = { por_pedir: 'Por solicitar', pedidos: 'Solicitado', recibidos: 'Recibido' } as const;
const TONES = { por_pedir: 'attention', pedidos: 'progress', recibidos: 'positive' } as const;

/** Disbursements of the letters: to request, on the way and received. */
export function DisbursementsPage({ search }: { search: DisbursementsSearch }) {
  const drawer = useDrawer('desembolso');
  const list = useList(listDisbursements, search);
  const sums = useSums(sumDisbursements, list);
  const lenders = useOptions(queryOf(banks.list, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const open = list.rows.find(({ id }) => id === drawer.id);
  const columns: ColumnOf<typeof listDisbursements>[] = [
    customerColumn,
    { key: 'banco', title: 'Banco', width: 180, render: (one) => one.bank.name },
    {
      key: 'etapa',
      exported: false,
      title: 'Etapa',
      width: 150,
      render: (one) => <StatePill tone={TONES[stageOf(one)]} label={LABELS[stageOf(one)]} />,
    },
    {
      key: 'accion',
      exported: false,
      title: 'Acción',
      width: 150,
      render: (one) =>
        one.may_request || one.may_confirm ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={(event) => {
              event.stopPropagation();
              drawer.open(one.id);
            }}
          >
            {one.may_confirm ? 'Confirmar dinero' : 'Solicitar'}
          </Button>
        ) : null,
    },
    { key: 'carta', title: 'Carta', width: 130, render: (one) => one.letter.number },
    {
      key: 'monto',
      title: 'Monto de la carta',
      width: 150,
      money: (one) => one.letter.amount_centavos,
      sum: true,
    },
    {
      key: 'vence',
      sortable: true,
      title: 'Carta vence',
      width: 120,
      render: (one) => <DateText day={one.letter.expires_on} />,
    },
    {
      key: 'pedido',
      sortable: true,
      title: 'Solicitado',
      width: 140,
      render: (one) => (
        <Stack gap={0}>
          <DateText day={one.disbursement?.requested_on ?? null} />
          {one.waiting_days !== null && (
            <Text size="xs" c="dimmed">
              {one.waiting_days === 1 ? 'hace 1 día hábil' : `hace ${one.waiting_days} días hábiles`}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'recibido',
      title: 'Recibido',
      width: 120,
      render: (one) => <DateText day={one.disbursement?.received_on ?? null} />,
    },
    {
      key: 'llego',
      title: 'Monto recibido',
      width: 140,
      money: (one) => one.disbursement?.amount_centavos ?? null,
      sum: true,
    },
    {
      key: 'transferencia',
      title: 'Transferencia',
      width: 140,
      render: (one) => one.disbursement?.transfer_number ?? '—',
    },
    { key: 'proyecto', title: 'Proyecto', width: 170, render: (one) => one.project.name },
  ];
  return (
    <>
      <PageHeader
        title="Desembolsos"
        count={list.total}
        text="Cartas promesa de ventas inscritas, hasta que llega el dinero del banco."
      />
      <DataTable
        id="desembolsos"
        caption="Desembolsos"
        list={list}
        sums={sums}
        columns={columns}
        filters={[
          {
            key: 'etapa',
            label: 'Etapa',
            kind: 'one',
            choices: Object.entries(DISBURSEMENT_STAGES).map(([value, label]) => ({ value, label })),
          },
          {
            key: 'banco_id',
            label: 'Banco',
            kind: 'one',
            choices: lenders.map(({ id, nombre }) => ({ value: id, label: nombre })),
          },
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
        ]}
        views={STAGES.map((etapa) => ({
          label: DISBURSEMENT_STAGES[etapa],
          search: { etapa },
        }))}
        rowId={(one) => one.id}
        rowName={(one) => `Desembolso de ${one.name}`}
        open={{
          link: (one) =>
            linkOptions({
              to: '/oficina/ventas/$id',
              params: { id: one.sale.id },
              search: { tab: 'bancos', solicitud: one.id },
            }),
        }}
        searchLabel="Nombre, código o cédula"
        empty={
          <EmptyState
            title="No hay desembolsos"
            text="Aparecen cuando se inscribe la escritura de una venta con carta promesa."
          />
        }
      />
      {open && <DisbursementDrawer row={open} onClose={drawer.close} />}
    </>
  );
}
