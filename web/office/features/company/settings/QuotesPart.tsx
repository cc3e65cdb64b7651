import { SimpleGrid, Text } from '@mantine/core';
import { ROLES } from '#contract/access.ts';
import { DEFAULTS, Settings } from '#contract/company/settings/model.ts';
import { NumberField } from '#web/office/ui/form/fields.tsx';
import { rowsOf, within } from '#web/office/ui/form/useFields.ts';
import { Part } from './SettingForms.tsx';
import type { StoredSettings } from './settings.api.ts';

const QUOTE_NUMBERS = [
  ['validDays', 'Días que vale una proforma', 1, 120],
  ['housingGreen', 'Letra en verde, % del ingreso', 1, 100],
  ['housingAmber', 'Letra en ámbar, % del ingreso', 1, 100],
  ['debtsMax', 'Todas las deudas, % del ingreso', 1, 100],
  ['financingMax', 'Lo que financia el banco, % del precio', 1, 100],
] as const;

/** Quote settings: validity, limits of discounts and the banks' conditions. */
export const QuotesPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="quotes" schema={Settings.shape.quotes} submitLabel="Guardar proformas">
    {(form) => (
      <>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          {QUOTE_NUMBERS.map(([key, label, min, max]) => (
            <NumberField
              of={within(form, 'value')}
              name={key}
              key={key}
              label={label}
              description={`Valor inicial: ${DEFAULTS.quotes[key]}`}
              min={min}
              max={max}
            />
          ))}
        </SimpleGrid>
        <Text size="sm" fw={500}>
          Descuento que cada rol da sin aprobación, % del precio de lista
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          {rowsOf(within(form, 'value'), 'discounts').rows.map((of) => (
            <NumberField
              key={of.values.role}
              of={of}
              name="percent"
              label={ROLES.find(({ name }) => name === of.values.role)?.display_name ?? of.values.role ?? ''}
              min={0}
              max={100}
              decimalScale={2}
            />
          ))}
        </SimpleGrid>
      </>
    )}
  </Part>
);
