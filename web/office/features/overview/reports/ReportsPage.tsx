import { Button, NativeSelect, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import {
  listConversion,
  listMonths,
  listPipeline,
  managementBoard,
  refreshBoard,
} from '#contract/overview/reports/endpoints.ts';
import type { ManagementBoard } from '#contract/overview/reports/model.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { showDay } from '#web/office/lib/format.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { useCan } from '#web/office/lib/session.ts';
import { ErrorPage } from '#web/office/ui/ErrorPage.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ExportMenu } from '#web/office/ui/table/ExportMenu.tsx';
import { BanksTable, ConversionTable, ExpectedTable, ForecastTable, StagesTable } from './BoardTables.tsx';
import { AnswersSection } from './AnswersSection.tsx';
import { WorstSection } from './BottlenecksPage.tsx';
import { MonthsChart } from './MonthsChart.tsx';
import { Pipeline } from './Pipeline.tsx';
import { WorksSections } from './WorksSections.tsx';
import { TargetsDrawer, TargetsSection } from './Targets.tsx';
import type { ReportsSearch } from './reportsSearch.ts';

const AGAIN_MS = 1500;
const CONVERSION = ['nombre', 'recibidas', 'promesas', 'perdidas', 'conversion'];
const waits = (board: ManagementBoard | null, askedAt: string) =>
  board === null || board.computed_at < askedAt;

/** The management board: sales, delays and money. */
export function ReportsPage({ search: { metas, mes, ...search } }: { search: ReportsSearch }) {
  const patch = usePatchSearch();
  const today = useToday();
  const maySet = useCan('reportes.crear');
  // Whoever sees one project's reports has no company to set targets for.
  const wide = useCan('ventas.ver');
  // When the user asked to recompute. The page polls until the figures are newer.
  const [askedAt, setAskedAt] = useState('');
  const query = useQuery({
    ...queryOf(managementBoard, { query: search }),
    refetchInterval: ({ state }) => state.data && waits(state.data.data, askedAt) && AGAIN_MS,
  });
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const refresh = useAction(refreshBoard);
  if (query.error) return <ErrorPage error={query.error} onRetry={() => void query.refetch()} />;
  const board = query.data?.data;
  const waiting = board !== undefined && waits(board, askedAt);
  const projectId = board?.project?.id;
  const calculate = () =>
    refresh.mutate(
      { body: search },
      {
        onSuccess: ({ data }) => {
          setAskedAt(data.asked_at);
          void query.refetch();
        },
      },
    );
  return (
    <>
      <PageHeader
        title="Reportes"
        count={null}
        text="Embudo, demoras, bancos y dinero que se espera."
        actions={
          <>
            <NativeSelect
              aria-label="Proyecto"
              value={String(board?.project?.id ?? search.proyecto_id ?? '')}
              onChange={(event) => patch({ proyecto_id: Number(event.currentTarget.value) || undefined })}
              data={[
                { value: '', label: 'Toda la empresa' },
                ...projects.map(({ id, text }) => ({ value: String(id), label: text })),
              ]}
            />
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={refresh.isPending || waiting}
              onClick={calculate}
            >
              Calcular ahora
            </Button>
          </>
        }
      />
      {board === null && (
        <output>
          <Text c="dimmed">Las cifras se están calculando. Aparecen aquí en cuanto estén.</Text>
        </output>
      )}
      {!board && <Skeleton height={480} aria-label="Cargando" />}
      {board && (
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            Cifras del <DateText instant={board.computed_at} />.
          </Text>
          <Section
            title="Embudo de ventas"
            text="Cuántas ventas hay hoy en cada estado, y lo que valen."
            actions={
              <ExportMenu
                list={listPipeline}
                asked={{ query: search }}
                columns={['grupo', 'estado', 'ventas', 'valor']}
                total={board.pipeline.length}
              />
            }
          >
            <Pipeline rows={board.pipeline} projectId={projectId} />
          </Section>
          <Section
            title="Mes a mes"
            text="Lo que llegó a cada paso en cada mes. La conversión es de las ventas recibidas en él: cuántas ya firmaron promesa."
            actions={
              <ExportMenu
                list={listMonths}
                asked={{ query: search }}
                columns={[
                  'mes',
                  'recibidas',
                  'conversion',
                  'completas',
                  'cartas',
                  'promesas',
                  'entregas',
                  'perdidas',
                  'cobrado',
                ]}
                total={board.months.length}
              />
            }
          >
            <MonthsChart months={board.months} />
          </Section>
          {wide && projectId === undefined && (
            <TargetsSection onEdit={maySet ? () => patch({ metas: true }) : null} />
          )}
          <Section
            title="Dónde están las ventas"
            text={`Las ${board.in_progress.toLocaleString('es-PA')} ventas en curso por su primera etapa abierta, y las etapas que pasaron su fecha.`}
          >
            <StagesTable rows={board.stages} late={board.late} projectId={projectId} />
          </Section>
          <WorstSection projectId={projectId} />
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
            <Section title="Dinero que se espera" text="Cuotas que vencen y cartas promesa, por mes.">
              <ExpectedTable rows={board.expected} overdue={board.overdue_centavos} today={today} />
            </Section>
            <Section
              title="Escrituras que se esperan"
              text="Según la etapa de cada venta, los días normales de las que le faltan y el final de su plan de abonos. No cuenta las que rechazaron los bancos."
            >
              <ForecastTable rows={board.forecast} />
            </Section>
          </SimpleGrid>
          {board.conversion.advisers.length > 0 && (
            <Section
              title="Conversión por asesor"
              text={`De lo recibido desde el ${showDay(board.conversion.from)}.`}
              actions={
                <ExportMenu
                  list={listConversion}
                  asked={{ query: { ...search, por: 'asesor' } }}
                  columns={CONVERSION}
                  total={board.conversion.advisers.length}
                />
              }
            >
              <ConversionTable
                caption="Conversión por asesor"
                title="Asesor"
                rows={board.conversion.advisers}
                all={board.conversion.all}
                linkOf={({ id }) =>
                  linkOptions({
                    to: '/oficina/ventas',
                    search: {
                      asesor_id: id ?? 0,
                      recibida_desde: board.conversion.from,
                      proyecto_id: projectId,
                    },
                  })
                }
              />
            </Section>
          )}
          {board.conversion.origins.length > 0 && (
            <Section
              title="Conversión por origen"
              text={`De lo recibido desde el ${showDay(board.conversion.from)}.`}
              actions={
                <ExportMenu
                  list={listConversion}
                  asked={{ query: { ...search, por: 'origen' } }}
                  columns={CONVERSION}
                  total={board.conversion.origins.length}
                />
              }
            >
              <ConversionTable
                caption="Conversión por origen"
                title="Origen"
                rows={board.conversion.origins}
                all={board.conversion.all}
              />
            </Section>
          )}
          {board.answers && (
            <AnswersSection
              answers={board.answers}
              search={{ ...search, mes }}
              onMonth={(to) => patch({ mes: to })}
            />
          )}
          <Section title="Bancos" text="Solicitudes del último año y lo que tardan en responder.">
            <BanksTable rows={board.banks} />
          </Section>
        </Stack>
      )}
      {metas && maySet && <TargetsDrawer onClose={() => patch({ metas: undefined })} />}
      <WorksSections projectId={projectId ?? search.proyecto_id} />
    </>
  );
}
