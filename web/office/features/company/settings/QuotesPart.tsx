import { SimpleGrid, Text } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { ROLES } from '#contract/access.ts';
import { DEFAULTS } from '#contract/company/settings/model.ts';
import { Part } from './SettingForms.tsx';
import type { StoredSettings } from './settings.api.ts';

const QUOTE_NUMBERS = [
  ['validDays', 'Días que vale una proforma', 1, 120],
  ['housingGreen', 'Letra en verde, % del ingreso', 1, 100],
  ['housingAmber', 'Letra en ámbar, % del ingreso', 1, 100],
  ['debtsMax', 'Todas las deudas, % del ingreso', 1, 100],
  ['financingMax', 'Lo que financia el banco, % del precio', 1, 100],
] as const;

/** Proformas: how long they hold, who may give a discount, and what banks accept. */
export const QuotesPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="quotes" submitLabel="Guardar proformas">
    {(form) => (
      <>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          {QUOTE_NUMBERS.map(([key, label, min, max]) => (
            <NumberField
              key={key}
              label={label}
              description={`De fábrica: ${DEFAULTS.quotes[key]}`}
              min={min}
              max={max}
              {...form.getInputProps(`value.${key}` as never)}
            />
          ))}
        </SimpleGrid>
        <Text size="sm" fw={500}>
          Descuento que cada rol da sin aprobación, % del precio de lista
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          {form.values.value.discounts.map(({ role }, at) => (
            <NumberField
              key={role}
              label={ROLES.find(({ name }) => name === role)?.display_name ?? role}
              min={0}
              max={100}
              decimalScale={2}
              {...form.getInputProps(`value.discounts.${at}.percent` as never)}
            />
          ))}
        </SimpleGrid>
      </>
    )}
  </Part>
);
