import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { assignProspects } from '#contract/sales/prospects/endpoints.ts';
import type { ProspectRow } from '#contract/sales/prospects/model.ts';
import { listSaleStaff } from '#contract/sales/sale/endpoints.ts';
import type { BulkOutcome } from '#web/office/lib/bulk.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface AssignProspectsProps {
  rows: readonly Pick<ProspectRow, 'id' | 'person'>[];
  /** What became of each; null: given up. */
  onDone: (outcomes: readonly BulkOutcome[] | null) => void;
}

/** Passes prospects to an adviser, who is told once. */
export function AssignProspects({ rows, onDone }: AssignProspectsProps) {
  const staff = useOptions(queryOf(listSaleStaff));
  const pass = useAction(assignProspects, {
    success: ({ success }) => success,
    inline: true,
  });
  const form = useForm({
    initialValues: { asesor_id: '' },
    validate: { asesor_id: (id) => (id ? null : 'Elige quién sigue con ellos.') },
  });
  return (
    <FormDrawer
      title={rows.length === 1 ? 'Pasar 1 prospecto' : `Pasar ${rows.length} prospectos`}
      opened
      onClose={() => onDone(null)}
      form={form}
      onSubmit={({ asesor_id }) =>
        pass.mutate(
          { body: { ids: rows.map(({ id }) => id), asesor_id: Number(asesor_id) } },
          {
            onSuccess: ({ data }) =>
              onDone(
                rows.map(({ id, person }) => ({
                  name: person.name,
                  error: data.passed.includes(id) ? null : 'Ya era de esa persona, o ya terminó.',
                })),
              ),
          },
        )
      }
      loading={pass.isPending}
      submitError={pass.error}
      submitLabel="Pasar"
    >
      <NativeSelect
        label="Asesor"
        required
        data={[
          { value: '', label: 'Elige una persona' },
          ...staff
            .filter((one) => one.adviser)
            .map(({ id, name, away }) => ({
              value: String(id),
              label: away ? `${name} · ausente` : name,
              disabled: away,
            })),
        ]}
        {...form.getInputProps('asesor_id')}
      />
    </FormDrawer>
  );
}
