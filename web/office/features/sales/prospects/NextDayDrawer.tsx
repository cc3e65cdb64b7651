import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { changeProspect } from '#contract/sales/prospects/endpoints.ts';
import type { ProspectRow } from '#contract/sales/prospects/model.ts';
import { nextFollowUp } from '#contract/sales/prospects/rules.ts';
import { eachRow } from '#web/office/lib/bulk.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import type { BulkForm } from '#web/office/ui/table/useBulkForm.ts';

const NextDay = z.object({ proximo_seguimiento: IsoDate });

/** The day of the next follow-up of several prospects. */
export function NextDayDrawer({ rows, onDone }: BulkForm<Pick<ProspectRow, 'id' | 'version' | 'person'>>) {
  const today = useToday();
  const form = useRecordForm({
    schema: NextDay,
    initial: { proximo_seguimiento: nextFollowUp(today) },
    send: (body) =>
      eachRow(
        rows,
        ({ person }) => person.name,
        ({ id, version }) => call(changeProspect, { params: { id }, body: { ...body, version } }),
      ),
    onDone,
  });
  return (
    <FormDrawer
      title={`Cambiar el seguimiento · ${rows.length === 1 ? '1 prospecto' : `${rows.length} prospectos`}`}
      opened
      onClose={() => onDone(null)}
      {...form.frame}
      submitLabel="Cambiar el día"
    >
      <DayField of={form} name="proximo_seguimiento" label="Próximo seguimiento" minDate={today} />
    </FormDrawer>
  );
}
