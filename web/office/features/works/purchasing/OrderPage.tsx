import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { urlOf } from '#contract/endpoint.ts';
import { quantityText } from '#contract/works/materials/rules.ts';
import { changeOrderStatus, findOrder, ORDER_PDF } from '#contract/works/purchasing/endpoints.ts';
import type { OrderLine, PurchaseOrder } from '#contract/works/purchasing/model.ts';
import { ORDER_STATE } from '#contract/works/purchasing/rules.ts';
import { RecordEntries } from '#web/office/features/company/comments/RecordEntries.tsx';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { SentPhotos } from '#web/office/features/works/jobs/Photos.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { activityOf } from './historyItems.ts';
import { DispatchDrawer, ReturnDrawer } from './MovedDrawer.tsx';
import { ReceiptDrawer } from './ReceiptDrawer.tsx';

type Form = 'dispatch' | 'receive' | 'return';

/** One purchase order: what was ordered, what left, what arrived and what went back. */
export function OrderPage({ id }: { id: number }) {
  const query = useQuery(queryOf(findOrder, { params: { id } }));
  const comments = useComments('orden_compra', id);
  const order = query.data?.data;
  const [open, setOpen] = useState<Form | null>(null);
  const transitions = useTransitions({
    offers: order?.transitions,
    status: changeOrderStatus,
    version: order?.version,
    danger: [ORDER_STATE.voided, ORDER_STATE.closedShort],
  });
  if (query.error) throw query.error;
  if (!order) return <PendingPage />;
  const close = () => setOpen(null);
  const sees = order.total_centavos !== null;
  return (
    <>
      <RecordPage
        of={['orden_compra', id]}
        title={order.code}
        subtitle={`${order.supplier.name} · ${order.project.name}`}
        state={<StatePill catalog="purchaseOrder" state={order.state} />}
        turn={null}
        facts={[
          ...(order.request
            ? [
                {
                  label: 'Solicitud',
                  value: (
                    <PageLink
                      {...linkOptions({ to: '/oficina/materiales/$id', params: { id: order.request.id } })}
                    >
                      {order.request.name}
                    </PageLink>
                  ),
                },
              ]
            : []),
          ...(order.house ? [{ label: 'Vivienda', value: order.house.name }] : []),
          { label: 'Emitida el', value: <DateText day={order.issued_on} /> },
          { label: 'Se espera el', value: <DateText day={order.expected_on} /> },
          ...(sees
            ? [
                { label: 'Total con ITBMS', value: <MoneyText centavos={order.total_centavos} /> },
                {
                  label: 'Documento',
                  value: (
                    <Anchor
                      href={urlOf({ path: ORDER_PDF }, { params: { id } })}
                      target="_blank"
                      rel="noreferrer"
                      size="sm"
                    >
                      Orden en PDF
                    </Anchor>
                  ),
                },
              ]
            : []),
        ]}
        actions={[...actionsOf(order, setOpen), ...transitions.map((one) => ({ ...one, aside: true }))]}
        activity={
          <Stack gap="lg">
            <RecordEntries record="orden_compra" id={id} />
            <RecordTasks reference="orden_compra" id={id} />
            <RecordFiles reference="orden_compra" id={id} />
            <ActivityStream {...comments} items={activityOf(order.history, comments.items)} />
          </Stack>
        }
      >
        <Stack gap="lg">
          {order.late && (
            <Alert color="red" variant="light" title="Está atrasada">
              Se esperaba el <DateText day={order.expected_on} /> y no ha llegado completa.
            </Alert>
          )}
          {order.end_reason && <Text>Motivo: {order.end_reason}</Text>}
          <Lines order={order} sees={sees} />
          {(order.choice_reason || order.terms) && <Choice order={order} />}
          <Dispatches order={order} />
          <Receipts order={order} />
          <Returns order={order} />
        </Stack>
      </RecordPage>
      {open === 'dispatch' && <DispatchDrawer order={order} onClose={close} />}
      {open === 'receive' && <ReceiptDrawer order={order} onClose={close} />}
      {open === 'return' && <ReturnDrawer order={order} onClose={close} />}
    </>
  );
}

/** What moves materials; counting is the next step, once something is on its way. */
function actionsOf({ actions, lines }: PurchaseOrder, open: (form: Form) => void): RecordAction[] {
  const travels = lines.some(({ in_transit }) => in_transit > 0);
  const all: (RecordAction | null)[] = [
    actions.receive && {
      key: 'receive',
      label: 'Recibir y contar',
      whyNot: actions.receive.disabled,
      onRun: () => open('receive'),
    },
    actions.dispatch && {
      key: 'dispatch',
      label: 'Registrar despacho',
      whyNot: actions.dispatch.disabled,
      onRun: () => open('dispatch'),
    },
    actions.return && {
      key: 'return',
      label: 'Devolver al proveedor',
      whyNot: actions.return.disabled,
      aside: true,
      onRun: () => open('return'),
    },
  ];
  const shown = all.filter((one) => one !== null);
  return travels || shown[1]?.whyNot
    ? shown
    : [shown[1], shown[0], shown[2]].filter((one) => one !== undefined);
}

function Lines({ order, sees }: { order: PurchaseOrder; sees: boolean }) {
  const text = (line: OrderLine, quantity: number) => quantityText(quantity, line.material.unit);
  const columns: ShortColumn<OrderLine>[] = [
    { title: 'Material', render: ({ material }) => material.name },
    { title: 'Ordenado', align: 'right', render: (line) => text(line, line.quantity) },
    {
      title: 'En camino',
      align: 'right',
      render: (line) => (line.in_transit > 0 ? text(line, line.in_transit) : ''),
    },
    { title: 'Recibido', align: 'right', render: (line) => text(line, line.received) },
    ...(order.returns.length > 0
      ? [
          {
            title: 'Devuelto',
            align: 'right' as const,
            render: (line: OrderLine) => (line.returned > 0 ? text(line, line.returned) : ''),
          },
        ]
      : []),
    {
      title: 'Falta',
      align: 'right',
      render: (line) => (line.outstanding > 0 ? text(line, line.outstanding) : ''),
    },
    ...(sees
      ? [
          { title: 'Precio', money: (line: OrderLine) => line.price_centavos },
          { title: 'Monto', money: (line: OrderLine) => line.cents, sum: true },
        ]
      : []),
  ];
  const reasons = order.lines.filter(({ excess_reason }) => excess_reason !== null);
  return (
    <Section title="Materiales" {...(sees && { text: 'Los montos van sin ITBMS.' })}>
      <ShortTable
        label="Materiales de la orden"
        rows={order.lines}
        rowId={({ id }) => id}
        rowHeads
        columns={columns}
      />
      {reasons.map(({ id, material, excess_reason }) => (
        <Text key={id} size="sm" mt="xs">
          De {material.name} se recibió de más: {excess_reason}
        </Text>
      ))}
    </Section>
  );
}

const Choice = ({ order }: { order: PurchaseOrder }) => (
  <Section title="Por qué este proveedor">
    {order.choice_reason && <Text>{order.choice_reason}</Text>}
    {order.terms && (
      <Text size="sm" c="dimmed">
        Condiciones: {order.terms}
      </Text>
    )}
  </Section>
);

interface EntryProps {
  on: string;
  paper: string;
  by: string;
  note: string;
  lines: readonly string[];
  children?: ReactNode;
}

const Entry = ({ on, paper, by, note, lines, children }: EntryProps) => (
  <Stack gap={4}>
    <Text size="sm" fw={600}>
      <DateText day={on} /> · {paper}
    </Text>
    {lines.map((line) => (
      <Text key={line} size="sm">
        {line}
      </Text>
    ))}
    {note && <Text size="sm">{note}</Text>}
    <Text size="xs" c="dimmed">
      {by}
    </Text>
    {children}
  </Stack>
);

function Dispatches({ order }: { order: PurchaseOrder }) {
  if (order.dispatches.length === 0) return null;
  return (
    <Section title="Despachos">
      <Stack gap="md">
        {order.dispatches.map(({ id, guide, lines, ...one }) => (
          <Entry
            key={id}
            {...one}
            paper={`Guía ${guide}`}
            lines={lines.map(
              ({ material, quantity, unit }) => `${material}: ${quantityText(quantity, unit)}`,
            )}
          />
        ))}
      </Stack>
    </Section>
  );
}

function Receipts({ order }: { order: PurchaseOrder }) {
  if (order.receipts.length === 0) return null;
  return (
    <Section title="Recepciones">
      <Stack gap="lg">
        {order.receipts.map(({ id, guide, lines, photos, ...one }) => (
          <Entry
            key={id}
            {...one}
            paper={`Nota de entrega ${guide}`}
            lines={lines.map(
              ({ material, quantity, unit, difference }) =>
                `${material}: ${difference ?? `${quantityText(quantity, unit)}, completo.`}`,
            )}
          >
            <SentPhotos photos={photos} of={`Nota ${guide}`} />
          </Entry>
        ))}
      </Stack>
    </Section>
  );
}

function Returns({ order }: { order: PurchaseOrder }) {
  if (order.returns.length === 0) return null;
  return (
    <Section title="Devoluciones al proveedor">
      <Stack gap="md">
        {order.returns.map(({ id, paper, reason, lines, ...one }) => (
          <Entry
            key={id}
            {...one}
            paper={paper}
            note={reason}
            lines={lines.map(
              ({ material, quantity, unit }) => `${material}: ${quantityText(quantity, unit)}`,
            )}
          />
        ))}
      </Stack>
    </Section>
  );
}
