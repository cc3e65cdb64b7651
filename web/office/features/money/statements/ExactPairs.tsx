import { Alert, Button, Checkbox, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showDay } from '#contract/dates.ts';
import { confirmExactPairs, listExactPairs } from '#contract/money/statements/statementEndpoints.ts';
import type { ExactPair } from '#contract/money/statements/statements.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { RecordDrawer } from '#web/office/ui/RecordDrawer.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

interface ExactPairsProps {
  filter: { extracto_id?: number | undefined; cuenta_id?: number | undefined };
  onClose: () => void;
}
const AT_ONCE = 200;

/** Lines that match a payment by reference and exact amount: shown first, then confirmed together. */
export function ExactPairs({ filter, onClose }: ExactPairsProps) {
  const query = useQuery(queryOf(listExactPairs, { query: filter }));
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const save = useAction(confirmExactPairs, {
    success: ({ success }) => success,
  });
  const pairs = query.data?.data ?? [];
  const ready = pairs.filter((one) => !one.suggestion.disabled && !left.has(one.line_id)).slice(0, AT_ONCE);
  const toggle = (id: number) =>
    setLeft((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <RecordDrawer
      title="Pagos que coinciden con el banco"
      onClose={onClose}
      record={query.data}
      error={query.error}
      size="xl"
    >
      <Text size="sm">
        Coinciden en referencia y al centavo, y con una sola línea. Los montos parecidos no están aquí: se
        revisan uno por uno.
      </Text>
      {pairs.length === 0 ? (
        <Text c="dimmed">No hay ninguno por ahora.</Text>
      ) : (
        <Pairs pairs={pairs} left={left} onToggle={toggle} />
      )}
      {(save.data?.left ?? []).map((one) => (
        <Alert key={one.payment_id} color="yellow" variant="light" title={one.reason} />
      ))}
      <Group justify="flex-end">
        <Button
          disabled={ready.length === 0}
          loading={save.isPending}
          onClick={() =>
            save.mutate({
              body: {
                pares: ready.map(({ line_id, suggestion }) => ({
                  line_id,
                  payment_id: suggestion.payment_id,
                  payment_version: suggestion.payment_version,
                })),
              },
            })
          }
        >
          {ready.length === 1 ? 'Confirmar 1 pago' : `Confirmar ${ready.length} pagos`}
        </Button>
      </Group>
    </RecordDrawer>
  );
}

function Pairs({
  pairs,
  left,
  onToggle,
}: {
  pairs: readonly ExactPair[];
  left: ReadonlySet<number>;
  onToggle: (lineId: number) => void;
}) {
  return (
    <ShortTable
      label="Pagos que coinciden"
      rows={pairs}
      rowId={({ line_id }) => line_id}
      columns={[
        {
          title: 'Confirmar',
          render: ({ line_id, suggestion }) => (
            <Checkbox
              aria-label={`Confirmar el pago de ${suggestion.name}`}
              checked={!suggestion.disabled && !left.has(line_id)}
              disabled={suggestion.disabled !== null}
              onChange={() => onToggle(line_id)}
            />
          ),
        },
        {
          title: 'En el banco',
          render: ({ posted_on, reference, description }) => (
            <div>
              {showDay(posted_on)} · {reference}
              <Text size="xs" c="dimmed">
                {description}
              </Text>
            </div>
          ),
        },
        { title: 'Monto', money: ({ centavos }) => centavos, sum: true },
        {
          title: 'Pago',
          render: ({ suggestion }) => (
            <div>
              {suggestion.name}
              <Text size="xs" c="dimmed">
                {suggestion.disabled ?? `${suggestion.sale.code} · ${suggestion.type}`}
              </Text>
            </div>
          ),
        },
      ]}
    />
  );
}
