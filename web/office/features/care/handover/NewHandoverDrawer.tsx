import { createHandover } from '#contract/care/handover/endpoints.ts';
import { NewHandover } from '#contract/care/handover/model.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface NewHandoverDrawerProps {
  /** The code of the sale; without one it is typed. */
  sale?: string;
  onClose: () => void;
}

/** Schedules the delivery of a sale's house; before the disbursement with the reason, for management to decide. */
export function NewHandoverDrawer({ sale, onClose }: NewHandoverDrawerProps) {
  const today = useToday();
  const form = useRecordForm({
    schema: NewHandover,
    initial: { fecha: today, ...(sale && { venta: sale }) },
    send: (body, as) => call(createHandover, { body }, as),
    success: 'Entrega programada. El comprador recibe el día por correo.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Programar entrega"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Programar entrega"
    >
      <TextField
        of={form}
        name="venta"
        label="Código de la venta"
        placeholder="PC-2026-00012"
        maxLength={20}
        readOnly={sale !== undefined}
      />
      <DayField of={form} name="fecha" label="Día de la inspección" minDate={today} />
      <LongTextField
        of={form}
        name="motivo"
        label="Motivo si es antes del desembolso"
        description="Con carta promesa en vigor y escritura firmada. Lo decide otra persona en gerencia."
        maxLength={1000}
      />
    </FormDrawer>
  );
}
