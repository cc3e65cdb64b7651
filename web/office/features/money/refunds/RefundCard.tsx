import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { changeRefundStatus } from '#contract/money/refunds/endpoints.ts';
import { formatMoney, formatPercent } from '#contract/money.ts';
import type { Refund } from '#contract/money/refunds/model.ts';
import { REFUND, REFUND_CAUSES } from '#contract/money/refunds/rules.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { PayRefund } from './PayRefund.tsx';

const TONES = ['neutral', 'attention', 'progress', 'progress', 'positive', 'negative'] as const;

export const RefundState = ({ state }: { state: Refund['state'] }) => (
  <StatePill tone={TONES[state.id] ?? 'neutral'} label={state.name} />
);

const who = (step: { by: string; at: string } | null) =>
  step && (
    <>
      {step.by}, <DateText instant={step.at} />
    </>
  );

/** One refund: its history and next transitions. */
export function RefundCard({ refund, narrow = false }: { refund: Refund; narrow?: boolean }) {
  const [paying, setPaying] = useState(false);
  const steps = useTransitions({
    offers: refund.transitions,
    status: changeRefundStatus,
    version: refund.version,
    danger: [REFUND.cancelled],
    forms: { [REFUND.paid]: () => setPaying(true) },
  });
  return (
    <Stack gap="md">
      <Group gap="sm">
        <RefundState state={refund.state} />
        <Text fw={600}>{formatMoney(refund.amount_centavos)}</Text>
        {refund.state.id !== REFUND.cancelled && (
          <Text size="sm" c="dimmed">
            {refund.paid ? 'el ' : 'a más tardar el '}
            <DateText day={refund.paid?.on ?? refund.due_on} />
          </Text>
        )}
      </Group>
      <Facts
        narrow={narrow}
        rows={[
          ['Causa', REFUND_CAUSES[refund.cause]],
          ['Pagado por el cliente', formatMoney(refund.paid_centavos)],
          [
            'Se retiene',
            `${formatMoney(refund.penalty_centavos)} (${formatPercent(refund.penalty_percent)})`,
          ],
          ['A nombre de', refund.payee.name],
          ['Cuenta', `${refund.payee.bank.name} · ${refund.payee.account}`],
          ['Preparó', who(refund.prepared)],
          ['Aprobó por ventas', who(refund.agreed)],
          ['Aprobó el pago', who(refund.approved)],
          [
            'Pagó',
            refund.paid && (
              <>
                {refund.paid.by}, {refund.paid.reference}, <DateText day={refund.paid.on} />
              </>
            ),
          ],
          ...(refund.notes ? [['Notas', refund.notes] as const] : []),
        ]}
      />
      {steps.length > 0 && (
        <Group gap="xs">
          {steps.map((step) => (
            <ReasonedButton
              key={step.key}
              whyNot={step.whyNot}
              variant={step.danger ? 'default' : 'filled'}
              loading={step.loading ?? false}
              onClick={step.onRun}
            >
              {step.label}
            </ReasonedButton>
          ))}
        </Group>
      )}
      {paying && <PayRefund refund={refund} onClose={() => setPaying(false)} />}
    </Stack>
  );
}
