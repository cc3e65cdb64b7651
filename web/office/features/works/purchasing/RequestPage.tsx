import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { quantityText } from '#contract/works/materials/rules.ts';
import { changeRequestStatus, findRequest } from '#contract/works/purchasing/endpoints.ts';
import type { MaterialRequest, Quotation, RequestLine } from '#contract/works/purchasing/model.ts';
import { REQUEST_STATE } from '#contract/works/purchasing/rules.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { activityOf } from './historyItems.ts';
import { OrderDrawer } from './OrderDrawer.tsx';
import { overText } from './overText.ts';
import { QuotationDrawer } from './QuotationDrawer.tsx';
import { Quotations } from './Quotations.tsx';
import { RequestForm } from './RequestForm.tsx';

type Open =
  | { form: 'edit' }
  | { form: 'quote'; quotation: Quotation | null }
  | { form: 'order'; quotation: Quotation };

/** One request: what is asked beside the budget of the house, its quotations and its orders. */
export function RequestPage({ id }: { id: number }) {
  const navigate = useNavigate();
  const query = useQuery(queryOf(findRequest, { params: { id } }));
  const comments = useComments('solicitud_material', id);
  const request = query.data?.data;
  const [open, setOpen] = useState<Open | null>(null);
  const transitions = useTransitions({
    offers: request?.transitions,
    status: changeRequestStatus,
    version: request?.version,
    danger: [REQUEST_STATE.refused, REQUEST_STATE.voided],
    asks: { [REQUEST_STATE.approved]: { text: request && overText(request) } },
  });
  if (query.error) throw query.error;
  if (!request) return <PendingPage />;
  const close = () => setOpen(null);
  return (
    <>
      <RecordPage
        of={['solicitud_material', id]}
        title={request.code}
        subtitle={`${request.project.name} · ${request.house?.name ?? 'Obras de todo el proyecto'}`}
        state={<StatePill catalog="materialRequest" state={request.state} />}
        turn={null}
        facts={[
          { label: 'La pide', value: request.asked_by ?? 'Aún no se solicita' },
          { label: 'Hace falta el', value: <DateText day={request.needed_on} /> },
          ...(request.approved_by ? [{ label: 'La aprobó', value: request.approved_by }] : []),
          ...(request.estimate_centavos === null
            ? []
            : [{ label: 'Estimado sin ITBMS', value: <MoneyText centavos={request.estimate_centavos} /> }]),
        ]}
        actions={[
          ...transitions.map((one) =>
            one.danger || one.label === 'Volver a borrador' ? { ...one, aside: true } : one,
          ),
          ...(request.may.edit
            ? [
                {
                  key: 'edit',
                  label: 'Cambiar solicitud',
                  whyNot: null,
                  aside: true,
                  onRun: () => setOpen({ form: 'edit' }),
                },
              ]
            : []),
        ].toSorted((a, b) => Number(a.aside ?? false) - Number(b.aside ?? false))}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="solicitud_material" id={id} />
            <RecordFiles reference="solicitud_material" id={id} />
            <ActivityStream {...comments} items={activityOf(request.history, comments.items)} />
          </Stack>
        }
      >
        <Stack gap="lg">
          {request.over_reason !== null && (
            <Alert color="yellow" variant="light" title="Aprobada sobre el presupuesto">
              {request.over_reason}
            </Alert>
          )}
          {request.note && <Text>{request.note}</Text>}
          <Lines request={request} />
          {(request.quotations.length > 0 || request.may.quote) && (
            <Quotations
              request={request}
              onAdd={() => setOpen({ form: 'quote', quotation: null })}
              onChange={(quotation) => setOpen({ form: 'quote', quotation })}
              onOrder={(quotation) => setOpen({ form: 'order', quotation })}
            />
          )}
          {request.orders.length > 0 && <Orders request={request} />}
        </Stack>
      </RecordPage>
      {open?.form === 'edit' && <RequestForm request={request} onClose={close} />}
      {open?.form === 'quote' && (
        <QuotationDrawer request={request} quotation={open.quotation} onClose={close} />
      )}
      {open?.form === 'order' && (
        <OrderDrawer
          request={request}
          quotation={open.quotation}
          onClose={close}
          onMade={(made) => void navigate({ to: '/oficina/ordenes-de-compra/$id', params: { id: made } })}
        />
      )}
    </>
  );
}

function Lines({ request }: { request: MaterialRequest }) {
  const { house, lines } = request;
  const unit = (line: RequestLine, quantity: number) => quantityText(quantity, line.material.unit);
  const columns: ShortColumn<RequestLine>[] = [
    { title: 'Material', render: ({ material }) => material.name },
    { title: 'Se pide', align: 'right', render: (line) => unit(line, line.quantity) },
    ...(house
      ? [
          {
            title: 'Presupuesto',
            align: 'right' as const,
            render: (line: RequestLine) => (line.budget === null ? 'No lo lleva' : unit(line, line.budget)),
          },
          {
            title: 'Ya aprobado',
            align: 'right' as const,
            render: (line: RequestLine) => unit(line, line.taken),
          },
        ]
      : []),
    {
      title: 'Se pasa',
      align: 'right',
      render: (line) =>
        line.over > 0 ? (
          <Text size="sm" fw={700}>
            {unit(line, line.over)}
          </Text>
        ) : (
          ''
        ),
    },
    {
      title: 'Orden',
      render: ({ order }) =>
        order && (
          <PageLink {...linkOptions({ to: '/oficina/ordenes-de-compra/$id', params: { id: order.id } })}>
            {order.name}
          </PageLink>
        ),
    },
  ];
  return (
    <Section
      title="Materiales"
      text={
        house
          ? 'Al lado, lo que lleva el modelo de la vivienda y lo que otras solicitudes ya tomaron.'
          : 'Las obras de todo el proyecto no tienen presupuesto de materiales: las aprueba gerencia.'
      }
    >
      <ShortTable
        label="Materiales de la solicitud"
        rows={lines}
        rowId={({ id }) => id}
        rowHeads
        marked={({ over }) => over > 0}
        columns={columns}
      />
    </Section>
  );
}

function Orders({ request }: { request: MaterialRequest }) {
  type Order = MaterialRequest['orders'][number];
  const columns: ShortColumn<Order>[] = [
    {
      title: 'Orden',
      render: ({ id, code }) => (
        <PageLink {...linkOptions({ to: '/oficina/ordenes-de-compra/$id', params: { id } })}>{code}</PageLink>
      ),
    },
    { title: 'Proveedor', render: ({ supplier }) => supplier },
    { title: 'Estado', render: ({ state }) => <StatePill catalog="purchaseOrder" state={state} /> },
    ...(request.estimate_centavos === null
      ? []
      : [{ title: 'Total', money: ({ total_centavos }: Order) => total_centavos }]),
  ];
  return (
    <Section title="Órdenes de compra">
      <ShortTable label="Órdenes" rows={request.orders} rowId={({ id }) => id} rowHeads columns={columns} />
    </Section>
  );
}
