/** Photographs of a ticket, a message or a work order. */
export const TICKET_PHOTOS = {
  maxCount: 6,
  maxSize: 10 * 1_048_576,
  types: ['image/jpeg', 'image/png', 'image/webp'],
} as const;
