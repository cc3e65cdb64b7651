import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { draftRefund } from '#contract/money/refunds/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { PrepareRefund } from './PrepareRefund.tsx';
import { RefundCard } from './RefundCard.tsx';

/**
 * The refund of an ended sale, on its page. `asked`: the user came for the refund, so open a new one or show the
 * current one.
 */
export function SaleRefund({
  saleId,
  asked,
  onDone,
}: {
  saleId: number;
  asked: boolean;
  onDone: () => void;
}) {
  const [pressed, setPreparing] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const prepares = useCan('pagos.editar');
  const { data } = useQuery(queryOf(draftRefund, { params: { id: saleId } }));
  const draft = data?.data;
  const there = draft !== undefined;
  useEffect(() => {
    if (!asked || !there) return;
    place.current?.scrollIntoView({ block: 'center' });
    place.current?.focus();
  }, [asked, there]);
  if (!draft) return null;
  const { refund } = draft;
  // Money that arrives after a refund was paid needs another refund.
  const begins = !refund || draft.whyNot === null;
  const preparing = pressed || (asked && begins && prepares && draft.whyNot === null);
  const close = () => {
    setPreparing(false);
    onDone();
  };
  return (
    <div ref={place} tabIndex={-1}>
      <Section title="Devolución" text="Lo que vuelve al cliente de una venta que terminó.">
        {refund && <RefundCard refund={refund} />}
        {begins && prepares && (
          <ReasonedButton whyNot={draft.whyNot} onClick={() => setPreparing(true)}>
            Preparar devolución
          </ReasonedButton>
        )}
        {!refund && !prepares && (draft.whyNot ?? 'Contabilidad aún no la prepara.')}
        {preparing && <PrepareRefund saleId={saleId} draft={draft} onClose={close} />}
      </Section>
    </div>
  );
}
