import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { addPaper, listPaperTypes } from '#contract/sales/documents/endpoints.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** Asks the customer for one more paper. */
export function AddPaperDrawer({ saleId, onClose }: { saleId: number; onClose: () => void }) {
  const types = useOptions(queryOf(listPaperTypes));
  const save = useAction(addPaper, {
    success: 'Papel agregado a la lista.',
    inline: true,
  });
  const form = useForm({
    initialValues: { type_id: '', label: '' },
    validate: {
      type_id: (id: string) => (id ? null : 'Elige la clase de papel.'),
      label: (text: string) =>
        text.trim() ? null : 'Escribe cómo se llama, para que el cliente lo entienda.',
    },
  });
  return (
    <FormDrawer
      title="Pedir otro papel"
      opened
      onClose={onClose}
      form={form}
      onSubmit={({ type_id, label }) =>
        save.mutate(
          { params: { id: saleId }, body: { type_id: Number(type_id), label } },
          { onSuccess: onClose },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Agregar a la lista"
    >
      <NativeSelect
        label="Clase"
        required
        data={[
          { value: '', label: 'Elige una clase' },
          ...types.map(({ id, label }) => ({ value: String(id), label })),
        ]}
        {...form.getInputProps('type_id')}
        onChange={(event) => {
          const id = event.currentTarget.value;
          form.setFieldValue('type_id', id);
          if (!form.values.label)
            form.setFieldValue('label', types.find((one) => String(one.id) === id)?.label ?? '');
        }}
      />
      <TextInput label="Nombre del papel" required maxLength={80} {...form.getInputProps('label')} />
    </FormDrawer>
  );
}
