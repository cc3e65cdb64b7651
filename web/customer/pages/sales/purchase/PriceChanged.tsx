import { Money } from '#web/customer/components/Money.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';

/** A draft follows the current price until it is sent; this notice shows the change. `from` and `to` in centavos. */
export function PriceChanged({ from, to }: { from: number; to: number }) {
  return (
    <Notice tone="attention">
      El precio cambió desde que empezaste: era <Money cents={from} /> y ahora es <Money cents={to} />. Queda
      fijo cuando envías tu pre-contrato.
    </Notice>
  );
}
