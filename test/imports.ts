import { expect } from 'vitest';
import type { CheckedRow, ImportRow } from '#contract/overview/imports/model.ts';
import type { Browser } from './app.ts';

type Cells = Readonly<Record<string, string>>;

/** What a colleague does with files of rows; a row's cells by their headings. */
export const importDesk = (who: Browser) => ({
  /** Sends a file with these rows, and answers what it would do. */
  async tried(tipo: string, rows: readonly Cells[]): Promise<ImportRow> {
    const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const lines = [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ''))];
    const csv = lines.map((line) => line.map((cell) => `"${cell}"`).join(',')).join('\n');
    const archivo = new File([csv], 'filas.csv', { type: 'text/csv' });
    const answer = await who.form('/api/imports', { tipo, archivo });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<{ data: ImportRow }>().data;
  },
  confirm: (one: ImportRow) =>
    who.post(`/api/imports/${one.id}/confirm`, { sha256: one.sha256, plan: one.plan, solo_buenas: true }),
  undo: (one: ImportRow) => who.post(`/api/imports/${one.id}/undo`, { motivo: 'Era otro archivo' }),
  /** The first fault of each row, or undefined. */
  faults: async ({ id }: ImportRow) =>
    (await who.get(`/api/imports/${id}/rows?per_page=50`))
      .json<{ data: CheckedRow[] }>()
      .data.map(({ faults: [first] }) => first?.message),
});
