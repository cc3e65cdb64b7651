import { Chip, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { listSatisfaction, listSurveys } from '#contract/care/survey/endpoints.ts';
import { BY, type SatisfactionRow } from '#contract/care/survey/model.ts';
import { MIN_ANSWERS, type ScoreGroup } from '#contract/care/survey/rules.ts';
import { totalText } from '#contract/paging.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { Figures } from '#web/office/ui/Figures.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { ExportMenu } from '#web/office/ui/table/ExportMenu.tsx';
import { figuresOf, GROUPS, narrowedTo, type SurveysSearch } from './surveySearch.ts';

const COLUMNS = listSatisfaction.exports.columns.map(({ key }) => key);

const many = (answers: number) => (answers === 1 ? '1 respuesta' : `${totalText(answers)} respuestas`);
const tooFew = (answers: number) => `Faltan respuestas: hay ${answers} de las ${MIN_ANSWERS} que hacen falta`;
const decimal = (value: number) => value.toLocaleString('es-PA', { minimumFractionDigits: 1 });
const margin = ({ nps_from, nps_to }: SatisfactionRow) => `entre ${nps_from} y ${nps_to}`;

/** The answers behind a figure; `notas`: of one group of scores. */
function target(search: SurveysSearch, row: SatisfactionRow, notas?: ScoreGroup) {
  const { proyecto_id, asesor_id, contratista_id, asunto, desde, hasta, por } = search;
  const whose = { proyecto_id, asesor_id, contratista_id, asunto, desde, hasta, por };
  return linkOptions({
    to: '/oficina/satisfaccion',
    search: { ...whose, ...narrowedTo(row), ...(notas && { notas }) },
  });
}

/** Satisfaction of the families that the filters leave, of all and by group; each figure opens its answers below. */
export function SatisfactionFigures({ search }: { search: SurveysSearch }) {
  const patch = usePatchSearch();
  const calls = useCan('ventas.entregar');
  const asked = figuresOf(search);
  const { data } = useQuery(queryOf(listSatisfaction, { query: asked }));
  const { per_page: _all, ...whose } = asked;
  const toCall = useQuery(queryOf(listSurveys, { query: { ...whose, llamada: 'pendiente', per_page: 1 } }));
  const por = search.por ?? 'proyecto';
  const all = data?.data.find(({ by }) => by === 'total');
  const groups = data?.data.filter(({ by }) => by === por) ?? [];
  return (
    <Stack gap="md" mb="md">
      <Figures
        label="Satisfacción"
        figures={[
          {
            label: 'NPS',
            value: all && (all.nps ?? '—'),
            note:
              all && (all.nps === null ? tooFew(all.answers) : `${margin(all)}, con ${many(all.answers)}`),
            ...(all && { link: target(search, all) }),
          },
          {
            label: 'Nota promedio',
            value: all && (all.average === null ? '—' : `${decimal(all.average)} de 10`),
            note: all && (all.average === null ? tooFew(all.answers) : `con ${many(all.answers)}`),
          },
          {
            label: 'Respondieron',
            value: all && `${totalText(all.replied ?? 0)} de ${totalText(all.asked ?? 0)}`,
            note: all && 'familias a las que se preguntó',
            ...(all?.asked && { share: (all.replied ?? 0) / all.asked }),
          },
          {
            label: 'Familias por llamar',
            value: toCall.data && totalText(toCall.data.meta.pagination.total),
            note: 'dieron de 0 a 6',
            mine: calls && (toCall.data?.meta.pagination.total ?? 0) > 0,
            ...(all && {
              link: linkOptions({
                to: '/oficina/satisfaccion',
                search: { ...target(search, all).search, llamada: 'pendiente' },
              }),
            }),
          },
        ]}
      />
      <Section
        title="Quién deja contentas a las familias"
        text={`Con menos de ${MIN_ANSWERS} respuestas no se calcula.`}
        actions={
          <ExportMenu
            list={listSatisfaction}
            asked={{ query: { ...whose, por } }}
            columns={COLUMNS}
            total={groups.length}
          />
        }
      >
        <Chip.Group value={por} onChange={(to) => patch({ por: to === 'proyecto' ? undefined : to })}>
          <Group gap="xs" mb="sm" role="radiogroup" aria-label="Cómo se agrupa">
            {Object.entries(GROUPS).map(([value, label]) => (
              <Chip key={value} value={value} size="xs">
                {label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {data && groups.length === 0 ? (
          <Text size="sm">Aún no hay respuestas.</Text>
        ) : (
          <Groups rows={groups} search={search} by={por} />
        )}
        <Text size="sm" c="dimmed" mt="xs">
          El NPS es el porcentaje que dio de 9 a 10 menos el que dio de 0 a 6. El margen dice dónde está, 19
          de cada 20 veces, el de todas las familias: si dos márgenes se cruzan, la diferencia puede ser
          casualidad.
        </Text>
      </Section>
    </Stack>
  );
}

const Groups = ({
  rows,
  search,
  by,
}: {
  rows: readonly SatisfactionRow[];
  search: SurveysSearch;
  by: keyof typeof GROUPS;
}) => (
  <ShortTable
    label={GROUPS[by]}
    rows={rows}
    rowId={({ id, month }) => month ?? id ?? 0}
    rowHeads
    dimmed={({ nps }) => nps === null}
    columns={[
      {
        title: BY[by],
        render: (row) => <PageLink {...target(search, row)}>{row.name}</PageLink>,
      },
      { title: 'Respuestas', align: 'right', render: ({ answers }) => totalText(answers) },
      {
        title: 'Promedio',
        align: 'right',
        render: ({ average }) => (average === null ? '—' : decimal(average)),
      },
      { title: 'NPS', align: 'right', render: ({ nps }) => nps ?? 'Pocas respuestas' },
      { title: 'Margen', align: 'right', render: (row) => (row.nps === null ? '—' : margin(row)) },
      {
        title: 'De 9 a 10',
        align: 'right',
        render: (row) => <Count total={row.promoters} to={target(search, row, 'promotores')} />,
      },
      {
        title: 'De 0 a 6',
        align: 'right',
        render: (row) => <Count total={row.detractors} to={target(search, row, 'detractores')} />,
      },
    ]}
  />
);

const Count = ({ total, to }: { total: number; to: ReturnType<typeof target> }) =>
  total === 0 ? '0' : <PageLink {...to}>{totalText(total)}</PageLink>;
