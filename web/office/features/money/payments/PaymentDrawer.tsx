import { Alert, Anchor, Button, Group, Image, SimpleGrid, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { getPayment, listPayments } from '#contract/money/payments/endpoints.ts';
import { getSaleMoney } from '#contract/money/payments/saleEndpoints.ts';
import type { Payment } from '#contract/money/payments/model.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { RecordDrawer } from '#web/office/ui/RecordDrawer.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { BankLines } from './BankLines.tsx';
import { ConfirmPayment } from './ConfirmPayment.tsx';
import { PaymentState } from './PaymentState.tsx';
import { ReportPayment } from './ReportPayment.tsx';
import { useReverse } from './useReverse.ts';

interface PaymentDrawerProps {
  id: number;
  onClose: () => void;
  invalidates: readonly EndpointSpec[];
  /** Opens with the form for a proof that the customer brought. */
  reporting?: boolean;
  /** The ones before and after it in the list: also by the keys K and J. */
  neighbours?: { before: number | undefined; after: number | undefined; onGo: (id: number) => void };
}

/** A payment beside its proof: verified, confirmed with the bank's line, or rejected with a reason. */
export function PaymentDrawer({
  id,
  onClose,
  invalidates,
  reporting = false,
  neighbours,
}: PaymentDrawerProps) {
  const query = useQuery(queryOf(getPayment, { params: { id } }));
  const payment = query.data?.data;
  const go = (to: number | undefined) => to !== undefined && neighbours?.onGo(to);
  useHotkeys([
    ['J', () => go(neighbours?.after)],
    ['K', () => go(neighbours?.before)],
  ]);
  return (
    <RecordDrawer
      title={payment ? `${payment.type.name} · ${payment.name}` : 'Pago'}
      onClose={onClose}
      record={payment}
      error={query.error}
      {...(payment && payment.lines.length > 0 && { size: 'min(1080px, 100%)' })}
    >
      {(one) => (
        <>
          {neighbours && (
            <Group gap="xs">
              <Button
                size="compact-sm"
                variant="default"
                disabled={neighbours.before === undefined}
                onClick={() => go(neighbours.before)}
              >
                Anterior (K)
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                disabled={neighbours.after === undefined}
                onClick={() => go(neighbours.after)}
              >
                Siguiente (J)
              </Button>
            </Group>
          )}
          <Body
            key={one.id}
            payment={one}
            reporting={reporting}
            invalidates={[...invalidates, getPayment, listPayments, getSaleMoney]}
          />
          <RecordTalk reference="pago" id={one.id} />
        </>
      )}
    </RecordDrawer>
  );
}

function Body({
  payment,
  invalidates,
  reporting,
}: {
  payment: Payment;
  invalidates: readonly EndpointSpec[];
  reporting: boolean;
}) {
  const [form, setForm] = useState<'confirm' | 'report' | null>(
    reporting && payment.report?.disabled === null ? 'report' : null,
  );
  const actions = useTransitions({
    offers: payment.transitions,
    version: payment.version,
    invalidates,
    danger: [PAYMENT.rejected, PAYMENT.voided],
  });
  // Confirming needs the bank's line, so it has a form of its own.
  const confirm = payment.transitions.find(({ estado_id }) => estado_id === PAYMENT.confirmed);
  const reverse = useReverse(payment, invalidates);
  const showLines =
    payment.state.id === PAYMENT.verifying ||
    (payment.state.id === PAYMENT.reported && payment.lines.length > 0);
  const others = actions.filter(
    ({ key }) => !key.startsWith(`${PAYMENT.confirmed}-`) && !key.startsWith(`${PAYMENT.partial}-`),
  );
  return (
    <Stack gap="md">
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
        <Fact label="Se debe" value={<MoneyText centavos={payment.due_centavos} />} />
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
      <Notes payment={payment} />
      <SimpleGrid cols={showLines ? { base: 1, md: 2 } : 1} spacing="lg">
        {payment.proof && <Proof proof={payment.proof} />}
        {showLines && (
          <Stack gap="xs">
            <Text size="sm" fw={600}>
              En el banco
            </Text>
            <BankLines payment={payment} invalidates={invalidates} />
          </Stack>
        )}
      </SimpleGrid>
      {form === 'confirm' && (
        <ConfirmPayment payment={payment} invalidates={invalidates} onDone={() => setForm(null)} />
      )}
      {form === 'report' && (
        <ReportPayment payment={payment} invalidates={invalidates} onDone={() => setForm(null)} />
      )}
      {form === null && (
        <Group gap="xs">
          {confirm && (
            <ReasonedButton whyNot={confirm.disabled} onClick={() => setForm('confirm')}>
              {showLines ? 'Escribir la línea a mano' : 'Confirmar con el banco'}
            </ReasonedButton>
          )}
          {others.map((one) => (
            <ReasonedButton
              key={one.key}
              variant={one.danger ? 'outline' : confirm ? 'default' : 'filled'}
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
}

/** What happened to it beyond its state. */
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

function Proof({ proof }: { proof: NonNullable<Payment['proof']> }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          Comprobante
        </Text>
        <Anchor href={proof.url} target="_blank" rel="noopener" size="sm">
          Abrir
        </Anchor>
      </Group>
      {proof.mime === 'application/pdf' ? (
        <Button component="a" variant="default" href={proof.url} target="_blank" rel="noopener">
          {proof.name}
        </Button>
      ) : (
        <Image src={proof.url} alt={`Comprobante ${proof.name}`} fit="contain" mah={420} radius="md" />
      )}
    </Stack>
  );
}
