/** Addresses of the office, one after the other: a page without a real navigation has no referrer of its own. */
interface Place {
  path: string;
  module: string | undefined;
}
let here: Place | null = null;
let before: Place | null = null;

/** Notes the page that opened; another view of the same page is no other place. */
export function notePlace(place: Place): void {
  if (here?.path === place.path) return;
  before = here;
  here = place;
}

/** Whether one came here from the procedures (spec §2.5): from a page of theirs in the office, else by the browser's referrer. */
export const cameFromProcedures = (): boolean =>
  before
    ? before.module === 'tramites' || before.path.includes('tramites')
    : document.referrer.includes('tramites');
