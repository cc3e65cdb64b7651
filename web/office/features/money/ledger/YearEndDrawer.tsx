import { useNavigate } from '@tanstack/react-router';
import { draftYearEnd } from '#contract/money/ledger/vouchers.ts';
import { call } from '#web/office/lib/call.ts';
import { NumberField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { useBooks } from './useBooks.ts';

interface YearEndDrawerProps {
  bookId: number;
  year: number;
  onClose: () => void;
}

/** Prepares the voucher that closes a year; another person approves it. */
export function YearEndDrawer({ bookId, year, onClose }: YearEndDrawerProps) {
  const books = useBooks();
  const navigate = useNavigate();
  const form = useRecordForm({
    schema: draftYearEnd.body,
    initial: { book_id: bookId, year },
    send: (body, as) => call(draftYearEnd, { body }, as),
    success: 'Comprobante de cierre preparado.',
    onDone: (answer) => {
      onClose();
      void navigate({ to: '/oficina/comprobantes/$id', params: { id: answer.data.id } });
    },
  });
  return (
    <FormDrawer title="Cerrar el año" opened onClose={onClose} {...form.frame} submitLabel="Preparar cierre">
      <OptionField of={form} name="book_id" label="Empresa" options={books} />
      <NumberField
        of={form}
        name="year"
        label="Año"
        description="Los ingresos, costos y gastos del año pasan a la utilidad del ejercicio."
        min={2000}
        max={2100}
      />
    </FormDrawer>
  );
}
