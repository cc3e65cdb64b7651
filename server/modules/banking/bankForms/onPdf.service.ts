import { invalid } from '#server/kernel/errors.ts';
import { thread, ThreadEnded, turns } from '#server/kernel/thread.ts';
import type { PdfField } from './bankForms.table.ts';

export interface Inspected {
  pages: number;
  /** How many fields there are; `fields` has the first of them. */
  total: number;
  fields: PdfField[];
}
/** A form that is drawn here. */
export interface DrawnForm {
  title: string;
  bank: string;
  company: string;
  subject: string;
  sections: { title: string; lines: { label: string; value: string }[] }[];
  tables: { title: string; columns: string[]; rows: string[][] }[];
  foot: string;
}
export type FormJob =
  | { kind: 'inspect'; bytes: Uint8Array; most: number }
  | { kind: 'fill'; bytes: Uint8Array; values: Readonly<Record<string, string | boolean>> }
  | { kind: 'draw'; form: DrawnForm };
type Done<J extends FormJob> = J extends { kind: 'inspect' } ? Inspected : Uint8Array;

const run = thread<FormJob, Inspected | Uint8Array>(new URL('bankForms.worker.ts', import.meta.url), {
  seconds: 20,
  megabytes: 384,
});
const inTurn = turns({
  atOnce: 2,
  busy: 'Se están preparando otros formularios. Inténtalo de nuevo en unos segundos.',
});

/** Runs one job on a PDF, bounded in memory and time. Raises 422 at `archivo`, 429 when several are under way already. */
export async function onPdf<J extends FormJob>(job: J): Promise<Done<J>> {
  try {
    return (await inTurn(() => run(job))) as Done<J>;
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    throw invalid([
      {
        field: 'archivo',
        message: 'Ese PDF no se puede leer. Guárdalo de nuevo, sin contraseña y con campos para llenar.',
      },
    ]);
  }
}
