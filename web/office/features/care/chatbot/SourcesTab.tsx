import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { listSources } from '#contract/care/chatbot/endpoints.ts';
import { PUBLISHED_WORDS, SOURCE_KINDS, SOURCE_STATES } from '#contract/care/chatbot/rules.ts';
import { useList } from '#web/office/lib/list.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf, FilterOf } from '#web/office/ui/table/types.ts';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ChatbotSearch } from './chatbotSearch.ts';
import { SourceDrawer } from './SourceDrawer.tsx';
import { SOURCE_TONES } from './sourceWords.ts';

const columns: ColumnOf<typeof listSources>[] = [
  {
    key: 'title',
    title: 'Fuente',
    sortable: true,
    width: 340,
    phone: 'heading',
    render: (one) => <TwoLines first={one.title} second={SOURCE_KINDS[one.kind]} />,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 300,
    render: (one) => (
      <>
        <StatePill tone={SOURCE_TONES[one.state]} label={SOURCE_STATES[one.state]} />
        {one.fault && (
          <Text size="xs" mt={4} lineClamp={2}>
            {one.fault}
          </Text>
        )}
      </>
    ),
  },
  { key: 'pasajes', title: 'Pasajes', width: 100, align: 'right', render: (one) => one.passages },
  { key: 'publicada', title: 'Público', width: 170, render: (one) => PUBLISHED_WORDS[one.published] },
  {
    key: 'changed_at',
    title: 'Último cambio',
    sortable: true,
    width: 190,
    render: (one) => <TwoLines first={one.by.name} second={<DateText instant={one.changed_at} />} />,
  },
];
const filters: FilterOf<typeof listSources>[] = [
  {
    key: 'estado',
    label: 'Estado',
    kind: 'many',
    choices: Object.entries(SOURCE_STATES).map(([value, label]) => ({ value, label })),
  },
];

interface SourcesTabProps {
  search: ChatbotSearch;
  onSearch: (patch: { fuente?: number | undefined }) => void;
  action: ReactNode;
}

export function SourcesTab({ search, onSearch, action }: SourcesTabProps) {
  const list = useList(listSources, search);
  return (
    <>
      <DataTable
        id="fuentes-chatbot"
        caption="Fuentes del chatbot"
        list={list}
        columns={columns}
        filters={filters}
        searchLabel="Nombre de la fuente"
        rowId={(one) => one.id}
        rowName={(one) => one.title}
        open={{ show: (one) => onSearch({ fuente: one.id }) }}
        empty={
          <EmptyState
            title="El chatbot todavía no sabe nada"
            text="Entrénalo con el folleto del proyecto, páginas de tu sitio o preguntas con su respuesta."
            action={action}
          />
        }
      />
      {search.fuente !== undefined && (
        <SourceDrawer
          id={search.fuente}
          onClose={() => onSearch({ fuente: undefined })}
          beside={besideOf(list.rows, search.fuente, (fuente) => onSearch({ fuente }))}
        />
      )}
    </>
  );
}
