import { useState } from 'react';
import type { BulkOutcome } from '../../lib/bulk.ts';

/** Props of the form of a bulk action. */
export interface BulkForm<Row> {
  rows: readonly Row[];
  /** The result per row; null: cancelled. */
  onDone: (outcomes: readonly BulkOutcome[] | null) => void;
}

/** A bulk action with a form: `run` opens it over the selected rows, `open` are the props of the open one. */
export function useBulkForm<Row>() {
  const [open, setOpen] = useState<BulkForm<Row> | null>(null);
  const run = (rows: readonly Row[]) =>
    new Promise<readonly BulkOutcome[] | null>((done) =>
      setOpen({
        rows,
        onDone: (outcomes) => {
          setOpen(null);
          done(outcomes);
        },
      }),
    );
  return { open, run };
}
