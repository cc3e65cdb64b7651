import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { checkSchedule } from '#contract/works/contracts/endpoints.ts';
import { daysBetween } from '#web/office/lib/format.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';

/** Whether the project's works are scheduled. Shows its own error instead of failing the page (spec §4). */
export function ProjectSchedule({ projectId }: { projectId: number }) {
  const query = useQuery(queryOf(checkSchedule, { params: { projectId } }));
  if (query.error) return <Alert color="red" variant="light" title={sentence(query.error)} role="alert" />;
  if (!query.data) return <PendingPage />;
  const { has_schedule, from, to, contracts_without } = query.data.data;
  const lacking = `${contracts_without} ${contracts_without === 1 ? 'contrato' : 'contratos'} sin programar`;
  return (
    <Section title="Programación" text="Lo que dicen las fechas de los contratos de obra.">
      {has_schedule ? (
        <Facts
          rows={[
            ['Empieza', <DateText key="from" day={from} />],
            ['Termina', <DateText key="to" day={to} />],
            ['Dura', from && to ? `${daysBetween(from, to) + 1} días` : null],
          ]}
        />
      ) : (
        <EmptyState
          title="Aún no hay programación"
          text="Los contratos de obra de este proyecto todavía no tienen fechas."
        />
      )}
      {contracts_without > 0 && (
        <Alert variant="light" color="brand" mt="md" title={lacking}>
          <Text size="sm">
            Con los días de los{' '}
            <PageLink to="/oficina/planes-de-accion" search={{ proyecto_id: projectId }} underline="always">
              planes de acción
            </PageLink>{' '}
            se calcula cuánto toma cada vivienda.
          </Text>
        </Alert>
      )}
    </Section>
  );
}
