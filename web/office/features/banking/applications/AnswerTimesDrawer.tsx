import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ANSWERS_NEEDED, USUAL_ANSWER } from '#contract/banking/applications/applicationRules.ts';
import { listAnswerTimes } from '#contract/banking/applications/applications.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { RecordDrawer } from '#web/office/ui/RecordDrawer.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

/** Each bank's answer time, from its past answers. */
export function AnswerTimesDrawer({ onClose }: { onClose: () => void }) {
  const query = useQuery(queryOf(listAnswerTimes));
  const rows =
    query.data?.data.toSorted((a, b) => Number(b.known) - Number(a.known) || a.days - b.days) ?? [];
  return (
    <RecordDrawer title="Tiempos de respuesta" onClose={onClose} record={query.data} error={query.error}>
      <Text size="sm" c="dimmed">
        Mediana en días hábiles, desde el envío hasta la primera respuesta. Con menos de {ANSWERS_NEEDED}{' '}
        respuestas se cuenta con {USUAL_ANSWER.to} días.
      </Text>
      {rows.length === 0 ? (
        <EmptyState
          title="Ningún banco ha respondido"
          text="Los tiempos aparecen con las primeras respuestas."
        />
      ) : (
        <ShortTable
          label="Tiempos de respuesta"
          rows={rows}
          rowId={(one) => one.bank.id}
          columns={[
            { title: 'Banco', render: (one) => one.bank.name },
            {
              title: 'Días',
              align: 'right',
              render: (one) => (one.known ? one.days : `hasta ${one.days}`),
            },
            { title: 'Respuestas', align: 'right', render: (one) => one.answers },
          ]}
        />
      )}
    </RecordDrawer>
  );
}
