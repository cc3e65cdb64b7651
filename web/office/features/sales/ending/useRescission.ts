import { dropRescission, prepareRescission } from '#contract/sales/ending/rescission.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { useAction } from '#web/office/lib/query.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import type { RecordAction } from '#web/office/ui/RecordPage.tsx';

/** Prepares a rescission, which another user decides, or withdraws it. */
export function useRescission(sale: SaleRecord | undefined): RecordAction[] {
  const prepare = useAction(prepareRescission, {
    success: 'Rescisión preparada. Falta que otra persona la decida.',
  });
  const drop = useAction(dropRescission, { success: 'Rescisión retirada.' });
  if (!sale) return [];
  const { id } = sale;
  const ask = async () => {
    const motivo = await askReason({
      title: 'Preparar la rescisión',
      text: 'La decide otra persona de Legal o Gerencia, que recibe un aviso. La venta sigue igual hasta entonces.',
      label: 'Motivo',
      required: true,
      confirm: 'Preparar',
    });
    if (motivo) prepare.mutate({ params: { id }, body: { motivo, version: sale.version } });
  };
  const { prepare_rescission: first, drop_rescission: back } = sale.actions;
  return [
    ...(first
      ? [
          {
            key: 'rescission',
            label: 'Preparar rescisión',
            whyNot: first.disabled,
            loading: prepare.isPending,
            onRun: () => void ask(),
          },
        ]
      : []),
    ...(back
      ? [
          {
            key: 'rescission-back',
            label: 'Retirar la rescisión preparada',
            whyNot: back.disabled,
            loading: drop.isPending,
            onRun: () => drop.mutate({ params: { id } }),
          },
        ]
      : []),
  ];
}
