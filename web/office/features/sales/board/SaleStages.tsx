import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { saleStages } from '#contract/sales/board/boardEndpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { Section } from '#web/office/ui/Section.tsx';
import { StageCell } from './StageCell.tsx';
import { StageDrawer } from './StageDrawer.tsx';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** A sale's twelve stages on its page: the board's cells, with the same drawer. */
export function SaleStages({ saleId }: { saleId: number }) {
  const { data } = useQuery(queryOf(saleStages, { params: { id: saleId } }));
  const drawer = useDrawer('etapa');
  const cards = data?.data ?? [];
  return (
    <Section title="Etapas" text="Toca una etapa para ver qué le falta y qué pasó.">
      {data && cards.length === 0 && (
        <Text size="sm" c="dimmed">
          Empiezan cuando se recibe el pre-contrato.
        </Text>
      )}
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="xs">
        {cards.map((card) => (
          <Stack key={card.stage} gap={2}>
            <Text size="xs" c="dimmed">
              {card.stage}. {card.name}
            </Text>
            <StageCell
              look="words"
              cell={{ ...card, state_id: card.state.id }}
              onOpen={() => drawer.open(card.stage)}
            />
          </Stack>
        ))}
      </SimpleGrid>
      {drawer.id !== null && (
        <StageDrawer
          saleId={saleId}
          stage={drawer.id}
          name={null}
          onStage={drawer.open}
          onClose={drawer.close}
        />
      )}
    </Section>
  );
}
