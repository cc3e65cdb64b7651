import { addPaper, listPaperTypes } from '#contract/sales/documents/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** Requests one more document from the customer. */
export function AddPaperDrawer({ saleId, onClose }: { saleId: number; onClose: () => void }) {
  const types = useOptions(queryOf(listPaperTypes));
  const form = useRecordForm({
    schema: addPaper.body,
    initial: {},
    check: ({ type_id, label }) => ({
      type_id: type_id === null ? 'Elige la clase de documento.' : null,
      label: label?.trim() ? null : 'Escribe cómo se llama, para que el cliente lo entienda.',
    }),
    onChange: (now, before) =>
      now.type_id !== before.type_id && !now.label
        ? { label: types.find(({ id }) => id === now.type_id)?.label ?? null }
        : undefined,
    send: (body, as) => call(addPaper, { params: { id: saleId }, body }, as),
    success: 'Documento agregado a la lista.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Pedir otro documento"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Agregar a la lista"
    >
      <OptionField
        of={form}
        name="type_id"
        label="Clase"
        nothing="Elige una clase"
        options={types.map(({ id, label }) => ({ value: id, label }))}
      />
      <TextField of={form} name="label" label="Nombre del documento" maxLength={80} />
    </FormDrawer>
  );
}
