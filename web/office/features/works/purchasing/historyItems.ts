import type { PurchaseOrder } from '#contract/works/purchasing/model.ts';
import type { ActivityItem } from '#web/office/ui/ActivityStream.tsx';

/** The states of a record among its comments, the newest first. */
export const activityOf = (
  history: PurchaseOrder['history'],
  comments: readonly ActivityItem[] | undefined,
): ActivityItem[] =>
  [
    ...history.map((line) => ({
      id: `e${line.id}`,
      kind: 'change' as const,
      who: line.who ?? 'Sistema',
      at: line.at,
      text: null,
      from: line.from?.name ?? null,
      to: line.to.name,
      reason: line.reason,
    })),
    ...(comments ?? []),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
