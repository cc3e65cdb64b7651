import { BookForm, changeBook, type Book } from '#contract/money/ledger/books.ts';
import { call } from '#web/office/lib/call.ts';
import { DayField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface BookDrawerProps {
  book: Pick<Book, 'id' | 'name' | 'opens_on'>;
  onClose: () => void;
}

/** The first day of a company's books: what happened before is in its opening balances. */
export function BookDrawer({ book, onClose }: BookDrawerProps) {
  const form = useRecordForm({
    schema: BookForm,
    initial: { opens_on: book.opens_on },
    send: (body, as) => call(changeBook, { params: { id: book.id }, body }, as),
    success: 'Primer día guardado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Primer día de los libros de ${book.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar"
    >
      <DayField
        of={form}
        name="opens_on"
        label="Primer día"
        description="Lo que pasó antes está en los saldos de apertura. Vacío: desde el primer registro."
      />
    </FormDrawer>
  );
}
