import { Button, Group } from '@mantine/core';
import { dismissUnanswered, listUnanswered } from '#contract/care/chatbot/endpoints.ts';
import type { Unanswered } from '#contract/care/chatbot/model.ts';
import { useList } from '#web/office/lib/list.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { ChatbotSearch } from './chatbotSearch.ts';
import { TeachDrawer } from './TeachDrawer.tsx';

const columns: ColumnOf<typeof listUnanswered>[] = [
  { key: 'pregunta', title: 'Pregunta', width: 420, phone: 'heading', render: (one) => one.question },
  { key: 'count', title: 'Veces', sortable: true, width: 110, align: 'right', render: (one) => one.count },
  {
    key: 'last_at',
    title: 'Última vez',
    sortable: true,
    width: 170,
    render: (one) => <DateText instant={one.last_at} />,
  },
  {
    key: 'acciones',
    title: 'Acciones',
    exported: false,
    width: 230,
    render: (one) => <Actions question={one} />,
  },
];

/** What the bot could not answer: taught here, or dismissed. */
export function UnansweredTab({ search }: { search: ChatbotSearch }) {
  const list = useList(listUnanswered, search);
  const teaching = useDrawer('ensenar');
  const chosen = list.rows.find(({ id }) => id === teaching.id);
  return (
    <>
      <DataTable
        id="preguntas-sin-respuesta"
        caption="Preguntas sin respuesta"
        list={list}
        columns={columns}
        searchLabel="Palabras de la pregunta"
        rowId={(one) => one.id}
        rowName={(one) => one.question}
        open={null}
        empty={
          <EmptyState
            title="No hay preguntas sin respuesta"
            text="Cuando el chatbot no sepa algo, la pregunta aparece aquí para que la enseñes."
          />
        }
      />
      {teaching.opened && chosen && (
        <TeachDrawer pregunta={chosen.question} unansweredId={chosen.id} onClose={teaching.close} />
      )}
    </>
  );
}

function Actions({ question }: { question: Unanswered }) {
  const teaches = useCan('chatbot.crear');
  const edits = useCan('chatbot.editar');
  const teaching = useDrawer('ensenar');
  const dismiss = useAction(dismissUnanswered, { success: ({ success }) => success });
  return (
    <Group gap="xs" wrap="nowrap">
      {teaches && (
        <Button size="compact-sm" onClick={() => teaching.open(question.id)}>
          Enseñar
        </Button>
      )}
      {edits && (
        <Button
          size="compact-sm"
          variant="default"
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate({ params: { id: question.id } })}
        >
          Descartar
        </Button>
      )}
    </Group>
  );
}
