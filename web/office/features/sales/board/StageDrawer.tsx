import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { saleStages } from '#contract/sales/board/boardEndpoints.ts';
import { STAGES } from '#contract/sales/board/cards.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { RecordDrawer } from '#web/office/ui/RecordDrawer.tsx';
import { StageDetail } from './StageDetail.tsx';

interface StageDrawerProps {
  saleId: number;
  stage: number;
  /** The customer's name, if known. */
  name: string | null;
  onStage: (stage: number) => void;
  onClose: () => void;
}

/** The drawer of a stage, with buttons for the previous and next stage. */
export function StageDrawer({ saleId, stage, name, onStage, onClose }: StageDrawerProps) {
  const { data, error } = useQuery(queryOf(saleStages, { params: { id: saleId } }));
  return (
    <RecordDrawer
      title={`${stage}. ${STAGES[stage - 1] ?? ''}${name ? ` · ${name}` : ''}`}
      onClose={onClose}
      record={data?.data}
      error={error}
    >
      {(cards) => {
        const card = cards.find((one) => one.stage === stage);
        return (
          <>
            <Group gap="xs">
              <Button
                size="compact-sm"
                variant="default"
                disabled={stage === 1}
                onClick={() => onStage(stage - 1)}
              >
                Etapa anterior
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                disabled={stage === STAGES.length}
                onClick={() => onStage(stage + 1)}
              >
                Etapa siguiente
              </Button>
              <PageLink to="/oficina/ventas/$id" params={{ id: saleId }}>
                Abrir la venta
              </PageLink>
            </Group>
            {card ? (
              <StageDetail saleId={saleId} card={card} />
            ) : (
              <Text>Las etapas empiezan cuando se recibe el pre-contrato.</Text>
            )}
          </>
        );
      }}
    </RecordDrawer>
  );
}
