import { SimpleGrid } from '@mantine/core';
import { Settings } from '#contract/company/settings/model.ts';
import { MoneyField, NumberField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { Part } from './SettingForms.tsx';
import type { StoredSettings } from './settings.api.ts';

/** Up to which amount accounting approves invoices and payments, and when an invoice is due. */
export const PayablesPart = ({ stored }: { stored: StoredSettings }) => (
  <Part
    stored={stored}
    name="payables"
    schema={Settings.shape.payables}
    submitLabel="Guardar facturas y pagos"
  >
    {(form) => {
      const of = within(form, 'value');
      return (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <MoneyField
            of={of}
            name="approvalLimitCents"
            label="Límite para aprobar en contabilidad"
            description="Facturas, anticipos y lotes. Por encima aprueba gerencia."
          />
          <NumberField of={of} name="dueDays" label="Días para pagar una factura" min={0} max={180} />
        </SimpleGrid>
      );
    }}
  </Part>
);
