import { z } from 'zod';
import { PAPER_FILE } from '#contract/company/files/files.ts';
import { Cents } from '#contract/money.ts';
import { addGuarantee } from '#contract/works/contracts/endpoints.ts';
import type { Contract, Guarantee } from '#contract/works/contracts/model.ts';
import { GUARANTEE_KINDS } from '#contract/works/contracts/rules.ts';
import { upload } from '#web/office/lib/call.ts';
import { DayField, FileField, MoneyField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { formDataOf } from '#web/office/ui/form/values.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const WithFile = z.object({
  kind: addGuarantee.body.shape.kind,
  insurer: addGuarantee.body.shape.insurer,
  number: addGuarantee.body.shape.number,
  amount_centavos: Cents.min(1, { error: 'El monto debe ser mayor que cero.' }),
  starts_on: addGuarantee.body.shape.starts_on,
  ends_on: addGuarantee.body.shape.ends_on,
  archivo: z.file().nullish(),
});

interface GuaranteeDrawerProps {
  contract: Pick<Contract, 'id' | 'starts_on' | 'ends_on'>;
  /** The bond that the new one replaces. */
  renews: Guarantee | null;
  onClose: () => void;
}

/** A bond of a contract, or the one that renews another. */
export function GuaranteeDrawer({ contract, renews, onClose }: GuaranteeDrawerProps) {
  const form = useRecordForm({
    schema: WithFile,
    initial: renews
      ? {
          kind: renews.kind,
          insurer: renews.insurer,
          amount_centavos: renews.amount_centavos,
          starts_on: renews.ends_on,
        }
      : { starts_on: contract.starts_on, ends_on: contract.ends_on },
    send: (body, as) =>
      upload(
        addGuarantee,
        { params: { id: contract.id }, body: formDataOf({ ...body, replaces: renews?.id }) },
        as,
      ),
    success: 'Fianza guardada.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={renews ? `Renovar la fianza ${renews.number}` : 'Agregar fianza'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar fianza"
    >
      <OptionField
        of={form}
        name="kind"
        label="Fianza"
        nothing="Elige qué fianza es"
        disabled={renews !== null}
        options={Object.entries(GUARANTEE_KINDS).map(([value, label]) => ({ value, label }))}
      />
      <TextField of={form} name="insurer" label="Aseguradora o banco" maxLength={120} />
      <TextField of={form} name="number" label="Número" maxLength={60} />
      <MoneyField of={form} name="amount_centavos" label="Monto" />
      <DayField of={form} name="starts_on" label="Desde" />
      <DayField of={form} name="ends_on" label="Hasta" />
      <FileField of={form} name="archivo" label="Archivo" field={PAPER_FILE} />
    </FormDrawer>
  );
}
