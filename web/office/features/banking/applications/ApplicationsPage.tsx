import { linkOptions } from '@tanstack/react-router';
import { Button, Stack } from '@mantine/core';
import { bankApplicationStatus } from '#contract/company/catalogs/legalLists.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { listApplications, type ApplicationRow } from '#contract/banking/applications/applications.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listSaleStaff } from '#contract/sales/sale/endpoints.ts';
import { customerColumn } from '#web/office/features/sales/sale/customerColumn.tsx';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { useBulkForm } from '#web/office/ui/table/useBulkForm.ts';
import { AnswerTimesDrawer } from './AnswerTimesDrawer.tsx';
import { ApplicationDrawer } from './ApplicationDrawer.tsx';
import { FollowUpsDrawer } from './FollowUpsDrawer.tsx';
import type { ApplicationsSearch } from './applicationsSearch.ts';
import { useList } from '#web/office/lib/list.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

const columns: ColumnOf<typeof listApplications>[] = [
  { ...customerColumn, sortable: true },
  {
    key: 'banco',
    title: 'Banco',
    width: 190,
    render: (one) => (
      <Stack gap={2} align="flex-start">
        <span>{one.bank.name}</span>
        {one.chosen && <StatePill tone="positive" label="Elegido" />}
      </Stack>
    ),
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 190,
    render: (one) => <StatePill catalog="bankApplication" state={one.state} />,
  },
  {
    key: 'monto',
    title: 'Solicitado',
    width: 140,
    money: (one) => one.requested_centavos,
  },
  {
    key: 'sent_at',
    title: 'Enviada',
    width: 120,
    render: (one) => <DateText instant={one.sent_at} dayOnly />,
  },
  {
    key: 'answer_due_on',
    title: 'Respuesta usual',
    sortable: true,
    width: 150,
    render: (one) => <Due day={one.answered_at ? null : one.answer_due_on} due={one.late} word="Atrasada" />,
  },
  {
    key: 'follow_up_due_on',
    title: 'Próximo seguimiento',
    sortable: true,
    width: 170,
    render: (one) => <Due day={one.follow_up_due_on} due={one.follow_up_due} word="Toca" />,
  },
  {
    key: 'expires_on',
    title: 'Carta vence',
    sortable: true,
    width: 120,
    render: (one) => <DateText day={one.letter?.expires_on ?? null} />,
  },
  { key: 'proyecto', title: 'Proyecto', width: 180, render: (one) => one.project.name },
  { key: 'procesador', title: 'Procesador', width: 160, render: (one) => one.processor?.name ?? '—' },
];

function Due({ day, due, word }: { day: string | null; due: boolean; word: string }) {
  return (
    <Stack gap={2} align="flex-start">
      <DateText day={day} />
      {due && <StatePill tone="attention" label={word} />}
    </Stack>
  );
}

/** Applications: due follow-ups, overdue answers and expiring letters. */
export function ApplicationsPage({ search }: { search: ApplicationsSearch }) {
  const patch = usePatchSearch();
  const times = useDrawer('tiempos');
  const mayEdit = useCan('tramites.editar');
  const following = useBulkForm<ApplicationRow>();
  const { solicitud } = search;
  const list = useList(listApplications, search);
  const states = useOptions(queryOf(bankApplicationStatus.list, {}));
  const lenders = useOptions(queryOf(banks.list, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const staff = useOptions(queryOf(listSaleStaff));
  const total = list.total;
  return (
    <>
      <PageHeader
        title="Solicitudes bancarias"
        count={total}
        actions={
          <>
            <PageLink {...linkOptions({ to: '/oficina/solicitudes-bancarias/correos' })}>
              Correos de bancos
            </PageLink>
            <Button variant="default" onClick={() => times.open()}>
              Tiempos de respuesta
            </Button>
          </>
        }
      />
      <DataTable
        id="solicitudes-bancarias"
        caption="Solicitudes bancarias"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'many',
            choices: states.map(({ id, name }) => ({ value: id, label: name })),
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
          {
            key: 'procesador_id',
            label: 'Procesador',
            kind: 'one',
            choices: staff.filter((one) => one.processor).map(({ id, name }) => ({ value: id, label: name })),
          },
          { key: 'seguimiento', label: 'Con seguimiento pendiente', kind: 'flag' },
          { key: 'atrasadas', label: 'Sin respuesta a tiempo', kind: 'flag' },
          { key: 'elegida', label: 'Solo las elegidas', kind: 'flag' },
        ]}
        views={[
          { label: 'Todas', search: {} },
          {
            label: 'Seguimientos pendientes',
            search: { seguimiento: 1, order_column: 'follow_up_due_on', order_type: 'asc' },
          },
          { label: 'Por enviar', search: { estado_id: [1] } },
          { label: 'En el banco', search: { estado_id: [2, 3, 4] } },
          {
            label: 'Cartas por vencer',
            search: { carta_dias: 30, order_column: 'expires_on', order_type: 'asc' },
          },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => `${one.bank.name} de ${one.name}`}
        {...(mayEdit && {
          bulk: [{ label: 'Anotar seguimiento', whyNot: () => null, run: following.run }],
        })}
        open={{ show: (one) => patch({ solicitud: one.id }) }}
        searchLabel="Nombre, código, cédula o celular"
        empty={
          <EmptyState
            title="Aún no hay solicitudes"
            text="Se preparan en la página de cada venta, en la pestaña Bancos."
          />
        }
      />
      {solicitud !== undefined && (
        <ApplicationDrawer
          id={solicitud}
          onClose={() => patch({ solicitud: undefined })}
          beside={besideOf(list.rows, solicitud, (id) => patch({ solicitud: id }))}
        />
      )}
      {following.open && <FollowUpsDrawer {...following.open} />}
      {times.opened && <AnswerTimesDrawer onClose={times.close} />}
    </>
  );
}
