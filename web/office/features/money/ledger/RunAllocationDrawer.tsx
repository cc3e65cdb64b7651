import { useNavigate } from '@tanstack/react-router';
import { runAllocation, type Allocation } from '#contract/money/ledger/allocations.ts';
import { call } from '#web/office/lib/call.ts';
import { NumberField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface RunAllocationDrawerProps {
  allocation: Pick<Allocation, 'id' | 'account' | 'project'>;
  /** 202611 */
  period: number;
  onClose: () => void;
}

/** Prepares the voucher of a month; another person approves it. */
export function RunAllocationDrawer({ allocation, period, onClose }: RunAllocationDrawerProps) {
  const navigate = useNavigate();
  const form = useRecordForm({
    schema: runAllocation.body,
    initial: { period },
    send: (body, as) => call(runAllocation, { params: { id: allocation.id }, body }, as),
    success: 'Comprobante de reparto preparado.',
    onDone: (answer) => {
      onClose();
      void navigate({ to: '/oficina/comprobantes/$id', params: { id: answer.data.id } });
    },
  });
  return (
    <FormDrawer
      title={`Repartir ${allocation.account.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Preparar reparto"
    >
      <NumberField
        of={form}
        name="period"
        label="Mes"
        description="Año y mes, por ejemplo 202611. Reparte el saldo al fin del mes entre las viviendas."
        min={200_001}
        max={210_012}
      />
    </FormDrawer>
  );
}
