import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { draftRefund } from '#contract/refunds/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { PrepareRefund } from './PrepareRefund.tsx';
import { RefundCard } from './RefundCard.tsx';

/** What goes back of an ended sale, on its page. */
export function SaleRefund({ saleId }: { saleId: number }) {
  const [preparing, setPreparing] = useState(false);
  const prepares = useCan('pagos.crear');
  const { data } = useQuery(queryOf(draftRefund, { params: { id: saleId } }));
  const draft = data?.data;
  if (!draft) return null;
  const { refund } = draft;
  // Money that came in after one was paid goes back in another.
  const begins = !refund || draft.whyNot === null;
  return (
    <Section title="Devolución" text="Lo que vuelve al cliente de una venta que terminó.">
      {refund && <RefundCard refund={refund} />}
      {begins && prepares && (
        <ReasonedButton whyNot={draft.whyNot} onClick={() => setPreparing(true)}>
          Preparar devolución
        </ReasonedButton>
      )}
      {!refund && !prepares && (draft.whyNot ?? 'Contabilidad aún no la prepara.')}
      {preparing && <PrepareRefund saleId={saleId} draft={draft} onClose={() => setPreparing(false)} />}
    </Section>
  );
}
