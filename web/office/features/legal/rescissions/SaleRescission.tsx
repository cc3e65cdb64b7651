import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showDay } from '#contract/dates.ts';
import { getRescissionAct } from '#contract/legal/rescissions/endpoints.ts';
import { formatMoney } from '#contract/money.ts';
import { RecordEnvelope } from '#web/office/features/legal/envelopes/RecordEnvelope.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { RescissionDrawer } from './RescissionDrawer.tsx';

/** The rescission of a sale as a legal act: notice, penalty and refund, its document and signatures. Nothing before it is prepared. */
export function SaleRescission({ saleId }: { saleId: number }) {
  const { data } = useQuery(queryOf(getRescissionAct, { params: { id: saleId } }));
  const composing = useDrawer('rescision');
  const act = data?.data;
  if (!act) return null;
  return (
    <Section
      title="Rescisión"
      text={
        act.decided
          ? `La decidió ${act.decided.by}.`
          : 'La prepara una persona y la decide otra. El documento guarda estas cifras.'
      }
      actions={
        act.compose && (
          <ReasonedButton
            size="compact-sm"
            variant="default"
            whyNot={act.compose.disabled}
            onClick={() => composing.open()}
          >
            Guardar el documento
          </ReasonedButton>
        )
      }
    >
      <Stack gap="md">
        <Facts
          rows={[
            ['Motivo', act.reason],
            [
              'La preparó',
              <>
                {act.prepared.by}, <DateText key="at" instant={act.prepared.at} dayOnly />
              </>,
            ],
            ['Aviso de incumplimiento', act.noticed_on ? showDay(act.noticed_on) : 'Falta su fecha'],
            ['Pagado', formatMoney(act.paid_centavos)],
            [
              'Penalidad',
              act.bank_rejected
                ? 'Ninguna: un banco rechazó el crédito'
                : `${formatMoney(act.penalty_centavos)} (${act.penalty_percent}%)`,
            ],
            ['Se devuelve', formatMoney(act.refund_centavos)],
            [
              'Documento',
              <Anchor key="paper" href={act.document_url} target="_blank" rel="noreferrer" underline="always">
                {act.kept ? 'Abrir el documento' : 'Ver el borrador'}
              </Anchor>,
            ],
          ]}
        />
        {act.envelope_id !== null && <RecordEnvelope id={act.envelope_id} />}
      </Stack>
      {composing.opened && act.compose && (
        <RescissionDrawer saleId={saleId} act={act} onClose={composing.close} />
      )}
    </Section>
  );
}
