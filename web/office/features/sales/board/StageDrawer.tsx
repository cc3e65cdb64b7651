import { Button, Group } from '@mantine/core';
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
  /** Whose sale, where it is known. */
  name: string | null;
  onStage: (stage: number) => void;
  onClose: () => void;
}

/** The card of a stage, with the one before and after it one press away. */
export function StageDrawer({ saleId, stage, name, onStage, onClose }: StageDrawerProps) {
  const query = useQuery(queryOf(saleStages, { params: { id: saleId } }));
  const card = query.data?.data.find((one) => one.stage === stage);
  return (
    <RecordDrawer
      title={`${stage}. ${STAGES[stage - 1] ?? ''}${name ? ` · ${name}` : ''}`}
      onClose={onClose}
      record={query.data}
      error={query.error}
    >
      <Group gap="xs">
        <Button size="compact-sm" variant="default" disabled={stage === 1} onClick={() => onStage(stage - 1)}>
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
        'Las etapas empiezan cuando se recibe el pre-contrato.'
      )}
    </RecordDrawer>
  );
}
