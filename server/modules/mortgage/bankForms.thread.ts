import { Worker } from 'node:worker_threads';
import { invalid, tooMany } from '#server/kernel/errors.ts';
import type { PdfField } from './bankData.table.ts';

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

const SECONDS = 20;
const AT_ONCE = 2;
let working = 0;

const refused = () =>
  invalid([
    {
      field: 'archivo',
      message: 'Ese PDF no se puede leer. Guárdalo de nuevo, sin contraseña y con campos para llenar.',
    },
  ]);

/** Runs one job on a PDF, bounded in memory and time. Raises 422 at `archivo`, 429 when several are under way already. */
export async function onPdf<J extends FormJob>(job: J): Promise<Done<J>> {
  if (working >= AT_ONCE)
    throw tooMany(5, 'Se están preparando otros formularios. Inténtalo de nuevo en unos segundos.');
  working += 1;
  const worker = new Worker(new URL('bankForms.worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: 384 },
    execArgv: [],
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Done<J>>((resolve, reject) => {
      timer = setTimeout(() => reject(refused()), SECONDS * 1000);
      worker.once('message', (answer: { done?: Done<J>; refused?: string }) =>
        answer.done === undefined ? reject(refused()) : resolve(answer.done),
      );
      worker.once('error', () => reject(refused()));
    });
  } finally {
    clearTimeout(timer);
    working -= 1;
    await worker.terminate();
  }
}
