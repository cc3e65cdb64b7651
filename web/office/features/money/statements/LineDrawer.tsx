import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showDay } from '#contract/dates.ts';
import { getPayment } from '#contract/money/verification/endpoints.ts';
import { LIKENESS_REASONS } from '#contract/money/statements/matching.ts';
import { changeLine, confirmLine } from '#contract/money/statements/statementEndpoints.ts';
import { LINE_STATES, type LineRow, type Suggestion } from '#contract/money/statements/statements.ts';
import { askInPart } from '#web/office/features/money/verification/askInPart.ts';
import { Difference } from '#web/office/features/money/verification/ConfirmPayment.tsx';
import { useReverse } from '#web/office/features/money/verification/useReverse.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { Facts } from '#web/office/ui/Facts.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';

import { askAside } from './askAside.ts';

interface LineDrawerProps {
  line: LineRow;
  onClose: () => void;
  beside: Beside;
}

/** A statement line and the payments that it may match. */
export function LineDrawer({ line, onClose, beside }: LineDrawerProps) {
  const edits = useCan('contabilidad.editar');
  const change = useAction(changeLine, { success: ({ success }) => success });
  const putAside = async () => {
    const motivo = await askAside(1);
    if (motivo)
      change.mutate({
        params: { id: line.id },
        body: { estado: 'ignored', motivo, version: line.version },
      });
  };
  return (
    <RecordDrawer
      title={line.reference || 'Línea del banco'}
      size="lg"
      onClose={onClose}
      record={line}
      beside={beside}
    >
      <div>
        <StatePill
          tone={line.state === 'matched' ? 'positive' : line.state === 'returned' ? 'negative' : 'progress'}
          label={LINE_STATES[line.state]}
        />
      </div>
      <Facts
        rows={[
          ['Monto', <MoneyText key="monto" centavos={line.centavos} />],
          ...(line.whole_centavos === null
            ? []
            : [
                [
                  'Parte de un depósito de',
                  <MoneyText key="whole" centavos={line.whole_centavos} />,
                ] as const,
              ]),
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
            Pagos que podrían corresponder
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
          <PageLink to="/oficina/conciliar" search={{ linea: line.id }}>
            Buscar la venta
          </PageLink>
          <Button variant="default" loading={change.isPending} onClick={() => void putAside()}>
            No es de un cliente
          </Button>
          <PageLink to="/oficina/extractos/reglas" search={{ nueva: true, texto: line.description }}>
            Apartar siempre las que digan esto
          </PageLink>
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
            Volver a «Por conciliar»
          </Button>
        </Group>
      )}
    </RecordDrawer>
  );
}

/** Undoes a wrong match: reverses the receipt, and the line is open again. */
function UndoMatch({ paymentId }: { paymentId: number }) {
  const payment = useQuery(queryOf(getPayment, { params: { id: paymentId } })).data?.data;
  const reverse = useReverse(payment);
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
  const save = useAction(confirmLine, { success: ({ success }) => success });
  const short = line.centavos < one.due_centavos;
  const confirm = async () => {
    if (short && !(await askInPart({ name: one.name, cents: line.centavos, due: one.due_centavos }))) return;
    save.mutate({
      params: { id: line.id },
      body: { pagos: [{ id: one.payment_id, version: one.payment_version }] },
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
              <StatePill
                key={reason}
                tone={reason === 'monto_parecido' ? 'attention' : 'positive'}
                label={LIKENESS_REASONS[reason]}
              />
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
