import { Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { CONFIRM_FIRST, type ToConfirm } from '#contract/sales/claims/claims.ts';
import type { ErrorAnswer } from '#contract/errors.ts';
import { CodeWindow } from '#web/customer/components/CodeWindow.tsx';

/**
 * Some lots are refused until the buyer confirms a one-time code. Asks for the code in a dialog, keeps the input and
 * repeats the action (`again`). `asked` returns true for that refusal; render `window` in the page.
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
      // In a portal: HTML does not allow a form inside a form.
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
