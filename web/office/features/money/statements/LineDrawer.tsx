import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { showDay } from '#contract/dates.ts';
import { getPayment, listPayments } from '#contract/money/payments/endpoints.ts';
import { getSaleMoney } from '#contract/money/payments/saleEndpoints.ts';
import {
  changeLine,
  confirmLine,
  listExactPairs,
  listLines,
  listStatements,
} from '#contract/money/statements/statementEndpoints.ts';
import { LINE_STATES, type LineRow, type Suggestion } from '#contract/money/statements/statements.ts';
import { askInPart } from '#web/office/features/money/payments/askInPart.ts';
import { Difference } from '#web/office/features/money/payments/ConfirmPayment.tsx';
import { useReverse } from '#web/office/features/money/payments/useReverse.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { RecordDrawer } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';

interface LineDrawerProps {
  line: LineRow;
  onClose: () => void;
  neighbours: { before: number | undefined; after: number | undefined };
  onGo: (id: number) => void;
}

const TOUCHED = [listLines, listStatements, listExactPairs, listPayments, getPayment, getSaleMoney];

/** A line of the bank and the payments that it may be. J and K go on and back. */
export function LineDrawer({ line, onClose, neighbours, onGo }: LineDrawerProps) {
  const edits = useCan('contabilidad.editar');
  const change = useAction(changeLine, { invalidates: TOUCHED, success: ({ success }) => success });
  const go = (id: number | undefined) => id !== undefined && onGo(id);
  useHotkeys([
    ['J', () => go(neighbours.after)],
    ['K', () => go(neighbours.before)],
  ]);
  const putAside = async () => {
    const motivo = await askReason({
      title: 'Apartar la línea',
      text: 'Deja de esperar un pago. Se puede devolver después.',
      confirm: 'Apartar',
      label: 'Qué es',
      required: true,
      suggestions: ['Intereses del banco', 'Traslado entre cuentas propias', 'Pago de un proveedor devuelto'],
    });
    if (motivo)
      change.mutate({
        params: { id: line.id },
        body: { estado: 'ignored', motivo, version: line.version },
      });
  };
  return (
    <RecordDrawer title={line.reference || 'Línea del banco'} onClose={onClose} record={line}>
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
        <StatePill
          tone={line.state === 'matched' ? 'positive' : line.state === 'returned' ? 'negative' : 'progress'}
          label={LINE_STATES[line.state]}
        />
      </Group>
      <Facts
        rows={[
          ['Monto', <MoneyText key="monto" centavos={line.centavos} />],
          ['Fecha', showDay(line.posted_on)],
          ['Cuenta', line.account.name],
          ['Descripción', line.description || null],
          ['Nota', line.state_reason],
        ]}
      />
      {line.payment && (
        <Group justify="space-between">
          <PageLink to="/oficina/pagos" search={{ pago: line.payment.id }}>
            {line.payment.name} · recibo {line.payment.receipt}
          </PageLink>
          <UndoMatch paymentId={line.payment.id} />
        </Group>
      )}
      {line.state === 'open' && line.centavos > 0 && (
        <Stack gap="xs">
          <Text size="sm" fw={600}>
            Pagos que puede ser
          </Text>
          {line.suggestions.length === 0 && (
            <Text size="sm" c="dimmed">
              Ningún pago reportado se parece. Cuando el cliente lo reporte, aparece aquí.
            </Text>
          )}
          {line.suggestions.map((one) => (
            <Suggested key={one.payment_id} line={line} suggestion={one} />
          ))}
        </Stack>
      )}
      {edits && line.state === 'open' && (
        <Group>
          <Button variant="default" loading={change.isPending} onClick={() => void putAside()}>
            No es de un cliente
          </Button>
        </Group>
      )}
      {edits && line.state === 'ignored' && (
        <Group>
          <Button
            variant="default"
            loading={change.isPending}
            onClick={() =>
              change.mutate({
                params: { id: line.id },
                body: { estado: 'open', motivo: '', version: line.version },
              })
            }
          >
            Devolver a las de por conciliar
          </Button>
        </Group>
      )}
    </RecordDrawer>
  );
}

/** A line that was given to the wrong payment: its receipt is reversed, and the line waits for the right one again. */
function UndoMatch({ paymentId }: { paymentId: number }) {
  const payment = useQuery(queryOf(getPayment, { params: { id: paymentId } })).data?.data;
  const reverse = useReverse(payment, TOUCHED);
  if (!payment?.reverse || payment.reversed) return null;
  return (
    <ReasonedButton
      size="compact-sm"
      variant="default"
      whyNot={payment.reverse.disabled}
      loading={reverse.isPending}
      onClick={() => void reverse.ask('Se confirmó con la línea equivocada')}
    >
      No era de este pago
    </ReasonedButton>
  );
}

function Suggested({ line, suggestion: one }: { line: LineRow; suggestion: Suggestion }) {
  const save = useAction(confirmLine, { invalidates: TOUCHED, success: ({ success }) => success });
  const short = line.centavos < one.due_centavos;
  const confirm = async () => {
    if (short && !(await askInPart({ name: one.name, cents: line.centavos, due: one.due_centavos }))) return;
    save.mutate({
      params: { id: line.id },
      body: { pago_id: one.payment_id, version: one.payment_version },
    });
  };
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" align="flex-start" gap="xs">
        <div style={{ flex: 1, minWidth: 0 }}>
          <PageLink to="/oficina/pagos" search={{ pago: one.payment_id }} size="sm">
            {one.name}
          </PageLink>
          <Text size="xs" c="dimmed">
            {one.sale.code} · {one.type} · dice <MoneyText centavos={one.reported_centavos} size="xs" />, debe{' '}
            <MoneyText centavos={one.due_centavos} size="xs" />
          </Text>
          <Group gap={4} mt={4}>
            {one.why.map((reason) => (
              <Badge key={reason} variant="light" color={reason === 'monto parecido' ? 'yellow' : 'green'}>
                {reason}
              </Badge>
            ))}
          </Group>
          <Difference cents={line.centavos - one.due_centavos} />
        </div>
        <ReasonedButton
          size="compact-sm"
          variant={one.exact ? 'filled' : 'default'}
          whyNot={one.disabled}
          loading={save.isPending}
          onClick={() => void confirm()}
        >
          {short ? 'Confirmar en parte' : 'Confirmar'}
        </ReasonedButton>
      </Group>
    </Paper>
  );
}
