import { Drawer, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ANSWERS_NEEDED, USUAL_ANSWER } from '#contract/banking/applications/applicationRules.ts';
import { listAnswerTimes } from '#contract/banking/applications/applications.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';

/** How fast each bank answers, from what it did before. */
export function AnswerTimesDrawer({ onClose }: { onClose: () => void }) {
  const query = useQuery(queryOf(listAnswerTimes));
  const rows =
    query.data?.data.toSorted((a, b) => Number(b.known) - Number(a.known) || a.days - b.days) ?? [];
  return (
    <Drawer opened onClose={onClose} position="right" title="Tiempos de respuesta">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Mediana en días hábiles, desde el envío hasta la primera respuesta. Con menos de {ANSWERS_NEEDED}{' '}
          respuestas se cuenta con {USUAL_ANSWER.to} días.
        </Text>
        {query.data && rows.length === 0 ? (
          <EmptyState
            title="Ningún banco ha respondido"
            text="Los tiempos aparecen con las primeras respuestas."
          />
        ) : (
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Banco</Table.Th>
                <Table.Th ta="right">Días</Table.Th>
                <Table.Th ta="right">Respuestas</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((one) => (
                <Table.Tr key={one.bank.id}>
                  <Table.Td>{one.bank.name}</Table.Td>
                  <Table.Td ta="right" className="figures">
                    {one.known ? one.days : `hasta ${one.days}`}
                  </Table.Td>
                  <Table.Td ta="right" className="figures">
                    {one.answers}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </Drawer>
  );
}
