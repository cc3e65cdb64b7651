import { SimpleGrid } from '@mantine/core';
import { DEFAULTS, Settings } from '#contract/company/settings/model.ts';
import { NumberField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { Part } from './SettingForms.tsx';
import type { StoredSettings } from './settings.api.ts';

/** Days to sign a promise, and how much its price may rise with the buyer's signature. */
export const PromisesPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="promises" schema={Settings.shape.promises} submitLabel="Guardar promesas">
    {(form) => (
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NumberField
          of={within(form, 'value')}
          name="signingDays"
          label="Días para firmar"
          description={`Valor inicial: ${DEFAULTS.promises.signingDays}`}
          allowDecimal={false}
          min={1}
          max={90}
        />
        <NumberField
          of={within(form, 'value')}
          name="adjustPercent"
          label="Ajuste de precio, % como máximo"
          description="Con 0 el precio es fijo. Un aumento siempre necesita una adenda firmada."
          min={0}
          max={20}
          decimalScale={2}
        />
      </SimpleGrid>
    )}
  </Part>
);
