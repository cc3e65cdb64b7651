import { useQuery } from '@tanstack/react-query';
import { createRelease, listReleasableLots } from '#contract/money/interimLoans/endpoints.ts';
import { ReleaseForm, type Loan } from '#contract/money/interimLoans/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, MoneyField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface ReleaseDrawerProps {
  loan: Pick<Loan, 'id'>;
  onClose: () => void;
}

/** Prepares the release of a house by hand, as of one that is paid in cash. */
export function ReleaseDrawer({ loan, onClose }: ReleaseDrawerProps) {
  const today = useToday();
  const lots = useQuery(queryOf(listReleasableLots, { params: { id: loan.id } })).data?.data.lots ?? [];
  const form = useRecordForm({
    schema: ReleaseForm,
    initial: { due_on: today },
    send: (body, as) => call(createRelease, { params: { id: loan.id }, body }, as),
    success: 'Liberación por pagar.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Preparar liberación"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Preparar liberación"
    >
      <OptionField
        of={form}
        name="lot_id"
        label="Vivienda"
        nothing="Elige la vivienda"
        options={lots.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <MoneyField
        of={form}
        name="cents"
        label="Monto"
        description="Vacío: el precio de liberación del préstamo."
      />
      <DayField of={form} name="due_on" label="Se paga hasta el" />
      <LongTextField of={form} name="reason" label="Por qué" maxLength={300} />
    </FormDrawer>
  );
}
