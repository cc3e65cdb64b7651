import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { showDay } from '#contract/dates.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { listLines, listStatements } from '#contract/payments/statementEndpoints.ts';
import { changePaymentStatus } from '#contract/payments/endpoints.ts';
import type { Payment } from '#contract/payments/model.ts';
import type { LineSuggestion } from '#contract/payments/statements.ts';
import { PAYMENT } from '#contract/payments/rules.ts';
import { useAction } from '#web/office/lib/query.ts';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { Difference } from './ConfirmPayment.tsx';

interface BankLinesProps {
  payment: Payment;
  invalidates: readonly EndpointSpec[];
  /** Why the caller may not confirm it now; null: may. */
  whyNot: string | null;
}

/** The lines of imported statements that a payment may be, the likeliest first, each with what speaks for it. */
export function BankLines({ payment, invalidates, whyNot }: BankLinesProps) {
  const save = useAction(changePaymentStatus, {
    invalidates: [...invalidates, listLines, listStatements],
    success: 'Pago confirmado con la línea del banco.',
  });
  const confirm = (line: LineSuggestion) =>
    save.mutate({
      params: { id: payment.id },
      body: {
        params: {
          estado_id: line.centavos < payment.due_centavos ? PAYMENT.partial : PAYMENT.confirmed,
          version: payment.version,
          linea_id: line.id,
        },
      },
    });
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
                  <Badge
                    key={reason}
                    variant="light"
                    color={reason === 'monto parecido' ? 'yellow' : 'green'}
                  >
                    {reason}
                  </Badge>
                ))}
              </Group>
              <Difference cents={line.centavos - payment.due_centavos} />
            </div>
            <Button
              size="compact-sm"
              variant={at === 0 && line.exact ? 'filled' : 'default'}
              loading={save.isPending}
              disabled={whyNot !== null}
              title={whyNot ?? undefined}
              onClick={() => confirm(line)}
              {...(at === 0 && { 'data-first-line': true })}
            >
              {line.centavos < payment.due_centavos ? 'Es esta (parcial)' : 'Es esta'}
            </Button>
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
