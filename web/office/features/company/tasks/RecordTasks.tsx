import { ActionIcon, Button, Checkbox, Group, Title } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayWrite } from '#contract/access.ts';
import { listTasks } from '#contract/company/tasks/endpoints.ts';
import type { RecordTask } from '#contract/company/tasks/model.ts';
import { showDay } from '#contract/dates.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { usePermissions, useUser } from '#web/office/lib/session.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { TaskDrawer } from './TaskDrawer.tsx';
import styles from './tasks.module.css';
import { useFinishTask } from './useFinishTask.ts';

/** Done tasks that stay in sight. */
const DONE_SHOWN = 3;

/** The tasks of a record, with a form for a new one. Hidden from who may only read while there are none. */
export function RecordTasks({ reference, id }: { reference: string; id: number }) {
  const writes = mayWrite(usePermissions());
  const user = useUser();
  const { data } = useQuery(queryOf(listTasks, { query: { reference, reference_id: id } }));
  const [edited, setEdited] = useState<RecordTask | 'nueva' | null>(null);
  const all = data?.data ?? [];
  const open = all.filter(({ done_at }) => done_at === null);
  const done = all.filter(({ done_at }) => done_at !== null).slice(0, DONE_SHOWN);
  if (!writes && all.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a page and its drawer may each have tasks: no landmark
    <div role="group" aria-label="Tareas">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3">
          Tareas
        </Title>
        {writes && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setEdited('nueva')}
          >
            Nueva tarea
          </Button>
        )}
      </Group>
      {all.length > 0 && (
        <ul className={styles.list}>
          {[...open, ...done].map((task) => (
            <TaskLine key={task.id} task={task} writes={writes} onEdit={() => setEdited(task)} />
          ))}
        </ul>
      )}
      {edited && (
        <TaskDrawer
          reference={reference}
          id={id}
          user={user}
          task={edited === 'nueva' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

function TaskLine({ task, writes, onEdit }: { task: RecordTask; writes: boolean; onEdit: () => void }) {
  const today = useToday();
  const user = useUser();
  const { busy, finish, reopen } = useFinishTask();
  const done = task.done_at !== null;
  const late = !done && task.due_on < today;
  const who = task.assignee.id === user.id ? 'Tú' : task.assignee.name;
  const when = `${showDay(task.due_on)}${task.due_time ? ` ${task.due_time}` : ''}`;
  return (
    <li className={styles.task} data-done={done || undefined}>
      <Checkbox
        checked={done}
        disabled={busy || !writes}
        onChange={() => (done ? reopen(task.id) : finish(task.id))}
        label={task.text}
        description={
          <span>
            {who} ·{' '}
            <span className={late ? styles.late : undefined}>
              {late ? `Atrasada, era para el ${when}` : when}
            </span>
            {task.done_by && ` · hecha por ${task.done_by.name}`}
          </span>
        }
      />
      {writes && !done && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Cambiar: ${task.text}`}
          onClick={onEdit}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
