import { Button, Group, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { listPapers } from '#contract/sales/documents/endpoints.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { AddPaperDrawer } from './AddPaperDrawer.tsx';
import { PaperReview } from './PaperReview.tsx';

interface PapersTabProps {
  saleId: number;
  sale: SaleRecord;
  /** The paper that is open beside its data. */
  openId: number | null;
  onOpen: (id: number | null) => void;
  invalidates: readonly EndpointSpec[];
}

/** The checklist of a sale; a row opens its paper for review, and each decision leads to the next one that waits. */
export function PapersTab({ saleId, sale, openId, onOpen, invalidates }: PapersTabProps) {
  const query = useQuery(queryOf(listPapers, { params: { id: saleId } }));
  const mayAdd = useCan('documentos.crear');
  const [adding, setAdding] = useState(false);
  if (query.error)
    return (
      <EmptyState
        title="No se pudieron cargar los papeles"
        text={sentence(query.error)}
        action={<Button onClick={() => void query.refetch()}>Intentar de nuevo</Button>}
      />
    );
  const papers = query.data?.data;
  if (!papers) return <PendingPage />;
  const open = papers.find(({ id }) => id === openId);
  if (open) {
    const waiting = papers.filter(
      ({ id, state }) => id !== open.id && (state.id === DOCUMENT.uploaded || state.id === DOCUMENT.inReview),
    );
    return (
      <PaperReview
        key={open.id}
        paper={open}
        sale={sale}
        onClose={() => onOpen(null)}
        onDecided={() => onOpen(waiting[0]?.id ?? null)}
        waiting={waiting.length}
        invalidates={invalidates}
      />
    );
  }
  return (
    <Section
      title="Papeles"
      actions={
        mayAdd && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Pedir otro papel
          </Button>
        )
      }
    >
      {papers.length === 0 ? (
        <EmptyState
          title="Todavía no hay papeles"
          text="La lista se arma sola cuando se recibe el pre-contrato."
        />
      ) : (
        <Table.ScrollContainer minWidth={520}>
          <Table highlightOnHover verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Papel</Table.Th>
                <Table.Th>Estado</Table.Th>
                <Table.Th>Cargado</Table.Th>
                <Table.Th>Vence</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {papers.map((paper) => (
                <Table.Tr key={paper.id}>
                  <Table.Td>
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
                  </Table.Td>
                  <Table.Td>
                    <Group gap={6}>
                      <StatePill catalog="document" state={paper.state} />
                      {paper.rejection_reason && (
                        <Text size="xs" c="dimmed">
                          {paper.rejection_reason}
                        </Text>
                      )}
                    </Group>
                  </Table.Td>
                  <Table.Td>
                    <DateText instant={paper.versions[0]?.uploaded_at ?? null} size="sm" />
                  </Table.Td>
                  <Table.Td>
                    <DateText day={paper.expires_on} size="sm" />
                    {paper.renew_before && (
                      <Button size="compact-xs" variant="subtle" px={0} onClick={() => onOpen(paper.id)}>
                        Reemplazar
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {adding && <AddPaperDrawer saleId={saleId} onClose={() => setAdding(false)} />}
    </Section>
  );
}
