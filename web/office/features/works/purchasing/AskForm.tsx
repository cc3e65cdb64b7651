import { AskForm as Body, askMaterials, listAskedHouses } from '#contract/works/purchasing/asked.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { EMPTY_LINE, MaterialLines } from '../materials/MaterialLines.tsx';

/** A contractor asks for materials for a house of its own contracts. */
export function AskForm({ onClose }: { onClose: () => void }) {
  const today = useToday();
  const houses = useOptions(queryOf(listAskedHouses, {}));
  const form = useRecordForm({
    schema: Body,
    initial: { house_id: null, lines: [EMPTY_LINE] },
    proposed: { house_id: houses.length === 1 ? houses[0]!.id : null },
    send: async (body, as) => (await call(askMaterials, { body }, as)).data,
    success: 'Solicitud enviada.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Pedir materiales"
      size="lg"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Solicitar"
    >
      <OptionField
        of={form}
        name="house_id"
        label="Vivienda"
        nothing="Elige la vivienda"
        options={houses.map(({ id, name, project }) => ({ value: id, label: `${name} · ${project}` }))}
      />
      <DayField of={form} name="needed_on" label="Hace falta el" minDate={today} />
      <MaterialLines of={form} />
      <LongTextField of={form} name="note" label="Nota" maxLength={1000} />
    </FormDrawer>
  );
}
