import { Group, Paper, Stack, Text } from '@mantine/core';
import { showDay } from '#contract/dates.ts';
import { LIKENESS_REASONS } from '#contract/money/statements/matching.ts';
import { confirmLine } from '#contract/money/statements/statementEndpoints.ts';
import type { Payment } from '#contract/money/payments/model.ts';
import type { LineSuggestion } from '#contract/money/statements/statements.ts';
import { useAction } from '#web/office/lib/query.ts';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { askInPart } from './askInPart.ts';
import { Difference } from './ConfirmPayment.tsx';

interface BankLinesProps {
  payment: Payment;
  /** The payment has its receipt. */
  onDone: () => void;
}

/** Statement lines that may be this payment, the most likely first, each with its reasons. */
export function BankLines({ payment, onDone }: BankLinesProps) {
  const save = useAction(confirmLine, {
    success: ({ success }) => success,
  });
  const confirm = async (line: LineSuggestion) => {
    const { name, due_centavos: due } = payment;
    if (line.centavos < due && !(await askInPart({ name, cents: line.centavos, due }))) return;
    save.mutate(
      { params: { id: line.id }, body: { pagos: [{ id: payment.id, version: payment.version }] } },
      { onSuccess: onDone },
    );
  };
  if (payment.lines.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Ningún extracto importado trae una línea parecida. Escríbela a mano, o importa el extracto.
      </Text>
    );
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Líneas del banco">
      {payment.lines.map((line, at) => (
        <Paper key={line.id} component="li" withBorder p="sm">
          <Group justify="space-between" align="flex-start" gap="xs">
            <div style={{ minWidth: 0, flex: 1 }}>
              <Text size="sm" fw={600}>
                <MoneyText centavos={line.centavos} /> · {showDay(line.posted_on)}
              </Text>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {[line.reference, line.description].filter(Boolean).join(' · ')}
              </Text>
              <Text size="xs" c="dimmed">
                {line.account.name}
              </Text>
              <Group gap={4} mt={4}>
                {line.why.map((reason) => (
                  <StatePill
                    key={LIKENESS_REASONS[reason]}
                    tone={reason === 'monto_parecido' ? 'attention' : 'positive'}
                    label={LIKENESS_REASONS[reason]}
                  />
                ))}
              </Group>
              <Difference cents={line.centavos - payment.due_centavos} />
            </div>
            <ReasonedButton
              size="compact-sm"
              variant={at === 0 && line.exact ? 'filled' : 'default'}
              loading={save.isPending}
              whyNot={line.disabled}
              onClick={() => void confirm(line)}
              {...(at === 0 && { 'data-first-line': true })}
              // Enter confirms the line that agrees to the centavo.
              {...(at === 0 && line.exact && line.disabled === null && { 'data-autofocus': true })}
            >
              {line.centavos < payment.due_centavos ? 'Usar esta línea (pago parcial)' : 'Usar esta línea'}
            </ReasonedButton>
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
