import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { listAppointments, listAppointmentsOfPerson } from '#contract/sales/appointments/endpoints.ts';
import type { AppointmentRow } from '#contract/sales/appointments/model.ts';
import { longDay, panamaDay, panamaTime } from '#contract/dates.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';

/** A sale's visits, newest first, with a button for a new one. */
export function SaleAppointments({ saleId }: { saleId: number }) {
  const navigate = useNavigate();
  const creates = useCan('citas.crear');
  const query = useQuery(
    queryOf(listAppointments, { query: { precontrato_id: saleId, order_type: 'desc', per_page: 50 } }),
  );
  return (
    <Stack gap="sm">
      <Visits rows={query.data?.data} none="Esta venta no tiene citas." />
      {creates && (
        <Group>
          <Button
            variant="default"
            onClick={() => void navigate({ to: '/oficina/citas', search: { nueva: 1, venta: saleId } })}
          >
            Agendar cita
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** A person's visits that the user may see; part of the person's page. */
export function PersonAppointments({ personId }: { personId: number }) {
  const sees = useCan('citas.ver');
  const query = useQuery({
    ...queryOf(listAppointmentsOfPerson, { params: { personId } }),
    enabled: sees,
  });
  return (
    sees && (
      <Section title="Citas">
        <Visits rows={query.data?.data} none="Sin citas." />
      </Section>
    )
  );
}

function Visits({ rows, none }: { rows: readonly AppointmentRow[] | undefined; none: string }) {
  const navigate = useNavigate();
  return (
    <Stack gap="sm">
      {rows?.length === 0 && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
      {rows?.map((one) => (
        <UnstyledButton
          key={one.id}
          onClick={() => void navigate({ to: '/oficina/citas', search: { cita: one.id } })}
        >
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
    </Stack>
  );
}
