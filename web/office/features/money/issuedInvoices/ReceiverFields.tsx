import { SimpleGrid } from '@mantine/core';
import type { Receiver } from '#contract/money/issuedInvoices/model.ts';
import { RECEIVERS } from '#contract/money/issuedInvoices/rules.ts';
import { OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';

/** Who receives an invoice. */
export function ReceiverFields({ of }: { of: RecordFormOf<typeof Receiver> }) {
  const company = of.values.receiver_type === 'ruc';
  return (
    <>
      <OptionField
        of={of}
        name="receiver_type"
        label="Tipo de cliente"
        options={Object.entries(RECEIVERS).map(([value, label]) => ({ value, label }))}
      />
      <TextField of={of} name="receiver_name" label="Nombre o razón social" maxLength={160} />
      <SimpleGrid cols={{ base: 1, xs: company ? 2 : 1 }} spacing="md">
        <TextField
          of={of}
          name="receiver_document"
          label={company ? 'RUC' : of.values.receiver_type === 'pasaporte' ? 'Pasaporte' : 'Cédula'}
          maxLength={40}
        />
        {company && <TextField of={of} name="receiver_dv" label="DV" maxLength={2} inputMode="numeric" />}
      </SimpleGrid>
      <TextField of={of} name="receiver_address" label="Dirección" maxLength={100} />
      <TextField of={of} name="receiver_email" label="Correo" maxLength={120} inputMode="email" />
    </>
  );
}
