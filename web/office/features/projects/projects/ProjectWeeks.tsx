import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { closeWeek, listProjectWeeks, reopenWeek, type Week } from '#contract/projects/projects/weeks.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { askConfirm, askReason } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import styles from './projects.module.css';

interface ProjectWeeksProps {
  projectId: number;
  mayEdit: boolean;
}

/** The weeks of the works. A closed week accepts no more entries. */
export function ProjectWeeks({ projectId, mayEdit }: ProjectWeeksProps) {
  const query = useQuery(queryOf(listProjectWeeks, { params: { id: projectId } }));
  const close = useAction(closeWeek, { success: 'Semana cerrada.' });
  const reopen = useAction(reopenWeek, { success: 'Semana reabierta.' });
  if (query.error) return <Alert color="red" variant="light" title={sentence(query.error)} role="alert" />;
  if (!query.data) return <PendingPage />;
  const askClose = async (week: Week) => {
    const sure = await askConfirm({
      title: `¿Cerrar la ${week.text.split(' · ')[0]!.toLowerCase()}?`,
      text: 'Ya no se podrá elegir en programación ni en mediciones. Se puede reabrir con un motivo.',
      confirm: 'Cerrar semana',
    });
    if (sure) close.mutate({ params: { id: projectId, week: week.id } });
  };
  const askReopen = async (week: Week) => {
    const motivo = await askReason({
      title: `¿Reabrir la ${week.text.split(' · ')[0]!.toLowerCase()}?`,
      text: 'El motivo queda en el historial.',
      label: 'Motivo',
      required: true,
      confirm: 'Reabrir semana',
      suggestions: ['Faltaba una medición', 'Se cerró por error'],
    });
    if (motivo) reopen.mutate({ params: { id: projectId, week: week.id }, body: { motivo } });
  };
  const busy = close.isPending || reopen.isPending;
  return (
    <Section title="Semanas" text="Las de lunes a domingo. Una semana cerrada ya no se puede elegir.">
      <ul className={styles.rows} aria-label="Semanas">
        {query.data.data.map((week) => (
          <li key={week.id} className={styles.row}>
            <div className={styles.rowWords}>
              <Text size="sm" fw={600} className="figures">
                {week.text}
              </Text>
              {week.closed && (
                <Text size="xs" c="dimmed">
                  La cerró {week.closed.by.name}, <DateText instant={week.closed.at} />
                </Text>
              )}
              {week.reopened.map((one) => (
                <Text key={one.at} size="xs" c="dimmed">
                  La reabrió {one.by.name}, <DateText instant={one.at} />: {one.reason}
                </Text>
              ))}
            </div>
            <StatePill
              tone={week.closed ? 'neutral' : 'positive'}
              label={week.closed ? 'Cerrada' : 'Abierta'}
            />
            {mayEdit && (week.closed || !week.why_not) && (
              <Button
                variant="default"
                size="compact-sm"
                disabled={busy}
                aria-label={`${week.closed ? 'Reabrir' : 'Cerrar'} ${week.text}`}
                onClick={() => void (week.closed ? askReopen(week) : askClose(week))}
              >
                {week.closed ? 'Reabrir' : 'Cerrar'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
