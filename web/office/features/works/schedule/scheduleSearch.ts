import { z } from 'zod';
import { listTasks } from '#contract/works/schedule/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { filterId, filterText } from '#web/office/lib/listSearch.ts';

/** Search parameters of the schedule: whose it is, and the open activity. */
export const ScheduleSearch = z.object({
  proyecto_id: filterId,
  contrato_id: filterId,
  cronograma: filterId,
  tarea: filterId,
});
export type ScheduleSearch = z.infer<typeof ScheduleSearch>;

/** Of the list of activities; `tarea` is the open one. */
export const TasksSearch = searchOf(listTasks, { tarea: filterId });
export type TasksSearch = z.infer<typeof TasksSearch>;

/** Of the weekly programme. */
export const WeekSearch = z.object({ proyecto_id: filterId, contrato_id: filterId, semana: filterText });
export type WeekSearch = z.infer<typeof WeekSearch>;
