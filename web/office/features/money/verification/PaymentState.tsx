import { ARREARS_DAYS } from '#contract/money/payments/plan.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';

interface Standing {
  state: { id: number; name: string };
  reversed: boolean;
  covered: boolean;
  days_late: number;
  to_reverse?: boolean;
}

/** A payment's state. A reversal, arrears or cover by another payment's surplus goes before the stored state. */
export function PaymentState({ state, reversed, covered, days_late, to_reverse = false }: Standing) {
  if (to_reverse) return <StatePill tone="negative" label="Por reversar" />;
  if (reversed) return <StatePill tone="neutral" label="Reversado" />;
  if (covered) return <StatePill tone="positive" label="Cubierto" />;
  if (days_late >= ARREARS_DAYS) return <StatePill tone="negative" label={`En mora, ${days_late} días`} />;
  return <StatePill catalog="payment" state={state} />;
}
