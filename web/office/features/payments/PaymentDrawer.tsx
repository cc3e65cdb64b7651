import { Alert, Anchor, Button, Drawer, Group, Image, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { getPayment, listPayments } from '#contract/payments/endpoints.ts';
import type { Payment } from '#contract/payments/model.ts';
import { PAYMENT } from '#contract/payments/rules.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { ConfirmPayment } from './ConfirmPayment.tsx';
import { ReportPayment } from './ReportPayment.tsx';

interface PaymentDrawerProps {
  id: number;
  onClose: () => void;
  invalidates: readonly EndpointSpec[];
}

/** A payment beside its proof: verified, confirmed with the bank's line, or rejected with a reason. */
export function PaymentDrawer({ id, onClose, invalidates }: PaymentDrawerProps) {
  const query = useQuery(queryOf(getPayment, { params: { id } }));
  const payment = query.data?.data;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={payment ? `${payment.type.name} · ${payment.name}` : 'Pago'}
    >
      {query.error ? (
        <Alert color="red" variant="light" title={sentence(query.error)} />
      ) : payment ? (
        <Body payment={payment} invalidates={[...invalidates, getPayment, listPayments]} />
      ) : (
        <PendingPage />
      )}
    </Drawer>
  );
}

function Body({ payment, invalidates }: { payment: Payment; invalidates: readonly EndpointSpec[] }) {
  const [form, setForm] = useState<'confirm' | 'report' | null>(null);
  const actions = useTransitions({
    offers: payment.transitions,
    version: payment.version,
    invalidates,
    danger: [PAYMENT.rejected, PAYMENT.voided],
  });
  // Confirming needs the bank's line, so it has a form of its own.
  const confirm = payment.transitions.find(({ estado_id }) => estado_id === PAYMENT.confirmed);
  const others = actions.filter(
    ({ key }) => !key.startsWith(`${PAYMENT.confirmed}-`) && !key.startsWith(`${PAYMENT.partial}-`),
  );
  return (
    <Stack gap="md">
      <Group gap="xs">
        <StatePill catalog="payment" state={payment.state} />
        <PageLink href={`/oficina/ventas/${payment.sale.id}?tab=pagos`} size="sm">
          {payment.sale.code ?? `Venta ${payment.sale.id}`}
        </PageLink>
      </Group>
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
        <Fact label="Se debe" value={<MoneyText centavos={payment.due_centavos} />} />
        <Fact label="El cliente dice" value={<MoneyText centavos={payment.reported_centavos} />} />
        <Fact label="Reportado" value={<DateText instant={payment.reported_at} />} />
        <Fact label="Vence" value={<DateText instant={payment.due_at} />} />
        <Fact label="Proyecto" value={payment.project.name} />
        <Fact label="Registrado por" value={payment.entered_by ?? 'El cliente'} />
        {payment.bank && <Fact label="Banco" value={payment.bank.bank.name} />}
        {payment.bank && <Fact label="Referencia" value={payment.bank.reference} />}
        {payment.bank && <Fact label="Recibido" value={<MoneyText centavos={payment.bank.centavos} />} />}
        {payment.receipt !== null && <Fact label="Recibo" value={payment.receipt} />}
        {payment.confirmed_by && <Fact label="Confirmado por" value={payment.confirmed_by} />}
      </SimpleGrid>
      {payment.rejection_reason && (
        <Alert color="red" variant="light" title={`Rechazado: ${payment.rejection_reason}`} />
      )}
      {payment.proof && <Proof proof={payment.proof} />}
      {form === 'confirm' && (
        <ConfirmPayment payment={payment} invalidates={invalidates} onDone={() => setForm(null)} />
      )}
      {form === 'report' && (
        <ReportPayment payment={payment} invalidates={invalidates} onDone={() => setForm(null)} />
      )}
      {form === null && (
        <Group gap="xs">
          {confirm && (
            <ReasonedButton
              whyNot={
                payment.state.id === PAYMENT.verifying && !confirm.disabled?.startsWith('Quien')
                  ? null
                  : confirm.disabled
              }
              onClick={() => setForm('confirm')}
            >
              Confirmar con el banco
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
        </Group>
      )}
    </Stack>
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
