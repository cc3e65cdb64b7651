/** The last two pages of the office. A client-side navigation does not set document.referrer. */
interface Place {
  path: string;
  module: string | undefined;
}
let here: Place | null = null;
let before: Place | null = null;

/** Records the page that opened. Another view of the same page does not count. */
export function notePlace(place: Place): void {
  if (here?.path === place.path) return;
  before = here;
  here = place;
}

/**
 * True if the user came from the procedures (spec §2.5): from one of its pages in the office, else by
 * document.referrer.
 */
export const cameFromProcedures = (): boolean =>
  before
    ? before.module === 'tramites' || before.path.includes('tramites')
    : document.referrer.includes('tramites');
