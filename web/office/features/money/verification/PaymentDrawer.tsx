import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { getPayment, changePaymentStatus } from '#contract/money/verification/endpoints.ts';
import type { Payment } from '#contract/money/payments/model.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { RecordEntries } from '#web/office/features/company/comments/RecordEntries.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { ReviewPane } from '#web/office/ui/ReviewPane.tsx';
import { ReviewScreen } from '#web/office/ui/ReviewScreen.tsx';
import { BankLines } from './BankLines.tsx';
import { ConfirmPayment } from './ConfirmPayment.tsx';
import { PaymentState } from './PaymentState.tsx';
import { ReportPayment } from './ReportPayment.tsx';
import { useReverse } from './useReverse.ts';

interface PaymentDrawerProps {
  id: number;
  onClose: () => void;
  /** Opens with the form for a proof of payment that the customer brought. */
  reporting?: boolean;
  beside?: Beside;
}

/**
 * A payment: verify it, confirm it with the bank's line, or reject it with a reason. Its proof fills the screen, and
 * each decision opens the next payment of the list.
 */
export function PaymentDrawer({ id, onClose, reporting = false, beside }: PaymentDrawerProps) {
  const { data, error, isPlaceholderData } = useQuery({
    ...queryOf(getPayment, { params: { id } }),
    // So that the screen stays while the next one loads.
    placeholderData: keepPreviousData,
  });
  const payment = error ? undefined : data?.data;
  const next = beside?.after ?? beside?.before;
  const onDecided = () => (beside && next !== undefined ? beside.onGo(next) : onClose());
  if (payment?.proof)
    return (
      <ReviewScreen
        title={`${payment.type.name} · ${payment.name}`}
        back="Todos los pagos"
        onClose={onClose}
        beside={beside}
      >
        {isPlaceholderData ? (
          <PendingPage />
        ) : (
          <Body key={payment.id} payment={payment} reporting={reporting} onDecided={onDecided} />
        )}
      </ReviewScreen>
    );
  return (
    <RecordDrawer
      of={['pago', id]}
      size={payment && payment.lines.length > 0 ? 'min(1080px, 100%)' : 'lg'}
      title={payment ? `${payment.type.name} · ${payment.name}` : 'Pago'}
      onClose={onClose}
      record={isPlaceholderData ? undefined : payment}
      error={error}
      beside={beside}
    >
      {(one) => (
        <>
          <Body key={one.id} payment={one} reporting={reporting} onDecided={onClose} />
          <RecordEntries record="pago" id={one.id} />
          <RecordTalk reference="pago" id={one.id} />
        </>
      )}
    </RecordDrawer>
  );
}

interface BodyProps {
  payment: Payment;
  reporting: boolean;
  /** The payment was confirmed or rejected. */
  onDecided: () => void;
}

function Body({ payment, reporting, onDecided }: BodyProps) {
  const [form, setForm] = useState<'confirm' | 'report' | null>(
    reporting && payment.report?.disabled === null ? 'report' : null,
  );
  const actions = useTransitions({
    offers: payment.transitions,
    status: changePaymentStatus,
    version: payment.version,
    danger: [PAYMENT.rejected, PAYMENT.voided],
    onDone: (to) => to === PAYMENT.rejected && onDecided(),
  });
  // Confirming needs the bank's line, so it has its own form.
  const confirm = payment.transitions.find(({ estado_id }) => estado_id === PAYMENT.confirmed);
  const reverse = useReverse(payment);
  const showLines =
    payment.state.id === PAYMENT.verifying ||
    (payment.state.id === PAYMENT.reported && payment.lines.length > 0);
  const others = actions.filter(
    ({ key }) => !key.startsWith(`${PAYMENT.confirmed}-`) && !key.startsWith(`${PAYMENT.partial}-`),
  );
  const forward = confirm
    ? {
        label: showLines ? 'Escribir la línea a mano' : 'Confirmar con el banco',
        whyNot: confirm.disabled,
        onRun: () => setForm('confirm'),
      }
    : (others.find(({ key }) => key.startsWith(`${PAYMENT.verifying}-`)) ?? null);
  const back = others.find(({ key }) => key.startsWith(`${PAYMENT.rejected}-`)) ?? null;
  const busy = actions.some(({ loading }) => loading);
  const data = (
    <Stack gap="md">
      <PaymentFacts payment={payment} />
      <Notes payment={payment} />
      {showLines && (
        <Stack gap="xs">
          <Text size="sm" fw={600}>
            En el banco
          </Text>
          <BankLines payment={payment} onDone={onDecided} />
        </Stack>
      )}
      {form === 'confirm' && (
        <ConfirmPayment payment={payment} onDone={onDecided} onCancel={() => setForm(null)} />
      )}
      {form === 'report' && <ReportPayment payment={payment} onDone={() => setForm(null)} />}
      {form === null && (
        <Group gap="xs">
          {!payment.proof && forward && (
            <ReasonedButton whyNot={forward.whyNot} onClick={forward.onRun} loading={busy}>
              {forward.label}
            </ReasonedButton>
          )}
          {others // With a proof of payment, its pane has the forward and back buttons.
            .filter((one) => one !== forward && !(payment.proof && one === back))
            .map((one) => (
              <ReasonedButton
                key={one.key}
                variant={one.danger ? 'outline' : 'default'}
                whyNot={one.whyNot}
                onClick={one.onRun}
                loading={one.loading ?? false}
                {...(one.danger && { color: 'red' })}
              >
                {one.label}
              </ReasonedButton>
            ))}
          {payment.report && (
            <ReasonedButton
              variant="default"
              whyNot={payment.report.disabled}
              onClick={() => setForm('report')}
            >
              Registrar comprobante del cliente
            </ReasonedButton>
          )}
          {payment.receipt_url && (
            <Button component="a" variant="default" href={payment.receipt_url} target="_blank" rel="noopener">
              Recibo en PDF
            </Button>
          )}
          {payment.reverse && !payment.reversed && (
            <ReasonedButton
              variant="outline"
              color="red"
              whyNot={payment.reverse.disabled}
              loading={reverse.isPending}
              onClick={() => void reverse.ask()}
            >
              Reversar
            </ReasonedButton>
          )}
        </Group>
      )}
    </Stack>
  );
  if (!payment.proof) return data;
  const { url, mime, name } = payment.proof;
  return (
    <ReviewPane
      whole
      paper={{ url, mime, name: `Comprobante ${name}` }}
      approve={form === null ? forward : null}
      reject={form === null ? back : null}
      busy={busy}
    >
      <Stack gap="md">
        {data}
        <RecordEntries record="pago" id={payment.id} />
        <details>
          <summary>Actividad del pago</summary>
          <RecordTalk reference="pago" id={payment.id} />
        </details>
      </Stack>
    </ReviewPane>
  );
}

/** The amount due, the reported amount and the bank's data. */
function PaymentFacts({ payment }: { payment: Payment }) {
  return (
    <>
      <Group gap="xs">
        <PaymentState {...payment} />
        <PageLink
          to="/oficina/ventas/$id"
          params={{ id: payment.sale.id }}
          search={{ tab: 'pagos' }}
          size="sm"
        >
          {saleName(payment.sale)}
        </PageLink>
      </Group>
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
        <Fact label="Monto del cobro" value={<MoneyText centavos={payment.due_centavos} />} />
        <Fact label="Se debe" value={<MoneyText centavos={payment.owed_centavos} />} />
        {payment.reported_at && (
          <>
            <Fact label="El comprobante dice" value={<MoneyText centavos={payment.reported_centavos} />} />
            <Fact label="Reportado" value={<DateText instant={payment.reported_at} />} />
            <Fact label="Registrado por" value={payment.entered_by ?? 'El cliente'} />
          </>
        )}
        <Fact label="Vence" value={<DateText instant={payment.due_at} />} />
        {payment.concept && <Fact label="Concepto" value={payment.concept} />}
        {payment.reference && <Fact label="Referencia del cliente" value={payment.reference} />}
        <Fact label="Proyecto" value={payment.project.name} />
        {payment.reported_bank && <Fact label="Banco del cliente" value={payment.reported_bank.name} />}
        {payment.bank && <Fact label="Banco" value={payment.bank.bank.name} />}
        {payment.bank && <Fact label="Referencia" value={payment.bank.reference} />}
        {payment.bank && <Fact label="Recibido" value={<MoneyText centavos={payment.bank.centavos} />} />}
        {payment.bank && <Fact label="Fecha del banco" value={<DateText day={payment.bank.date} />} />}
        {payment.receipt !== null && <Fact label="Recibo" value={payment.receipt} />}
        {payment.confirmed_by && <Fact label="Confirmado por" value={payment.confirmed_by} />}
        {payment.confirmed_at && (
          <Fact label="Confirmado" value={<DateText instant={payment.confirmed_at} />} />
        )}
      </SimpleGrid>
      {payment.rejection_reason && (
        <Alert color="red" variant="light" title={`Rechazado: ${payment.rejection_reason}`} />
      )}
    </>
  );
}

/** Facts about the payment besides its state. */
function Notes({ payment }: { payment: Payment }) {
  return (
    <>
      {payment.to_reverse && (
        <Alert color="red" variant="light" title="El banco devolvió este dinero">
          El recibo todavía cuenta: revérsalo.
        </Alert>
      )}
      {payment.reversal && (
        <Alert
          color="red"
          variant="light"
          title={`Reverso ${payment.reversal.number}: ${payment.reversal.reason}`}
        >
          {payment.reversal.by}, <DateText instant={payment.reversal.at} />
        </Alert>
      )}
      {payment.line && (
        <Text size="sm">
          Línea del extracto de {payment.line.account}: {payment.line.description}
        </Text>
      )}
      {payment.credits.map((one) => (
        <Text key={one.text} size="sm">
          {one.text}: <MoneyText centavos={one.centavos} />
        </Text>
      ))}
    </>
  );
}

const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text size="sm" component="div">
      {value}
    </Text>
  </div>
);
