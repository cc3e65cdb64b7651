import { z } from 'zod';
import { priorities } from '#contract/company/catalogs/ticketLists.ts';
import { isoWeek, weekText } from '#contract/dates.ts';
import { weeksAround } from '#contract/projects/projects/weeks.ts';
import { programJobs, type JobRow } from '#contract/works/jobs/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { nameOf } from './jobName.ts';

const Program = z.object({ semana: z.string(), prioridad_id: z.number().int() });
/** ticket_priorities: Media */
const USUAL = 2;

interface ProgramDrawerProps {
  rows: readonly JobRow[];
  onDone: (done: boolean) => void;
}

/** Week and priority of one or several jobs: all or none. */
export function ProgramDrawer({ rows, onDone }: ProgramDrawerProps) {
  const today = useToday();
  const list = useOptions(queryOf(priorities.list, {}));
  const first = rows[0];
  const form = useRecordForm({
    schema: Program,
    initial: { semana: first?.week ?? isoWeek(today), prioridad_id: first?.priority?.id ?? USUAL },
    send: (body, as) => call(programJobs, { body: { ...body, ids: rows.map(({ id }) => id) } }, as),
    success: ({ data }) =>
      data.programmed === 1 ? 'Trabajo programado.' : `${data.programmed} trabajos programados.`,
    onDone: () => onDone(true),
  });
  return (
    <FormDrawer
      title={
        rows.length === 1 && first ? `Programar · ${nameOf(first)}` : `Programar ${rows.length} trabajos`
      }
      opened
      onClose={() => onDone(false)}
      {...form.frame}
      submitLabel="Programar"
    >
      <OptionField
        of={form}
        name="semana"
        label="Semana"
        options={weeksAround(today).map((week) => ({ value: week, label: weekText(week) }))}
      />
      <OptionField
        of={form}
        name="prioridad_id"
        label="Prioridad"
        options={list.map(({ id, nombre }) => ({ value: id, label: nombre }))}
      />
    </FormDrawer>
  );
}
