import { SimpleGrid } from '@mantine/core';
import { Settings } from '#contract/company/settings/model.ts';
import { CheckField, MoneyField, NumberField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { Part } from './SettingForms.tsx';
import type { StoredSettings } from './settings.api.ts';

/** Limits and days of accounting, and whether keys wait for the lender's release. */
export const PayablesPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="payables" schema={Settings.shape.payables} submitLabel="Guardar contabilidad">
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
          <NumberField
            of={of}
            name="reconcileDay"
            label="Día para conciliar el mes anterior"
            description="Hasta este día la tarea no está atrasada."
            min={1}
            max={28}
          />
          <CheckField
            of={of}
            name="keysNeedRelease"
            label="No entregar llaves sin la liberación de la hipoteca interina"
            description="Sin marcar, la entrega solo lo avisa."
          />
        </SimpleGrid>
      );
    }}
  </Part>
);
