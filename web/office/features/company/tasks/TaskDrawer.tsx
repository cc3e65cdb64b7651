import { Select, type ComboboxItem } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listWhoSees } from '#contract/company/comments/endpoints.ts';
import { changeTask, createTask } from '#contract/company/tasks/endpoints.ts';
import { TaskFields, type RecordTask } from '#contract/company/tasks/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { bound, DayField, LongTextField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface TaskDrawerProps {
  reference: string;
  id: number;
  user: { id: number; name: string };
  /** Null: a new task. */
  task: RecordTask | null;
  onClose: () => void;
}

/** A task on a record: what, who and when. */
export function TaskDrawer({ reference, id, user, task, onClose }: TaskDrawerProps) {
  const today = useToday();
  const form = useRecordForm({
    schema: TaskFields,
    initial: {
      text: task?.text,
      asignado_id: task?.assignee.id ?? user.id,
      fecha: task?.due_on ?? today,
      hora: task?.due_time ?? null,
    },
    send: (body, as) =>
      task
        ? call(changeTask, { params: { id: task.id }, body: { ...body, version: task.version } }, as)
        : call(createTask, { body: { ...body, reference, reference_id: id } }, as),
    success: task ? 'Tarea cambiada.' : 'Tarea creada.',
    onDone: onClose,
  });
  const who = bound(form, 'asignado_id');
  const [q, setQ] = useState('');
  const [asked] = useDebouncedValue(q, 200);
  const self = { id: user.id, name: `${user.name} (tú)` };
  const chosen = task && task.assignee.id !== user.id ? [self, task.assignee] : [self];
  const { data } = useQuery({
    ...queryOf(listWhoSees, { query: { reference, reference_id: id, q: asked } }),
    placeholderData: (before) => before,
  });
  const people = [
    ...chosen,
    ...(data?.data ?? []).filter((one) => !chosen.some((known) => known.id === one.id)),
  ];
  return (
    <FormDrawer
      title={task ? 'Tarea' : 'Nueva tarea'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={task ? 'Guardar tarea' : 'Crear tarea'}
    >
      <LongTextField of={form} name="text" label="Qué hay que hacer" maxLength={300} />
      <Select
        label="Quién"
        required
        searchable
        allowDeselect={false}
        data={people.map(({ id: value, name }): ComboboxItem => ({ value: String(value), label: name }))}
        value={who.value === null || who.value === undefined ? null : String(who.value)}
        onChange={(value) => value && who.set(Number(value))}
        onSearchChange={(text) => setQ(people.some(({ name }) => name === text) ? '' : text)}
        nothingFoundMessage="Nadie con ese nombre puede ver este registro."
        error={who.input.error}
      />
      <DayField of={form} name="fecha" label="Para cuándo" />
      <TextField of={form} name="hora" label="Hora, si la tiene" placeholder="14:30" />
    </FormDrawer>
  );
}
