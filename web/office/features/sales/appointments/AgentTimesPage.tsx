import { Alert, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getAgentTime, listAgents } from '#contract/sales/appointments/endpoints.ts';
import { showDay } from '#contract/dates.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { useUser } from '#web/office/lib/session.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import type { TimesSearch } from './appointmentsSearch.ts';
import { ExceptionList } from './ExceptionList.tsx';
import { WeekForm } from './WeekForm.tsx';

/** An adviser's weekly hours in each project, and the exceptions. */
export function AgentTimesPage({ search }: { search: TimesSearch }) {
  const patch = usePatchSearch();
  const me = useUser();
  const agents = useOptions(queryOf(listAgents));
  const chosen = search.agente ?? agents.find(({ id }) => id === me?.id)?.id ?? agents[0]?.id;
  const query = useQuery({
    ...queryOf(getAgentTime, { params: { agenteId: chosen ?? 0 } }),
    enabled: chosen !== undefined,
  });
  const time = query.data?.data;
  return (
    <>
      <PageHeader
        title="Horarios de citas"
        count={null}
        text="De aquí salen las horas que la web ofrece. Domingos y feriados no se atiende."
      />
      <Stack gap="lg" maw={760}>
        {agents.length > 1 && (
          <NativeSelect
            label="Persona"
            value={String(chosen ?? '')}
            onChange={({ currentTarget }) => patch({ agente: Number(currentTarget.value) })}
            data={agents.map(({ id, text }) => ({ value: String(id), label: text }))}
          />
        )}
        {query.error ? (
          <Alert color="red" variant="light" title={sentence(query.error)} />
        ) : !time ? (
          <PendingPage />
        ) : (
          <>
            {time.away && (
              <Alert color="yellow" variant="light">
                Fuera de la oficina desde el {showDay(time.away.from)}
                {time.away.to && ` hasta el ${showDay(time.away.to)}`}: esos días no se ofrecen.
              </Alert>
            )}
            {time.weeks.map((week) => (
              <Section key={week.project.id} title={week.project.name}>
                <WeekForm key={time.agent.id} agentId={time.agent.id} week={week} editable={week.editable} />
              </Section>
            ))}
            <Section title="Días distintos">
              <ExceptionList key={time.agent.id} time={time} />
            </Section>
          </>
        )}
      </Stack>
    </>
  );
}
