import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { cancelIncrease, confirmIncrease, findIncrease } from '#contract/projects/prices/endpoints.ts';
import { INCREASE_STATES } from '#contract/projects/prices/rules.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { askConfirm, askReason } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { IncreaseRows } from './IncreaseRows.tsx';
import { ruleText } from './Increases.tsx';

interface IncreaseDetailProps {
  id: number;
  onClose: () => void;
  beside: Beside;
}

/** One price increase: its prices, confirmation and cancellation. */
export function IncreaseDetail({ id, onClose, beside }: IncreaseDetailProps) {
  const mayEdit = useCan('proyectos.editar');
  const mayApprove = useCan('proyectos.aprobar');
  const { data, error } = useQuery(queryOf(findIncrease, { params: { id } }));
  const confirm = useAction(confirmIncrease, {
    success: 'Aumento confirmado.',
    inline: true,
  });
  const cancel = useAction(cancelIncrease, {
    success: 'Aumento cancelado.',
    inline: true,
  });
  const confirmIt = async (prices: number) => {
    const sure = await askConfirm({
      title: 'Confirmar el aumento',
      text: `${prices} precios cambian solos a las 00:00 de su día.`,
      confirm: 'Confirmar',
    });
    if (sure) confirm.mutate({ params: { id } });
  };
  const cancelIt = async () => {
    const motivo = await askReason({
      title: 'Cancelar el aumento',
      text: 'Los precios quedan como están.',
      label: 'Motivo',
      required: true,
      confirm: 'Cancelar aumento',
      danger: true,
    });
    if (motivo) cancel.mutate({ params: { id }, body: { motivo } });
  };
  return (
    <RecordDrawer
      of={['aumento', id]}
      title={data?.data.reason ?? 'Aumento'}
      onClose={onClose}
      record={data?.data}
      error={error}
      beside={beside}
    >
      {(one) => (
        <>
          <ErrorTable error={confirm.error ?? cancel.error} />
          <Text size="sm">
            {INCREASE_STATES[one.state]} · {ruleText(one)} desde <DateText day={one.effective_on} />.
            Preparado por {one.by}
            {one.confirmed_by && `, confirmado por ${one.confirmed_by}`}
            {one.cancelled_by && `, cancelado por ${one.cancelled_by}: ${one.cancel_reason ?? ''}`}.
          </Text>
          <Group gap="xs">
            {one.state === 'prepared' && (mayEdit || mayApprove) && (
              <ReasonedButton
                loading={confirm.isPending}
                whyNot={
                  one.why_not_confirm ??
                  (mayApprove ? null : 'Lo confirma quien puede aprobar en Proyectos: prepararlo no basta.')
                }
                onClick={() => void confirmIt(one.prices)}
              >
                Confirmar
              </ReasonedButton>
            )}
            {(one.state === 'prepared' || one.state === 'confirmed') && (mayEdit || mayApprove) && (
              <ReasonedButton
                variant="default"
                loading={cancel.isPending}
                whyNot={
                  one.why_not_cancel ??
                  (one.state === 'confirmed' && !mayApprove
                    ? 'Uno confirmado lo cancela quien puede confirmar.'
                    : null)
                }
                onClick={() => void cancelIt()}
              >
                Cancelar aumento
              </ReasonedButton>
            )}
          </Group>
          <IncreaseRows rows={one.rows} />
          <RecordTalk reference="aumento" id={id} />
        </>
      )}
    </RecordDrawer>
  );
}
