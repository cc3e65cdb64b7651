import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useForm } from '@mantine/form';
import { kinships } from '#contract/company/catalogs/peopleLists.ts';
import { linkPeople } from '#contract/sales/coincidences/endpoints.ts';
import { LINKS, type Coincidence } from '#contract/sales/coincidences/model.ts';
import { useAction } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface LinkDrawerProps {
  pair: Coincidence;
  onClose: () => void;
}

/** They are two, and go together: one pays with the other, or they are family. */
export function LinkDrawer({ pair, onClose }: LinkDrawerProps) {
  const save = useAction(linkPeople, { success: 'Personas vinculadas.', inline: true });
  const form = useForm({
    initialValues: { vinculo: 'familiar' as keyof typeof LINKS, parentesco_id: '' },
    validate: {
      parentesco_id: (id, { vinculo }) =>
        vinculo === 'codeudor' || id ? null : 'Elige el parentesco de la lista.',
    },
  });
  const { values } = form;
  return (
    <FormDrawer
      title="Vincular"
      opened
      onClose={onClose}
      form={form}
      onSubmit={({ vinculo, parentesco_id }) =>
        save.mutate(
          {
            params: { id: pair.id },
            body: {
              vinculo,
              parentesco_id: vinculo === 'familiar' ? Number(parentesco_id) : null,
              version: pair.version,
            },
          },
          { onSuccess: onClose },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Vincular"
    >
      <SegmentedControl
        aria-label="Qué son"
        value={values.vinculo}
        onChange={(vinculo) => form.setFieldValue('vinculo', vinculo as keyof typeof LINKS)}
        data={Object.entries(LINKS).map(([value, label]) => ({ value, label }))}
      />
      {values.vinculo === 'familiar' && (
        <NativeSelect
          label={`${pair.right.nombre} es, de ${pair.left.nombre}`}
          required
          data={[
            { value: '', label: 'Elige el parentesco' },
            ...kinships.rows.map(([id, label]) => ({ value: String(id), label })),
          ]}
          {...form.getInputProps('parentesco_id')}
        />
      )}
    </FormDrawer>
  );
}
