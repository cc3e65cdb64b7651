import { extendPermit } from '#contract/works/permits/endpoints.ts';
import { PermitExtension, type PermitRecord } from '#contract/works/permits/model.ts';
import { call } from '#web/office/lib/call.ts';
import { DayField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface ExtendPermitDrawerProps {
  permit: Pick<PermitRecord, 'id' | 'version' | 'numero'>;
  onClose: () => void;
}

/** More time that the authority gave an approved permit. */
export function ExtendPermitDrawer({ permit, onClose }: ExtendPermitDrawerProps) {
  const form = useRecordForm({
    schema: PermitExtension,
    initial: { numero: permit.numero ?? '', version: permit.version },
    send: (body, as, version) =>
      call(extendPermit, { params: { id: permit.id }, body: { ...body, version } }, as),
    success: 'Prórroga anotada.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Prorrogar permiso"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Anotar prórroga"
    >
      <DayField of={form} name="vence" label="Vence ahora el" />
      <TextField of={form} name="numero" label="Número" maxLength={40} />
      <TextField of={form} name="motivo" label="Resolución o nota" maxLength={300} />
    </FormDrawer>
  );
}
