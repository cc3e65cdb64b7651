import type { TicketRow } from '#contract/care/tickets/model.ts';

/** Where a ticket belongs: its house, its common area or its project; a request about personal data to its department. */
export const placeOf = (one: Pick<TicketRow, 'house' | 'common_area' | 'project' | 'department'>): string =>
  one.house?.name ?? one.common_area ?? one.project?.name ?? one.department.name;
