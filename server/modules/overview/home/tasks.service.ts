import type { Answer } from '#contract/endpoint.ts';
import { TASK_KINDS, TASKS_SHOWN, TaskKind, type homeTasks } from '#contract/overview/home/tasks.ts';
import type { Context } from '#server/kernel/context.ts';
import { findTasks, type FoundTask, type TaskSource } from '#server/kernel/tasks.ts';

/** The caller's tasks, late ones first, and how many of each kind there are; kinds that are not the caller's work are left out. */
export async function tasksOf(
  ctx: Context,
  sources: ReadonlyMap<string, TaskSource>,
  kind?: TaskKind,
): Promise<Answer<typeof homeTasks>['data']> {
  const names = Object.keys(TASK_KINDS) as TaskKind[];
  const queries = new Map(
    names.flatMap((name) => {
      const query = sources.get(name)?.(ctx);
      return query ? [[name, query] as const] : [];
    }),
  );
  const { tasks, totals } = await findTasks(ctx.db, queries, { most: TASKS_SHOWN, kind });
  return {
    tasks: toldOnce(tasks).map(({ parentId, reference, cents, kind: name, since, at, ...task }) => ({
      ...task,
      kind: TaskKind.parse(name),
      since: new Date(since).toISOString(),
      at: at && new Date(at).toISOString(),
      sale_id: reference === null ? parentId : null,
      record: reference !== null && parentId !== null ? { reference, id: parentId } : null,
      centavos: cents,
    })),
    totals: [...queries.keys()].map((name) => ({ kind: name, total: totals.get(name) ?? 0 })),
  };
}

/**
 * A sale and a record of it may ask for the same step (its deed, its promise): it is told once, by the record, with the
 * telephone of the sale.
 */
function toldOnce(tasks: readonly FoundTask[]): FoundTask[] {
  const stepOf = ({ parentId, text }: FoundTask) => `${parentId} ${text}`;
  const isSale = ({ kind }: FoundTask) => kind === 'venta';
  const ofSale = ({ parentId, reference }: FoundTask) => parentId !== null && reference === null;
  const sales = new Map(tasks.filter(isSale).map((task) => [stepOf(task), task]));
  const told = new Set(tasks.filter((task) => !isSale(task) && ofSale(task)).map(stepOf));
  return tasks
    .filter((task) => !isSale(task) || !told.has(stepOf(task)))
    .map((task) =>
      ofSale(task) ? { ...task, phone: task.phone ?? sales.get(stepOf(task))?.phone ?? null } : task,
    );
}
