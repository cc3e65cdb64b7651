import { finishTask } from '#contract/company/tasks/endpoints.ts';
import { useAction } from '#web/office/lib/query.ts';
import { toast } from '#web/office/ui/toast.tsx';

/** Marks a task as done, with an undo in the toast; or leaves it open again. */
export function useFinishTask() {
  const finish = useAction(finishTask);
  const reopen = (id: number) => finish.mutate({ params: { id }, body: { hecha: false } });
  return {
    busy: finish.isPending,
    finish: (id: number) =>
      finish.mutate(
        { params: { id }, body: { hecha: true } },
        { onSuccess: () => toast.undo('Tarea hecha.', () => reopen(id), { id: `tarea-${id}` }) },
      ),
    reopen,
  };
}
