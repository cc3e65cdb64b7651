import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { listAppointments } from '#contract/appointments/endpoints.ts';
import { longDay, panamaDay, panamaTime } from '#contract/dates.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';

/** The visits of a sale, the newest first, and the way to another. */
export function SaleAppointments({ saleId }: { saleId: number }) {
  const router = useRouter();
  const creates = useCan('citas.crear');
  const query = useQuery(
    queryOf(listAppointments, { query: { precontrato_id: saleId, order_type: 'desc', per_page: 50 } }),
  );
  const rows = query.data?.data;
  return (
    <Stack gap="sm">
      {rows?.length === 0 && <Text c="dimmed">Esta venta no tiene citas.</Text>}
      {rows?.map((one) => (
        <UnstyledButton key={one.id} onClick={() => router.history.push(`/oficina/citas?cita=${one.id}`)}>
          <Group justify="space-between">
            <div>
              <Text size="sm" fw={600}>
                {longDay(panamaDay(one.starts_at))}, {panamaTime(one.starts_at)}
              </Text>
              <Text size="sm" c="dimmed">
                Atiende {one.agent.name}
              </Text>
            </div>
            <StatePill catalog="appointment" state={one.state} />
          </Group>
        </UnstyledButton>
      ))}
      {creates && (
        <Group>
          <Button
            variant="default"
            onClick={() => router.history.push(`/oficina/citas?nueva=1&venta=${saleId}`)}
          >
            Agendar cita
          </Button>
        </Group>
      )}
    </Stack>
  );
}
