import { newKey } from '#web/office/lib/call.ts';
import type { NewInspection, NewReport } from '#contract/works/jobs/model.ts';

/** A report or an inspection as the forms give it; the key stays when it is sent again. */
export type TypedReport = NewReport;
export type TypedInspection = NewInspection;

/** A new key for a report or an inspection. */
export const freshKey = newKey;

/** The multipart body: lists repeat their name, empty values are left out. */
export function formOf(values: object, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values) as [string, unknown][])
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') form.append(name, String(one));
  for (const file of files) form.append('fotos', file);
  return form;
}
