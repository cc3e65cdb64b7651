import type { StageCard } from '#contract/sales/board/board.ts';
import { editStage, saleStages } from '#contract/sales/board/boardEndpoints.ts';
import { listSaleStaff } from '#contract/sales/sale/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DayField, LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';

const Words = editStage.body.omit({ version: true });
const valuesOf = ({ owner, due_on, note, version }: StageCard) => ({
  responsable_id: owner?.id ?? null,
  vence: due_on,
  nota: note,
  version,
});

/** A stage's assignee, due day and note. A new due day reopens an expired stage. */
export function StageForm({ saleId, card }: { saleId: number; card: StageCard }) {
  const staff = useOptions(queryOf(listSaleStaff));
  const form = useRecordForm({
    schema: Words,
    initial: valuesOf(card),
    reread: async () => {
      const { data } = await call(saleStages, { params: { id: saleId } });
      return valuesOf(data.find(({ stage }) => stage === card.stage) ?? card);
    },
    // Sends the due day only if it changed.
    send: ({ vence, ...body }, as, version) =>
      call(
        editStage,
        {
          params: { id: saleId, etapa: card.stage },
          body: { ...body, version, ...(vence && vence !== card.due_on && { vence }) },
        },
        as,
      ),
    success: 'Etapa guardada.',
    onDone: ({ data }) => form.fill(valuesOf(data)),
  });
  const people =
    staff.some(({ id }) => id === card.owner?.id) || !card.owner ? staff : [card.owner, ...staff];
  return (
    <RecordForm {...form.frame} submitLabel="Guardar etapa">
      <OptionField
        of={form}
        name="responsable_id"
        label="Responsable"
        nothing={`Según la etapa: ${card.usual_owner}`}
        options={people.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {card.due_on !== null && <DayField of={form} name="vence" label="Fecha límite" />}
      <LongTextField of={form} name="nota" label="Nota" maxLength={2000} />
    </RecordForm>
  );
}
