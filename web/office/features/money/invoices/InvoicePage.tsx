import { Alert, Anchor, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { changeInvoiceStatus, findInvoice } from '#contract/money/invoices/endpoints.ts';
import type { Invoice, InvoiceLine } from '#contract/money/invoices/model.ts';
import { INVOICE_KINDS, INVOICE_STATE } from '#contract/money/invoices/rules.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { stateItems } from '#web/office/ui/activity.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { InvoiceForm } from './InvoiceForm.tsx';
import { SettleDrawer } from './SettleDrawer.tsx';

/** One invoice: what it charges, what does not agree, what was applied, and its payments. */
export function InvoicePage({ id }: { id: number }) {
  const query = useQuery(queryOf(findInvoice, { params: { id } }));
  const comments = useComments('factura_proveedor', id);
  const editing = useDrawer('editar');
  const settling = useDrawer('aplicar');
  const invoice = query.data?.data;
  const faults = (invoice?.mismatches.length ?? 0) > 0;
  const transitions = useTransitions({
    offers: invoice?.transitions,
    status: changeInvoiceStatus,
    version: invoice?.version,
    danger: [INVOICE_STATE.rejected, INVOICE_STATE.voided, INVOICE_STATE.disputed],
    asks: faults
      ? {
          [INVOICE_STATE.approved]: {
            text: `${invoice!.mismatches.join(' ')} Escribe por qué se aprueba así.`,
          },
        }
      : {},
  });
  if (query.error) throw query.error;
  if (!invoice) return <PendingPage />;
  const actions: RecordAction[] = [
    ...transitions.map((one) => (one.danger ? { ...one, aside: true } : one)),
    ...(invoice.may.apply && invoice.applicable.length > 0
      ? [{ key: 'aplicar', label: 'Aplicar crédito o anticipo', whyNot: null, onRun: () => settling.open() }]
      : []),
    ...(invoice.may.edit
      ? [{ key: 'editar', label: 'Corregir', whyNot: null, aside: true, onRun: () => editing.open() }]
      : []),
  ];
  return (
    <>
      <RecordPage
        of={['factura_proveedor', id]}
        title={`${INVOICE_KINDS[invoice.kind]} ${invoice.number}`}
        subtitle={`${invoice.supplier.name} · RUC ${invoice.supplier.ruc} DV ${invoice.supplier.dv}`}
        state={<StatePill catalog="invoice" state={invoice.state} />}
        turn={null}
        facts={factsOf(invoice)}
        actions={actions}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="factura_proveedor" id={id} />
            <RecordFiles reference="factura_proveedor" id={id} attachedOnly />
            <ActivityStream
              {...comments}
              items={[...stateItems(invoice.history), ...(comments.items ?? [])].toSorted((a, b) =>
                b.at.localeCompare(a.at),
              )}
            />
          </Stack>
        }
      >
        <Stack gap="lg">
          {faults && (
            <Alert color="red" variant="light" title="No coincide">
              <List size="sm">
                {invoice.mismatches.map((sentence) => (
                  <List.Item key={sentence}>{sentence}</List.Item>
                ))}
              </List>
            </Alert>
          )}
          {invoice.exception && (
            <Alert color="yellow" variant="light" title="Se aprobó con una diferencia">
              {invoice.exception.sentences.join(' ')} Motivo: {invoice.exception.reason}
            </Alert>
          )}
          {invoice.end_reason && <Text>Motivo: {invoice.end_reason}</Text>}
          {invoice.note && <Text>{invoice.note}</Text>}
          <Lines lines={invoice.lines} />
          <Money invoice={invoice} />
          <Payments invoice={invoice} />
        </Stack>
      </RecordPage>
      {editing.opened && <InvoiceForm invoice={invoice} onClose={editing.close} />}
      {settling.opened && <SettleDrawer invoice={invoice} onClose={settling.close} />}
    </>
  );
}

function factsOf(invoice: Invoice) {
  const files = [
    { file: invoice.document, label: 'Documento' },
    { file: invoice.xml, label: 'XML' },
  ].filter(({ file }) => file !== null);
  return [
    { label: 'La debe', value: invoice.company.name },
    { label: 'Concepto', value: invoice.concept },
    { label: 'Fecha', value: <DateText day={invoice.issued_on} /> },
    { label: 'Vence', value: <DateText day={invoice.due_on} /> },
    ...(invoice.order
      ? [
          {
            label: 'Orden de compra',
            value: (
              <PageLink
                {...linkOptions({ to: '/oficina/ordenes-de-compra/$id', params: { id: invoice.order.id } })}
              >
                {invoice.order.name}
              </PageLink>
            ),
          },
        ]
      : []),
    ...(invoice.progress_account
      ? [
          {
            label: 'Cuenta de obra',
            value: (
              <PageLink
                {...linkOptions({
                  to: '/oficina/pagos-a-contratistas/$id',
                  params: { id: invoice.progress_account.id },
                })}
              >
                {invoice.progress_account.name}
              </PageLink>
            ),
          },
        ]
      : []),
    ...(invoice.corrects
      ? [
          {
            label: 'Corrige',
            value: (
              <PageLink
                {...linkOptions({ to: '/oficina/facturas/$id', params: { id: invoice.corrects.id } })}
              >
                Factura {invoice.corrects.name}
              </PageLink>
            ),
          },
        ]
      : []),
    { label: 'Por pagar', value: <MoneyText centavos={invoice.balance_centavos} /> },
    ...(invoice.paid_on ? [{ label: 'Pagada el', value: <DateText day={invoice.paid_on} /> }] : []),
    ...files.map(({ file, label }) => ({
      label,
      value: (
        <Anchor href={file!.url} target="_blank" rel="noreferrer" size="sm">
          {file!.name}
        </Anchor>
      ),
    })),
  ];
}

const lineColumns: ShortColumn<InvoiceLine>[] = [
  { title: 'Qué se cobra', render: (line) => line.description },
  {
    title: 'Va a',
    render: (line) => (
      <>
        {[line.account?.name ?? line.cost_code?.name, line.project?.name, line.house?.name]
          .filter(Boolean)
          .join(' · ')}
        {line.after_delivery && (
          <Text size="xs" c="dimmed">
            La vivienda ya se entregó: va al costo de venta.
          </Text>
        )}
      </>
    ),
  },
  { title: 'Cantidad', align: 'right', render: (line) => line.quantity ?? '' },
  { title: 'ITBMS', money: (line) => line.itbms_centavos, sum: true },
  { title: 'Monto', money: (line) => line.cents, sum: true },
];

const Lines = ({ lines }: { lines: readonly InvoiceLine[] }) => (
  <Section title="Líneas">
    <ShortTable
      label="Líneas de la factura"
      rows={lines}
      rowId={({ id }) => id}
      rowHeads
      columns={lineColumns}
    />
  </Section>
);

function Money({ invoice }: { invoice: Invoice }) {
  const rows = [
    { title: 'Total con ITBMS', cents: invoice.total_centavos },
    ...(invoice.withheld_centavos > 0
      ? [{ title: 'ITBMS que se retiene', cents: -invoice.withheld_centavos }]
      : []),
    ...invoice.settlements.map(({ text, on, cents }) => ({
      title: `${text}, el ${on.split('-').toReversed().join('-')}`,
      cents: -cents,
    })),
  ];
  return (
    <Section title="Por pagar">
      <ShortTable
        label="Lo que se paga de la factura"
        rows={rows}
        rowId={({ title }, at) => `${title}${at}`}
        rowHeads
        columns={[
          { title: 'Concepto', render: ({ title }) => title },
          { title: 'Monto', money: ({ cents }) => cents, sum: true },
        ]}
      />
    </Section>
  );
}

function Payments({ invoice }: { invoice: Invoice }) {
  if (invoice.payments.length === 0) return null;
  return (
    <Section title="Pagos">
      <ShortTable
        label="Pagos de la factura"
        rows={invoice.payments}
        rowId={({ id }) => id}
        rowHeads
        columns={[
          {
            title: 'Lote',
            render: ({ batch }) => (
              <PageLink {...linkOptions({ to: '/oficina/egresos/$id', params: { id: batch.id } })}>
                {batch.name}
              </PageLink>
            ),
          },
          { title: 'Estado', render: ({ state }) => state },
          { title: 'Pagado el', render: ({ paid_on }) => <DateText day={paid_on} /> },
          { title: 'Devuelto el', render: ({ returned_on }) => <DateText day={returned_on} /> },
          { title: 'Monto', money: ({ cents }) => cents },
        ]}
      />
    </Section>
  );
}
