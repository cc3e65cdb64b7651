import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { showDay } from '#contract/dates.ts';
import type { Handover, HandoverInspection } from '#contract/care/handover/model.ts';
import { ANSWERS, METERS, OPEN_PUNCH, SEVERITIES } from '#contract/care/handover/rules.ts';
import { SentPhotos } from '#web/office/features/works/jobs/Photos.tsx';
import { useToday } from '#web/office/lib/useToday.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';

/** The inspections of a delivery, the newest first. */
export const Inspections = ({ list }: { list: readonly HandoverInspection[] }) =>
  list.map((one) => <One key={one.id} inspection={one} />);

function One({ inspection }: { inspection: HandoverInspection }) {
  const rooms = Map.groupBy(inspection.points, ({ room }) => room);
  return (
    <Section
      title={`Inspección ${inspection.round} · ${showDay(inspection.on)}`}
      text={`${inspection.by} con ${inspection.attended}. ${ANSWERS[inspection.answer]}.`}
    >
      {inspection.reason && (
        <Text size="sm" mb="xs">
          «{inspection.reason}»
        </Text>
      )}
      <Stack gap="sm">
        {[...rooms].map(([room, points]) => (
          <Paper key={room} withBorder p="sm">
            <Text fw={600}>{room}</Text>
            <Text size="sm" c="dimmed">
              {points
                .filter(({ ok }) => ok)
                .map(({ point }) => point)
                .join(', ') || 'Nada bien'}
              {points.some(({ ok }) => ok) && ': bien'}
            </Text>
            {points
              .filter(({ ok }) => !ok)
              .map(({ point, text, severity, photos }) => (
                <Stack key={point} gap={4} mt="xs">
                  <Group gap="xs">
                    <Text size="sm" fw={600}>
                      {point}
                    </Text>
                    {severity && (
                      <Badge
                        variant="light"
                        color={severity === 'grave' ? 'red' : severity === 'moderada' ? 'yellow' : 'gray'}
                      >
                        {SEVERITIES[severity]}
                      </Badge>
                    )}
                  </Group>
                  <Text size="sm">{text}</Text>
                  <SentPhotos photos={photos} of={`${room}, ${point}`} />
                </Stack>
              ))}
          </Paper>
        ))}
      </Stack>
      <Facts
        rows={[
          ...inspection.meters.map(
            ({ kind, number, reading, photos }) =>
              [
                METERS[kind],
                <Group key={kind} gap="xs">
                  {`${number}: ${reading}`}
                  <SentPhotos photos={photos} of={METERS[kind]} />
                </Group>,
              ] as [string, React.ReactNode],
          ),
          ['Llaves', inspection.keys.map(({ name, count }) => `${name}: ${count}`).join(', ') || null],
          ['Manual', inspection.manual ? 'Entregado' : 'No aplica'],
          ['Reglamento de PH', inspection.rules ? 'Entregado' : 'No aplica'],
        ]}
      />
    </Section>
  );
}

/** The punch list of a delivery, with its clock of 15 days. */
export function PunchTable({ handover }: { handover: Pick<Handover, 'punch'> }) {
  const today = useToday();
  return handover.punch.length === 0 ? (
    <Text c="dimmed">No hay pendientes.</Text>
  ) : (
    <ShortTable
      label="Pendientes"
      rows={handover.punch}
      rowId={(one) => one.id}
      marked={(one) => OPEN_PUNCH.includes(one.state.id) && one.due_on < today}
      wordy
      columns={[
        {
          title: 'Pendiente',
          render: (one) => (
            <PageLink to="/oficina/pendientes-de-entrega" search={{ pendiente: one.id }} underline="always">
              {one.room}: {one.text}
            </PageLink>
          ),
        },
        {
          title: 'Gravedad',
          render: (one) => (
            <Text span size="sm" style={{ whiteSpace: 'nowrap' }}>
              {SEVERITIES[one.severity]}
            </Text>
          ),
        },
        { title: 'Contratista', render: (one) => one.contract?.contractor ?? 'Sin asignar' },
        { title: 'Vence', render: (one) => <DateText day={one.due_on} /> },
        { title: 'Estado', render: (one) => <StatePill catalog="punch" state={one.state} /> },
      ]}
    />
  );
}

/** The keys of the house: what there is, and what the family has. */
export const HouseKeys = ({ handover }: { handover: Pick<Handover, 'keys'> }) =>
  handover.keys.length === 0 ? (
    <Text c="dimmed">Nadie contó las llaves todavía. Se anotan aquí o en la inspección.</Text>
  ) : (
    <ShortTable
      label="Llaves"
      rows={handover.keys}
      rowId={(one) => one.name}
      columns={[
        { title: 'Llave', render: (one) => one.name },
        { title: 'En la oficina', align: 'right', render: (one) => one.total - one.handed },
        { title: 'Con el comprador', align: 'right', render: (one) => one.handed },
      ]}
    />
  );
