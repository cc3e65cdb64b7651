import { useState } from 'react';
import { LOT_TAKEN } from '#contract/sales/claims/claims.ts';
import type { PageProps } from '#contract/page.ts';
import type { renewLot } from '#contract/sales/purchase/endpoints.ts';
import type { myPurchasePage } from '#contract/overview/myPurchase/pages.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { usePost } from '#web/customer/lib/usePost.ts';
import { canChoose, LotChooser } from '#web/customer/pages/sales/purchase/LotChooser.tsx';
import { useConfirmFirst } from '#web/customer/pages/sales/purchase/useConfirmFirst.tsx';

type Renewal = NonNullable<PageProps<typeof myPurchasePage>['data']['renewal']>;

/** After the claim expired: claims the lot again, or another lot if it is taken. */
export function RenewLot({ saleId, renewal }: { saleId: number; renewal: Renewal }) {
  const { busy, error, setBusy, send } = usePost<typeof renewLot>();
  const [taken, setTaken] = useState<readonly number[]>([]);
  const [wanted, setWanted] = useState(renewal.lotId);
  const confirming = useConfirmFirst(() => void ask());
  const lots = renewal.lots.map((lot) => (taken.includes(lot.id) ? { ...lot, free: false } : lot));
  const had = lots.find(({ id }) => id === renewal.lotId);
  const mayAskAgain = had !== undefined && canChoose(had);

  async function ask() {
    const outcome = await send(
      `/clientes/mi-compra/${saleId}/lote`,
      wanted === null ? {} : { lote_id: wanted },
    );
    if (outcome.ok) return location.assign(outcome.answer.redirect);
    setBusy(false);
    if (confirming.asked(outcome.error, saleId)) return;
    if (outcome.error.code !== LOT_TAKEN || wanted === null) return;
    setTaken((before) => [...before, wanted]);
    setWanted(null);
  }

  return (
    <div id="lote">
      {!mayAskAgain && (
        <LotChooser
          label="Elige otro lote"
          lots={lots}
          chosenId={wanted}
          onChoose={setWanted}
          error={error?.message || 'Tu lote ya es de otra persona.'}
        />
      )}
      <Button
        wide
        busy={busy}
        disabled={!mayAskAgain && (wanted === null || wanted === renewal.lotId)}
        onClick={() => void ask()}
      >
        {mayAskAgain ? 'Revisar si sigue libre' : 'Apartar este lote'}
      </Button>
      {confirming.window}
    </div>
  );
}
