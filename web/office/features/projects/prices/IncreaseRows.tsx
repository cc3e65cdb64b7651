import type { IncreaseRow } from '#contract/projects/prices/model.ts';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

/** Each price before → after. */
export function IncreaseRows({ rows }: { rows: readonly IncreaseRow[] }) {
  return (
    <ShortTable
      label="Antes y después de cada precio"
      rows={rows}
      rowId={({ target, id }) => `${target}-${id}`}
      columns={[
        {
          title: 'Precio',
          render: ({ name, project, state }) =>
            `${name} · ${project}${state === 'skipped' ? ' (quedó como estaba)' : ''}`,
        },
        { title: 'Antes', money: ({ from_centavos }) => from_centavos },
        { title: 'Después', money: ({ to_centavos }) => to_centavos },
      ]}
    />
  );
}
