import { Stack, Text } from '@mantine/core';
import type { listDeeds } from '#contract/legal/deeds/endpoints.ts';
import type { DeedRow } from '#contract/legal/deeds/model.ts';
import { customerColumn } from '#web/office/features/sales/sale/customerColumn.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';

/** What stops a deed, or by when its step should pass. */
export const DeedBlock = ({ deed }: { deed: DeedRow }) => (
  <Stack gap={2} align="flex-start">
    {deed.late && <StatePill tone="negative" label="Tarde" />}
    {deed.blocked.map((sentence) => (
      <Text key={sentence} size="xs">
        {sentence}
      </Text>
    ))}
  </Stack>
);

export const deedColumns: ColumnOf<typeof listDeeds>[] = [
  customerColumn,
  {
    key: 'proyecto',
    title: 'Proyecto',
    width: 170,
    render: (deed) => <TwoLines first={deed.project.name} second={deed.lote ?? 'Sin lote'} />,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 230,
    render: (deed) => (
      <Stack gap={2} align="flex-start">
        <StatePill catalog="writing" state={deed.state} />
        {deed.holder && (
          <Text size="xs" c="dimmed">
            La tiene: {deed.holder}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'detiene',
    title: 'Qué la detiene',
    width: 260,
    render: (deed) => <DeedBlock deed={deed} />,
  },
  {
    key: 'state_since',
    title: 'Desde',
    sortable: true,
    width: 130,
    render: (deed) => <DateText instant={deed.state_since} dayOnly />,
  },
  {
    key: 'due_on',
    title: 'Debería pasar antes de',
    sortable: true,
    width: 130,
    render: (deed) => <DateText day={deed.due_on} />,
  },
  { key: 'abogado', title: 'Abogado', width: 160, render: (deed) => deed.lawyer?.name ?? 'Sin asignar' },
  { key: 'banco', title: 'Banco', width: 150, render: (deed) => deed.bank ?? 'Contado' },
  {
    key: 'letter_until',
    title: 'Carta vence',
    sortable: true,
    width: 120,
    render: (deed) => <DateText day={deed.letter_until} />,
  },
  { key: 'notaria', title: 'Notaría', width: 150, startsHidden: true, render: (deed) => deed.notary ?? '—' },
  { key: 'numero', title: 'Escritura n.º', width: 120, render: (deed) => deed.number ?? '—' },
  { key: 'entrada', title: 'Entrada', width: 120, startsHidden: true, render: (deed) => deed.entry ?? '—' },
];
