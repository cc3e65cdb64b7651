import type { JobRow } from '#contract/works/jobs/endpoints.ts';

/** What is built: the activity, or the item. */
export const workOf = ({ activity, item }: Pick<JobRow, 'activity' | 'item'>): string =>
  activity?.name ?? (item ? `${item.code} ${item.description}` : '');
/** Where: the house, or the contract. */
export const placeOf = ({ house, contract }: Pick<JobRow, 'house' | 'contract'>): string =>
  house?.name ?? contract.name;
export const nameOf = (job: Pick<JobRow, 'activity' | 'item' | 'house' | 'contract'>): string =>
  `${placeOf(job)} · ${workOf(job)}`;

/** `40 %` or `12 de 120 m³`. */
export const approvedText = ({ item, quantity, approved_quantity, approved_percent }: JobRow): string =>
  item ? `${approved_quantity} de ${quantity} ${item.unit}` : `${approved_percent} %`;
