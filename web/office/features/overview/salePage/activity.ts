import type { HistoryLine } from '#contract/sales/sale/model.ts';
import type { ActivityItem } from '#web/office/ui/ActivityStream.tsx';

const KINDS: Record<HistoryLine['kind'], ActivityItem['kind']> = {
  estado: 'change',
  asignacion: 'change',
  pago: 'change',
  documento: 'file',
  comentario: 'comment',
  hecho: 'change',
};

/** A line of a sale's history as an item of the activity stream. */
export const activityOf = (line: HistoryLine): ActivityItem => ({
  id: line.id,
  kind: KINDS[line.kind],
  who: line.who ?? 'Sistema',
  verb: line.verb,
  at: line.at,
  text: line.kind === 'comentario' ? line.text : line.subject,
  from: line.from,
  to: line.to,
  reason: line.kind === 'comentario' ? null : line.text,
});
