import type { PurchaseOrder } from '#contract/works/purchasing/model.ts';
import { newestFirst, stateItems } from '#web/office/ui/activity.ts';
import type { ActivityItem } from '#web/office/ui/ActivityStream.tsx';

/** The states of a record among its comments, the newest first. */
export const activityOf = (
  history: PurchaseOrder['history'],
  comments: readonly ActivityItem[] | undefined,
): ActivityItem[] =>
  newestFirst(
    stateItems(history.map((line) => ({ ...line, from: line.from?.name ?? null, to: line.to.name }))),
    comments ?? [],
  );
