import { Alert } from '@mantine/core';
import { addCost, reviseCost } from '#contract/projects/interest/endpoints.ts';
import { COST_BASES, CostForm, PAYERS, type CostRow } from '#contract/projects/interest/model.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { MoneyField, NumberField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { SourceFields, ValidityFields } from './VersionFields.tsx';
import { nextFrom, REPLACED } from './versionForm.ts';

const choices = (list: Readonly<Record<string, string>>) =>
  Object.entries(list).map(([value, label]) => ({ value, label }));

/** Creates a closing cost, or a new version of one from a day on. */
export function CostDrawer({ cost, onClose }: { cost: CostRow | null; onClose: () => void }) {
  const today = useToday();
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const kept = cost?.standing === 'reemplazada';
  const form = useRecordForm({
    schema: CostForm,
    initial: cost
      ? { ...cost, valid_from: nextFrom(cost, today) }
      : { basis: 'fijo', payer: 'comprador', sure: false },
    send: (typed, as) => {
      const body = typed.basis === 'fijo' ? { ...typed, percent: null } : { ...typed, amount_centavos: null };
      return cost ? call(reviseCost, { params: { id: cost.id }, body }, as) : call(addCost, { body }, as);
    },
    success: cost ? 'Gasto cambiado: el anterior queda guardado.' : 'Gasto agregado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={cost ? `Cambiar ${cost.label}` : 'Agregar gasto de cierre'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={cost ? 'Guardar desde ese día' : 'Agregar gasto'}
    >
      {kept && <Alert color="gray" variant="light" title={REPLACED} />}
      <ValidityFields of={form} />
      <TextField of={form} name="label" label="Nombre" maxLength={80} />
      {!cost && (
        <TextField
          of={form}
          name="code"
          label="Código"
          description="El mismo en todas sus versiones, por ejemplo avaluo."
          maxLength={30}
        />
      )}
      <OptionField
        of={form}
        name="project_id"
        label="Proyecto"
        description="Si un gasto del proyecto tiene el mismo código que uno general, se usa el del proyecto."
        nothing="Todos"
        options={projects.map(({ id, text }) => ({ value: id, label: text }))}
      />
      <OptionField of={form} name="basis" label="Cómo se calcula" options={choices(COST_BASES)} />
      {form.values.basis === 'fijo' ? (
        <MoneyField of={form} name="amount_centavos" label="Monto" required />
      ) : (
        <NumberField of={form} name="percent" label="Porcentaje" required suffix=" %" decimalScale={3} />
      )}
      <OptionField of={form} name="payer" label="Lo paga" options={choices(PAYERS)} />
      <SourceFields of={form} sureLabel="Confirmado" />
    </FormDrawer>
  );
}
