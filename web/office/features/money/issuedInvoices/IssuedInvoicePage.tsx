import { Alert, Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { changeIssuedStatus, creditIssued, findIssued } from '#contract/money/issuedInvoices/endpoints.ts';
import type { Issued } from '#contract/money/issuedInvoices/model.ts';
import { ISSUED_KINDS, ISSUED_STATE, ITBMS_RATES, RECEIVERS } from '#contract/money/issuedInvoices/rules.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { stateItems } from '#web/office/ui/activity.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { askReason } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { ReceiverDrawer } from './ReceiverDrawer.tsx';

/** One fiscal document: what it charges, to whom, and what the provider said. */
export function IssuedInvoicePage({ id }: { id: number }) {
  const query = useQuery(queryOf(findIssued, { params: { id } }));
  const comments = useComments('factura_emitida', id);
  const editing = useDrawer('cliente');
  const credit = useAction(creditIssued, { success: 'Nota de crédito emitida.' });
  const invoice = query.data?.data;
  const transitions = useTransitions({
    offers: invoice?.transitions,
    status: changeIssuedStatus,
    version: invoice?.version,
    danger: [ISSUED_STATE.voided],
  });
  if (query.error) throw query.error;
  if (!invoice) return <PendingPage />;
  const takeBack = async () => {
    const reason = await askReason({
      title: 'Emitir nota de crédito',
      text: `Devuelve toda la factura ${invoice.number}. No se puede deshacer.`,
      label: 'Motivo',
      required: true,
      confirm: 'Emitir nota de crédito',
      danger: true,
    });
    if (reason) credit.mutate({ params: { id }, body: { reason } });
  };
  const actions: RecordAction[] = [
    ...(invoice.may.edit
      ? [{ key: 'cliente', label: 'Corregir el cliente', whyNot: null, onRun: () => editing.open() }]
      : []),
    ...transitions.map((one) => (one.danger ? { ...one, aside: true } : one)),
    ...(invoice.may.credit
      ? [
          {
            key: 'credito',
            label: 'Emitir nota de crédito',
            whyNot: null,
            aside: true,
            danger: true,
            loading: credit.isPending,
            onRun: () => void takeBack(),
          },
        ]
      : []),
  ];
  const waits = invoice.state.id !== ISSUED_STATE.authorized && invoice.state.id !== ISSUED_STATE.voided;
  return (
    <>
      <RecordPage
        of={['factura_emitida', id]}
        title={`${ISSUED_KINDS[invoice.kind]} ${invoice.number}`}
        subtitle={`${invoice.company.name} · ${invoice.receiver.name}`}
        state={<StatePill catalog="issuedInvoice" state={invoice.state} />}
        turn={null}
        facts={factsOf(invoice)}
        actions={actions}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="factura_emitida" id={id} />
            <RecordFiles reference="factura_emitida" id={id} attachedOnly />
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
          {waits && invoice.remark && (
            <Alert
              color={invoice.state.id === ISSUED_STATE.rejected ? 'red' : 'yellow'}
              variant="light"
              title={invoice.state.id === ISSUED_STATE.rejected ? 'No se autorizó' : 'Espera'}
            >
              {invoice.remark}
            </Alert>
          )}
          {invoice.reason && (
            <Alert color="gray" variant="light" title="Motivo">
              {invoice.reason}
            </Alert>
          )}
          <Section title="Líneas">
            <ShortTable
              label="Líneas de la factura"
              rows={invoice.lines}
              rowId={(line) => line.id}
              rowHeads
              columns={[
                { title: 'Qué se cobra', render: (line) => line.description },
                { title: 'Monto', money: (line) => line.cents, sum: true },
                { title: 'Tasa', render: (line) => ITBMS_RATES[line.rate] ?? '' },
                { title: 'ITBMS', money: (line) => line.itbms_centavos, sum: true },
                { title: 'Total', money: (line) => line.cents + line.itbms_centavos, sum: true },
              ]}
            />
          </Section>
        </Stack>
      </RecordPage>
      {editing.opened && <ReceiverDrawer invoice={invoice} onClose={editing.close} />}
    </>
  );
}

const other = (one: { id: number; name: string }) => (
  <PageLink {...linkOptions({ to: '/oficina/facturas-emitidas/$id', params: { id: one.id } })}>
    {one.name}
  </PageLink>
);
const paper = (href: string, label: string) => (
  <Anchor href={href} target="_blank" rel="noreferrer" size="sm">
    {label}
  </Anchor>
);

function factsOf(invoice: Issued) {
  return [
    { label: 'Fecha', value: <DateText day={invoice.issued_on} /> },
    { label: 'Concepto', value: invoice.concept },
    {
      label: RECEIVERS[invoice.receiver_type],
      value: [invoice.receiver.name, invoice.receiver.document].filter(Boolean).join(' · '),
    },
    ...(invoice.receiver_address ? [{ label: 'Dirección', value: invoice.receiver_address }] : []),
    ...(invoice.sale
      ? [
          {
            label: 'Venta',
            value: (
              <PageLink {...linkOptions({ to: '/oficina/ventas/$id', params: { id: invoice.sale.id } })}>
                {invoice.sale.name}
              </PageLink>
            ),
          },
        ]
      : []),
    ...(invoice.entry
      ? [
          {
            label: 'En los libros',
            value: (
              <PageLink {...linkOptions({ to: '/oficina/diario/$id', params: { id: invoice.entry.id } })}>
                {invoice.entry.name}
              </PageLink>
            ),
          },
        ]
      : []),
    ...(invoice.corrects ? [{ label: 'Corrige', value: other(invoice.corrects) }] : []),
    ...(invoice.credit ? [{ label: 'Nota de crédito', value: other(invoice.credit) }] : []),
    ...(invoice.cufe ? [{ label: 'CUFE', value: invoice.cufe }] : []),
    ...(invoice.protocol ? [{ label: 'Autorización', value: invoice.protocol }] : []),
    ...(invoice.imported ? [{ label: 'Origen', value: 'Se emitió en otro sistema' }] : []),
    ...(invoice.paper ? [{ label: 'CAFE', value: paper(invoice.paper, 'Abrir el PDF') }] : []),
    ...(invoice.xml ? [{ label: 'XML', value: paper(invoice.xml, 'Guardar el XML') }] : []),
    ...(invoice.qr ? [{ label: 'DGI', value: paper(invoice.qr, 'Consultar en la DGI') }] : []),
  ];
}
