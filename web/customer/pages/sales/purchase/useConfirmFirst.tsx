import { Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { CONFIRM_FIRST, type ToConfirm } from '#contract/sales/claims/claims.ts';
import type { ErrorAnswer } from '#contract/errors.ts';
import { CodeWindow } from '#web/customer/components/CodeWindow.tsx';

/**
 * For a lot that is refused until its buyer is confirmed: the code is asked for over the page, everything typed stays, and what was
 * asked for is tried again. `asked` says whether that refusal came; `window` stands in the page.
 */
export function useConfirmFirst(again: () => void) {
  const [refusal, setRefusal] = useState<{ saleId: number; why: string } | null>(null);
  return {
    asked(error: ErrorAnswer, saleId?: number): boolean {
      if (error.code !== CONFIRM_FIRST) return false;
      const begun = saleId ?? (error.current as ToConfirm | undefined)?.precontrato_id;
      if (begun === undefined) return false;
      setRefusal({ saleId: begun, why: error.message });
      return true;
    },
    window:
      refusal &&
      // Outside the form that it is about: one form does not stand in another.
      createPortal(
        <Suspense>
          <CodeWindow
            saleId={refusal.saleId}
            open
            why={refusal.why}
            onDone={() => {
              setRefusal(null);
              again();
            }}
            onHide={() => setRefusal(null)}
          />
        </Suspense>,
        document.body,
      ),
  };
}
