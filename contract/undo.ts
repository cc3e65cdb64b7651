/** How long a person may take back what a single key did, in ms (rulings 45). */
export const UNDO_MS = 2 * 60_000;
