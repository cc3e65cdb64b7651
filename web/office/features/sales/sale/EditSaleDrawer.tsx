import { z } from 'zod';
import { changeSale, getSale } from '#contract/sales/sale/endpoints.ts';
import { OfficeForm } from '#contract/sales/sale/form.ts';
import { showPhone } from '#contract/phone.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { call } from '#web/office/lib/call.ts';
import { ContactFields } from '#web/office/ui/ContactFields.tsx';
import { CheckField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { PersonFields, Terms, TermsFields, termsOfSector, wireOf } from './SaleFormFields.tsx';

const Whole = OfficeForm.extend({ consentimiento_datos: z.boolean() });

const isConsented = ({ consents }: SaleRecord) => consents.some(({ kind }) => kind === 'datos');
const valuesOf = (sale: SaleRecord) =>
  ({
    ...sale.form,
    celular: showPhone(sale.form.celular),
    tipo_documento: sale.form.tipo_documento ?? 'cedula',
    consentimiento_datos: isConsented(sale),
    version: sale.version,
  }) as Partial<z.input<typeof Whole>> & { version: number };

interface EditSaleDrawerProps {
  sale: SaleRecord;
  onClose: () => void;
}

/** Edits the form's data. Later in the sale, only the terms that decide the checklist. */
export const EditSaleDrawer = (props: EditSaleDrawerProps) =>
  props.sale.actions.edit?.disabled === null ? <WholeForm {...props} /> : <TermsForm {...props} />;

const common = ({ sale, onClose }: EditSaleDrawerProps) => ({
  initial: valuesOf(sale),
  onChange: termsOfSector,
  reread: async () => valuesOf((await call(getSale, { params: { id: sale.id } })).data),
  success: 'Datos guardados.',
  onDone: onClose,
});
const frame = { title: 'Editar datos', opened: true, submitLabel: 'Guardar cambios' } as const;

function WholeForm(props: EditSaleDrawerProps) {
  const { sale, onClose } = props;
  const consented = isConsented(sale);
  const form = useRecordForm({
    schema: Whole,
    ...common(props),
    send: ({ consentimiento_datos: consent, ...body }, as, version) => {
      const { nombre, celular, email } = body;
      const said = consent
        ? { ...wireOf(body), ...(!consented && { consentimiento_datos: true as const }) }
        : { nombre, celular, email: email || null };
      return call(changeSale, { params: { id: sale.id }, body: { ...said, version } }, as);
    },
  });
  return (
    <FormDrawer {...frame} onClose={onClose} {...form.frame}>
      <ContactFields of={form} />
      {!consented && (
        <CheckField
          of={form}
          name="consentimiento_datos"
          label="El cliente autoriza el uso de sus datos personales (Ley 81 de 2019)"
        />
      )}
      {form.values.consentimiento_datos && <PersonFields of={form} />}
    </FormDrawer>
  );
}

function TermsForm(props: EditSaleDrawerProps) {
  const form = useRecordForm({
    schema: Terms,
    ...common(props),
    send: (body, as, version) =>
      call(changeSale, { params: { id: props.sale.id }, body: { ...body, version } }, as),
  });
  return (
    <FormDrawer {...frame} onClose={props.onClose} {...form.frame}>
      <TermsFields of={form} />
    </FormDrawer>
  );
}
