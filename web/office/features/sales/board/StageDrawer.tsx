import { Alert, Button, Drawer, Group, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { saleStages } from '#contract/sales/board/boardEndpoints.ts';
import { STAGES } from '#contract/sales/board/cards.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
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
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title={`${stage}. ${STAGES[stage - 1] ?? ''}${name ? ` · ${name}` : ''}`}
      closeButtonProps={{ 'aria-label': 'Cerrar' }}
    >
      <Group gap="xs" mb="md">
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
      {query.error ? (
        <Alert color="red" variant="light" role="alert">
          {sentence(query.error)}
        </Alert>
      ) : card ? (
        <StageDetail saleId={saleId} card={card} />
      ) : query.data ? (
        'Las etapas empiezan cuando se recibe el pre-contrato.'
      ) : (
        <Loader aria-label="Cargando" />
      )}
    </Drawer>
  );
}
