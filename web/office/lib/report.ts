/** Limits of an error report (spec §9): number of breadcrumbs, characters, nesting levels, bytes. */
const BREADCRUMBS = 100;
const MESSAGE = 250;
const DEPTH = 3;
const PAYLOAD = 100 * 1024;

export interface Report {
  message: string;
  detail: unknown;
  breadcrumbs: readonly string[];
}

const breadcrumbs: string[] = [];
let reporter: (report: Report) => void = (report) => {
  // oxlint-disable-next-line no-console -- the browser's console is where a report goes when nobody else takes it
  console.warn('[llave]', report.message, report.detail);
};
/** Sets the function that receives the reports, for example of an error-reporting service. */
export const setReporter = (given: (report: Report) => void) => {
  reporter = given;
};

/** Adds a step to the trace of user actions. Texts only, no personal data. */
export function breadcrumb(text: string): void {
  breadcrumbs.push(text.slice(0, MESSAGE));
  if (breadcrumbs.length > BREADCRUMBS) breadcrumbs.shift();
}

/** Reports an error without showing it. Never reports a 422: it is a normal answer (spec §8). */
export function report(error: unknown, detail?: unknown): void {
  if ((error as { status?: unknown } | undefined)?.status === 422) return;
  const message = error instanceof Error ? error.message : String(error);
  const trimmed = trim(detail, DEPTH);
  const size = JSON.stringify(trimmed)?.length ?? 0;
  reporter({
    message: message.slice(0, MESSAGE),
    detail: size > PAYLOAD ? '[demasiado grande]' : trimmed,
    breadcrumbs: [...breadcrumbs],
  });
}

function trim(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.slice(0, MESSAGE);
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value;
  if (depth === 0) return '[…]';
  if (Array.isArray(value)) return value.map((one) => trim(one, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, trim(one, depth - 1)]));
}
