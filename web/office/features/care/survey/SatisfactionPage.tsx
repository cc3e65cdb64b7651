import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listSatisfaction, listSurveys } from '#contract/care/survey/endpoints.ts';
import type { By } from '#contract/care/survey/model.ts';
import { ABOUT, REASONS, SCORE_GROUPS } from '#contract/care/survey/rules.ts';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf, FilterOf } from '#web/office/ui/table/types.ts';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import { SatisfactionFigures } from './SatisfactionFigures.tsx';
import { ScorePill } from './ScorePill.tsx';
import { SurveyDrawer } from './SurveyDrawer.tsx';
import type { SurveysSearch } from './surveySearch.ts';

const columns: ColumnOf<typeof listSurveys>[] = [
  {
    key: 'respondida',
    title: 'Respondida',
    sortable: true,
    width: 125,
    render: (one) => <DateText instant={one.answered_at} dayOnly />,
  },
  {
    key: 'nota',
    title: 'Nota',
    sortable: true,
    width: 105,
    render: (one) => <ScorePill score={one.score} />,
  },
  {
    key: 'cliente',
    title: 'Cliente',
    width: 200,
    phone: 'heading',
    render: (one) => <TwoLines first={one.person.name} second={one.house?.name ?? one.sale.code} />,
  },
  {
    key: 'comentario',
    title: 'Comentario',
    width: 280,
    render: (one) => (
      <Text span size="sm" lineClamp={2} title={one.comment ?? undefined}>
        {one.comment ?? '—'}
      </Text>
    ),
  },
  { key: 'motivo', title: 'Qué pesó más', width: 190, phone: 'hidden', render: (one) => REASONS[one.reason] },
  {
    key: 'asunto',
    title: 'Asunto',
    width: 150,
    phone: 'hidden',
    render: (one) => <TwoLines first={ABOUT[one.about]} second={one.record.code} />,
  },
  { key: 'proyecto', title: 'Proyecto', width: 170, render: (one) => one.project.name },
  { key: 'asesor', title: 'Asesor', width: 160, phone: 'hidden', render: (one) => one.adviser?.name ?? '—' },
  {
    key: 'contratista',
    title: 'Contratista',
    width: 190,
    phone: 'hidden',
    render: (one) => one.contractor?.name ?? '—',
  },
  {
    key: 'dias',
    title: 'Días en responder',
    align: 'right',
    width: 110,
    startsHidden: true,
    render: (one) => one.days,
  },
  {
    key: 'llamada',
    title: 'Llamada',
    width: 140,
    render: (one) => <StatePill catalog="survey" state={one.state} />,
  },
];

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** What the families that got a house or a ticket say of it: figures, and the answers behind them. */
export function SatisfactionPage({ search }: { search: SurveysSearch }) {
  const patch = usePatchSearch();
  const list = useList(listSurveys, search);
  // Of all answers, so that a filter can be changed for another of its kind.
  const all = useQuery(queryOf(listSatisfaction, { query: { per_page: 200 } }));
  const choices = (kind: By) =>
    (all.data?.data ?? [])
      .filter(({ by }) => by === kind)
      .map(({ id, name }) => ({ value: id ?? 0, label: name }));
  const filters: FilterOf<typeof listSurveys>[] = [
    { key: 'proyecto_id', label: 'Proyecto', kind: 'one', choices: choices('proyecto') },
    { key: 'asesor_id', label: 'Asesor', kind: 'one', choices: choices('asesor') },
    { key: 'contratista_id', label: 'Contratista', kind: 'one', choices: choices('contratista') },
    { key: 'asunto', label: 'Asunto', kind: 'one', choices: choicesOf(ABOUT) },
    { key: 'notas', label: 'Notas', kind: 'one', choices: choicesOf(SCORE_GROUPS) },
    { key: 'motivo', label: 'Qué pesó más', kind: 'one', choices: choicesOf(REASONS) },
    {
      key: 'llamada',
      label: 'Llamada',
      kind: 'one',
      choices: [
        { value: 'pendiente', label: 'Por hacer' },
        { value: 'hecha', label: 'Hecha' },
      ],
    },
    { key: 'desde', label: 'Desde', kind: 'day' },
    { key: 'hasta', label: 'Hasta', kind: 'day' },
  ];
  const { respuesta } = search;
  return (
    <>
      <PageHeader
        title="Satisfacción"
        count={null}
        text="Se pregunta una vez después de la entrega y de cada ticket. Las cifras son de las familias que dejan los filtros de abajo."
        actions={null}
      />
      <SatisfactionFigures search={search} />
      <DataTable
        id="satisfaccion"
        caption="Respuestas"
        list={list}
        columns={columns}
        filters={filters}
        views={[
          { label: 'Por llamar', search: { llamada: 'pendiente' } },
          { label: 'De 0 a 6', search: { notas: 'detractores' } },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => `Respuesta de ${one.person.name}`}
        open={{ show: (one) => patch({ respuesta: one.id }) }}
        searchLabel="Nombre o comentario"
        empty={
          <EmptyState
            title="Aún no hay respuestas"
            text="Llegan por el enlace del correo que se envía después de una entrega o de un ticket."
          />
        }
      />
      {respuesta !== undefined && (
        <SurveyDrawer
          key={respuesta}
          id={respuesta}
          beside={besideOf(list.rows, respuesta, (to) => patch({ respuesta: to }))}
          onClose={() => patch({ respuesta: undefined })}
        />
      )}
    </>
  );
}
