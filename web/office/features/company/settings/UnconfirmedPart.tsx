import { SimpleGrid } from '@mantine/core';
import { DEFAULTS, Settings } from '#contract/company/settings/model.ts';
import { NumberField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { Part } from './SettingForms.tsx';
import type { StoredSettings } from './settings.api.ts';

const UNCONFIRMED = [
  ['hours', 'Horas que se guarda el lote', 48],
  ['perVisitor', 'Lotes a la vez por visitante', 100],
  ['perAddress', 'Lotes a la vez por dirección de internet', 10_000],
  ['perContact', 'Lotes a la vez con un mismo celular o correo', 100],
  ['alarmPercent', 'Avisar si en una hora apartan más de este % de los lotes libres', 100],
] as const;

export const UnconfirmedPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="unconfirmed" schema={Settings.shape.unconfirmed} submitLabel="Guardar límites">
    {(form) => (
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {UNCONFIRMED.map(([key, label, max]) => (
          <NumberField
            of={within(form, 'value')}
            name={key}
            key={key}
            label={label}
            description={`Valor inicial: ${DEFAULTS.unconfirmed[key]}`}
            allowDecimal={false}
            min={1}
            max={max}
          />
        ))}
      </SimpleGrid>
    )}
  </Part>
);
