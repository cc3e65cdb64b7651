import { List, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  bottleneckSentence,
  BOTTLENECK_GROUPS,
  type BottleneckGroup,
} from '#contract/overview/reports/bottleneckRules.ts';
import { listBankAnswers, listBottlenecks, type Bottleneck } from '#contract/overview/reports/bottlenecks.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { ErrorPage } from '#web/office/ui/ErrorPage.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ExportMenu } from '#web/office/ui/table/ExportMenu.tsx';
import { BankAnswersTable, queueOf, StepsTable } from './BottleneckTables.tsx';
import type { BottlenecksSearch } from './reportsSearch.ts';

/** The worst steps that are told in words. */
const WORST = 5;
const ALL = 200;
const STEP_COLUMNS = listBottlenecks.exports.columns.map(({ key }) => key);
const BANK_COLUMNS = listBankAnswers.exports.columns.map(({ key }) => key);

/** Where work waits, how long against what is normal, and for whom. */
export function BottlenecksPage({ search }: { search: BottlenecksSearch }) {
  const patch = usePatchSearch();
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const query = useQuery(queryOf(listBottlenecks, { query: { ...search, per_page: ALL } }));
  const banks = useQuery(queryOf(listBankAnswers, { query: { ...search, per_page: ALL } }));
  if (query.error) return <ErrorPage error={query.error} onRetry={() => void query.refetch()} />;
  const rows = query.data?.data;
  return (
    <>
      <PageHeader
        title="Cuellos de botella"
        count={null}
        text="Dónde se detienen las ventas, cuánto llevan contra lo normal y a quién esperan."
        actions={
          <>
            <NativeSelect
              aria-label="Proyecto"
              value={String(search.proyecto_id ?? '')}
              onChange={(event) => patch({ proyecto_id: Number(event.currentTarget.value) || undefined })}
              data={[
                { value: '', label: 'Todos los proyectos' },
                ...projects.map(({ id, text }) => ({ value: String(id), label: text })),
              ]}
            />
            <ExportMenu
              list={listBottlenecks}
              asked={{ query: search }}
              columns={STEP_COLUMNS}
              total={rows?.length ?? 0}
            />
          </>
        }
      />
      {rows ? (
        <Stack gap="md">
          <Worst rows={rows} projectId={search.proyecto_id} />
          {(Object.keys(BOTTLENECK_GROUPS) as BottleneckGroup[]).map((group) => {
            const own = rows.filter((row) => row.group === group);
            return (
              own.length > 0 && (
                <Section
                  key={group}
                  title={BOTTLENECK_GROUPS[group]}
                  text="El peor primero. Días calendario."
                >
                  <StepsTable caption={BOTTLENECK_GROUPS[group]} rows={own} projectId={search.proyecto_id} />
                </Section>
              )
            );
          })}
          <Section
            title="Respuestas de los bancos"
            text="Días hábiles hasta la primera respuesta, en el último año."
            actions={
              <ExportMenu
                list={listBankAnswers}
                asked={{ query: search }}
                columns={BANK_COLUMNS}
                total={banks.data?.data.length ?? 0}
              />
            }
          >
            <BankAnswersTable rows={banks.data?.data ?? []} projectId={search.proyecto_id} />
          </Section>
        </Stack>
      ) : (
        <Skeleton height={480} aria-label="Cargando" />
      )}
    </>
  );
}

interface WorstProps {
  rows: readonly Bottleneck[];
  projectId: number | undefined;
}

/** The worst steps in words; each opens its late ones. */
function Worst({ rows, projectId }: WorstProps) {
  const late = rows.filter((row) => row.late > 0).slice(0, WORST);
  return (
    <Section title="Lo que más detiene">
      {late.length === 0 ? (
        <Text size="sm">Nada pasa de lo normal.</Text>
      ) : (
        <List size="sm" spacing="xs">
          {late.map((row) => (
            <List.Item key={`${row.group} ${row.id}`}>
              <PageLink {...queueOf(row, projectId, true)}>{bottleneckSentence(row)}</PageLink>
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}

/** The same on the page of reports, with the way to all of them. */
export function WorstSection({ projectId }: { projectId: number | undefined }) {
  const query = useQuery(queryOf(listBottlenecks, { query: { proyecto_id: projectId, per_page: ALL } }));
  if (!query.data) return null;
  return (
    <>
      <Worst rows={query.data.data} projectId={projectId} />
      <PageLink to="/oficina/cuellos-de-botella" search={{ proyecto_id: projectId }} size="sm">
        Todos los cuellos de botella
      </PageLink>
    </>
  );
}
