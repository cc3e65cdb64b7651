import { createRight, NewRight, RIGHT_CHANNELS, RIGHTS } from '#contract/overview/privacy/rights.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const choices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Notes a request about personal data; its clock begins with the day it came. */
export function NewRightDrawer({ onClose }: { onClose: () => void }) {
  const today = useToday();
  const form = useRecordForm({
    schema: NewRight,
    initial: { derecho: 'acceso', canal: 'correo', recibida: today },
    send: (body, as) => call(createRight, { body }, as),
    success: 'Solicitud anotada.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Nueva solicitud de derechos"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Anotar solicitud"
    >
      <TextField
        of={form}
        name="quien"
        label="Quién la pide"
        description="Código de su venta, cédula, celular o correo."
        maxLength={120}
      />
      <OptionField of={form} name="derecho" label="Derecho" options={choices(RIGHTS)} />
      <OptionField of={form} name="canal" label="Por dónde llegó" options={choices(RIGHT_CHANNELS)} />
      <DayField of={form} name="recibida" label="Recibida" maxDate={today} />
      <LongTextField of={form} name="detalle" label="Qué pidió" maxLength={2000} />
    </FormDrawer>
  );
}
