/** Counters of open work that a menu option can show. The server modules count them (`counters`). */
export const MENU_COUNTERS = [
  'board',
  'sales',
  'prospects',
  'coincidences',
  'applications',
  'deeds',
  'appointments',
  'payments',
  'chat',
  'materials',
  'tickets',
  'orders',
] as const;
export type MenuCounter = (typeof MENU_COUNTERS)[number];
