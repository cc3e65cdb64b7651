import { Checkbox, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { recordUrl } from '#contract/company/comments/recordUrl.ts';
import { listMyTasks } from '#contract/company/tasks/endpoints.ts';
import { longDay } from '#contract/dates.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import styles from './tasks.module.css';
import { useFinishTask } from './useFinishTask.ts';

/** The user's own tasks of the days that a calendar shows. Nothing without any. */
export function CalendarTasks({ from, to }: { from: string; to: string }) {
  const today = useToday();
  const { data } = useQuery(queryOf(listMyTasks, { query: { desde: from, hasta: to } }));
  const { busy, finish, reopen } = useFinishTask();
  const tasks = data?.data ?? [];
  if (tasks.length === 0) return null;
  return (
    <section aria-label="Mis tareas" className={styles.calendar}>
      <Text fw={600} size="sm">
        Mis tareas
      </Text>
      <ul className={styles.list}>
        {tasks.map((task) => {
          const done = task.done_at !== null;
          const late = !done && task.due_on < today;
          return (
            <li key={task.id} className={styles.task} data-done={done || undefined}>
              <Group gap="sm" wrap="nowrap">
                <Checkbox
                  aria-label={`Hecha: ${task.text}`}
                  checked={done}
                  disabled={busy}
                  onChange={() => (done ? reopen(task.id) : finish(task.id))}
                />
                <div>
                  <PageLink href={recordUrl(task.reference, task.reference_id)} size="sm">
                    {task.text}
                  </PageLink>
                  <Text size="xs" c={late ? 'var(--danger)' : 'dimmed'}>
                    {late && 'Atrasada · '}
                    {longDay(task.due_on)}
                    {task.due_time && `, ${task.due_time}`}
                  </Text>
                </div>
              </Group>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
