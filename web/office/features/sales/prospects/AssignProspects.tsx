import { assignProspects } from '#contract/sales/prospects/endpoints.ts';
import type { ProspectRow } from '#contract/sales/prospects/model.ts';
import { listSaleStaff } from '#contract/sales/sale/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import type { BulkForm } from '#web/office/ui/table/useBulkForm.ts';

/** Assigns prospects to an adviser, who gets one notification. */
export function AssignProspects({ rows, onDone }: BulkForm<Pick<ProspectRow, 'id' | 'person'>>) {
  const staff = useOptions(queryOf(listSaleStaff));
  const form = useRecordForm({
    schema: assignProspects.body,
    initial: { ids: rows.map(({ id }) => id) },
    check: ({ asesor_id }) => ({ asesor_id: asesor_id === null ? 'Elige quién sigue con ellos.' : null }),
    send: (body, as) => call(assignProspects, { body }, as),
    success: ({ success }) => success,
    onDone: ({ data }) =>
      onDone(
        rows.map(({ id, person }) => ({
          name: person.name,
          error: data.passed.includes(id) ? null : 'Ya era de esa persona, o ya terminó.',
        })),
      ),
  });
  return (
    <FormDrawer
      title={`Asignar asesor · ${rows.length === 1 ? '1 prospecto' : `${rows.length} prospectos`}`}
      opened
      onClose={() => onDone(null)}
      {...form.frame}
      submitLabel="Asignar"
    >
      <OptionField
        of={form}
        name="asesor_id"
        label="Asesor"
        nothing="Elige una persona"
        options={staff
          .filter((one) => one.adviser)
          .map(({ id, name, away }) => ({
            value: id,
            label: away ? `${name} · ausente` : name,
            disabled: away,
          }))}
      />
    </FormDrawer>
  );
}
