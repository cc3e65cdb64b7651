import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DOCUMENTS_TO_REVIEW } from '#contract/sales/documents/rules.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { listPapers } from '#contract/sales/documents/endpoints.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ReviewScreen } from '#web/office/ui/ReviewScreen.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { AddPaperDrawer } from './AddPaperDrawer.tsx';
import { PaperReview } from './PaperReview.tsx';
import { SortFiles } from './SortFiles.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

interface PapersTabProps {
  saleId: number;
  sale: SaleRecord;
  /** The open document; `siguiente`: the first one that waits for review. */
  openId: number | 'siguiente' | null;
  onOpen: (id: number | null) => void;
  /** The sale's activity, for the review. */
  activity: ReactNode;
}

/** The checklist of a sale. A row opens its document for review; each decision opens the next pending one. */
export function PapersTab({ saleId, sale, openId, onOpen, activity }: PapersTabProps) {
  const query = useQuery(queryOf(listPapers, { params: { id: saleId } }));
  const mayAdd = useCan('documentos.crear');
  const adding = useDrawer('papel');
  if (query.error)
    return (
      <EmptyState
        title="No se pudieron cargar los documentos"
        text={sentence(query.error)}
        action={<Button onClick={() => void query.refetch()}>Intentar de nuevo</Button>}
      />
    );
  const papers = query.data?.data;
  if (!papers) return <PendingPage />;
  const toReview = papers.filter(({ state }) => DOCUMENTS_TO_REVIEW.some((one) => one === state.id));
  const open = openId === 'siguiente' ? toReview[0] : papers.find(({ id }) => id === openId);
  const waiting = toReview.filter(({ id }) => id !== open?.id);
  return (
    <>
      {open && (
        <ReviewScreen
          title={`${sale.form.nombre} · ${saleName(sale)}`}
          waiting={
            waiting.length === 0
              ? ''
              : waiting.length === 1
                ? 'Espera 1 documento más'
                : `Esperan ${waiting.length} documentos más`
          }
          back="Todos los documentos"
          onClose={() => onOpen(null)}
        >
          <PaperReview
            key={open.id}
            paper={open}
            sale={sale}
            onDecided={() => onOpen(waiting[0]?.id ?? null)}
            activity={activity}
          />
        </ReviewScreen>
      )}
      {mayAdd && <SortFiles papers={papers} />}
      <Section
        title="Documentos"
        actions={
          mayAdd && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => adding.open()}
            >
              Pedir otro documento
            </Button>
          )
        }
      >
        {papers.length === 0 ? (
          <EmptyState
            title="Todavía no hay documentos"
            text="La lista se arma sola cuando se recibe el pre-contrato."
          />
        ) : (
          <ShortTable
            label="Documentos de la venta"
            rows={papers}
            rowId={({ id }) => id}
            columns={[
              {
                title: 'Documento',
                render: (paper) => (
                  <UnstyledButton onClick={() => onOpen(paper.id)}>
                    <Stack gap={0}>
                      <Text size="sm" fw={600} td="underline">
                        {paper.label}
                      </Text>
                      <Text size="xs" c="dimmed">
                        {paper.required ? 'Obligatorio' : 'Adicional'}
                        {paper.versions.length > 1 && ` · ${paper.versions.length} versiones`}
                      </Text>
                    </Stack>
                  </UnstyledButton>
                ),
              },
              {
                title: 'Estado',
                render: ({ state, rejection_reason }) => (
                  <Group gap={6}>
                    <StatePill catalog="document" state={state} />
                    {rejection_reason && (
                      <Text size="xs" c="dimmed">
                        {rejection_reason}
                      </Text>
                    )}
                  </Group>
                ),
              },
              {
                title: 'Cargado',
                render: ({ versions }) => <DateText instant={versions[0]?.uploaded_at ?? null} size="sm" />,
              },
              {
                title: 'Vence',
                render: (paper) => (
                  <div>
                    <DateText day={paper.expires_on} size="sm" />
                    {paper.renew_before && (
                      <Button size="compact-xs" variant="subtle" px={0} onClick={() => onOpen(paper.id)}>
                        Reemplazar
                      </Button>
                    )}
                  </div>
                ),
              },
            ]}
          />
        )}
        {mayAdd && adding.opened && <AddPaperDrawer saleId={saleId} onClose={adding.close} />}
      </Section>
    </>
  );
}
