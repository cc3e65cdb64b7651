import { changePromiseTerms, getPromise } from '#contract/legal/promises/endpoints.ts';
import { TermsForm, type PromiseRecord } from '#contract/legal/promises/model.ts';
import { call } from '#web/office/lib/call.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { TermsFields } from './TermsFields.tsx';

const valuesOf = (promise: PromiseRecord) => ({
  entrega: promise.delivery_on,
  finca_madre: promise.mother_finca,
  codigo_ubicacion: promise.location_code,
  firmar_hasta: promise.sign_by ?? '',
  representante_id: promise.representative?.id ?? null,
  version: promise.version,
});

/** Changes dates, finca and who signs for the company. */
export function TermsDrawer({ promise, onClose }: { promise: PromiseRecord; onClose: () => void }) {
  const params = { id: promise.id };
  const form = useRecordForm({
    schema: TermsForm,
    initial: valuesOf(promise),
    reread: async () => valuesOf((await call(getPromise, { params })).data),
    send: (body, as, version) => call(changePromiseTerms, { params, body: { ...body, version } }, as),
    success: 'Cambios guardados.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Fechas y finca de ${promise.code}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar cambios"
    >
      <TermsFields of={form} representatives={promise.representatives} />
    </FormDrawer>
  );
}
