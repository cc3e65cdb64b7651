import { NativeSelect, Stack, Text } from '@mantine/core';
import { listAnswers } from '#contract/overview/reports/endpoints.ts';
import type { ManagementBoard } from '#contract/overview/reports/model.ts';
import { showMonth } from '#contract/dates.ts';
import { durationText } from '#web/office/lib/format.ts';
import { Section } from '#web/office/ui/Section.tsx';
import { ExportMenu } from '#web/office/ui/table/ExportMenu.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { FiguresTable } from './BoardTables.tsx';
import type { ReportsSearch } from './reportsSearch.ts';

interface AnswersSectionProps {
  answers: NonNullable<ManagementBoard['answers']>;
  search: ReportsSearch;
  onMonth: (month: string) => void;
}

/** How long customers waited for an answer in the chat: in one month by colleague, and now. */
export function AnswersSection({ answers, search: { mes, ...search }, onMonth }: AnswersSectionProps) {
  const months = [...new Set(answers.rows.map(({ month }) => month))];
  const month = months.find((one) => one === mes) ?? months[0];
  return (
    <Section
      title="Respuestas del chat"
      text="Desde el primer mensaje sin responder hasta la respuesta, en los últimos doce meses."
      actions={
        <ExportMenu
          list={listAnswers}
          asked={{ query: { proyecto_id: search.proyecto_id } }}
          columns={['mes', 'quien', 'respuestas', 'mitad', 'noventa']}
          total={answers.rows.length}
        />
      }
    >
      <Stack gap="sm">
        {month !== undefined && (
          <NativeSelect
            label="Mes"
            maw={220}
            value={month}
            onChange={(event) => onMonth(event.currentTarget.value)}
            data={months.map((value) => ({ value, label: showMonth(value) }))}
          />
        )}
        <FiguresTable
          caption="Respuestas del chat por colega"
          rows={answers.rows.filter((row) => row.month === month)}
          rowId={({ id, everybody }) => `${id} ${everybody}`}
          empty="Aún no hay respuestas."
          columns={[
            { title: 'Quién', render: ({ name }) => name },
            { title: 'Respuestas', render: (row) => row.answers.toLocaleString('es-PA') },
            { title: 'La mitad, en menos de', render: ({ median_minutes }) => durationText(median_minutes) },
            {
              title: '9 de cada 10, en menos de',
              render: ({ ninety_minutes }) => durationText(ninety_minutes),
            },
          ]}
        />
        <Text size="sm">
          {answers.longest_minutes === null ? (
            'Ahora nadie espera respuesta.'
          ) : (
            <>
              <PageLink to="/oficina/chat" search={{ bandeja: 'sin_responder' }} underline="always">
                {answers.waiting === 1
                  ? '1 persona espera respuesta'
                  : `${answers.waiting.toLocaleString('es-PA')} personas esperan respuesta`}
              </PageLink>
              ; quien más espera lleva {durationText(answers.longest_minutes)}.
            </>
          )}
        </Text>
      </Stack>
    </Section>
  );
}
