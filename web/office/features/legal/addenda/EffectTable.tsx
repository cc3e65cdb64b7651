import type { EffectLine } from '#contract/legal/addenda/change.ts';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

/** What an addendum changes, before and after. */
export const EffectTable = ({ lines }: { lines: readonly EffectLine[] }) => (
  <ShortTable
    label="Lo que cambia"
    wordy
    rows={lines}
    rowId={(one) => one.label}
    columns={[
      { title: 'Qué', render: (one) => one.label },
      { title: 'Antes', render: (one) => one.before },
      { title: 'Después', render: (one) => <strong>{one.after}</strong> },
    ]}
  />
);
