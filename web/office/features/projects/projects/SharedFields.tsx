import { Autocomplete, NativeSelect, SimpleGrid } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { districts, provinces } from '#contract/company/catalogs/places.ts';

/** Fields that a project or a model has in its drawer and in the first set-up alike; `input` is the form's getInputProps. */
interface Inputs<Name extends string> {
  input: (name: Name) => object;
}

/** Where it stands: the districts are those of the chosen province. */
export function PlaceFields({ input, province }: Inputs<'province' | 'district'> & { province: string }) {
  const known = provinces.rows.map(([, label]) => label as string);
  const chosen = provinces.rows.find(([, label]) => label === province);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <NativeSelect
        label="Provincia"
        required
        data={[
          { value: '', label: 'Elige la provincia' },
          ...(province && !chosen ? [province, ...known] : known),
        ]}
        {...input('province')}
      />
      <Autocomplete
        label="Distrito"
        comboboxProps={{ withinPortal: false }}
        required
        maxLength={80}
        data={districts.rows
          .filter(([, , extra]) => extra.provincia_id === chosen?.[0])
          .map(([, label]) => label)}
        {...input('district')}
      />
    </SimpleGrid>
  );
}

/** What the installment of its cards is computed with. */
export function TermsFields({ input }: Inputs<'rate_percent' | 'down_payment_percent' | 'term_months'>) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
      <NumberField
        label="Tasa anual"
        suffix=" %"
        decimalScale={2}
        min={0}
        max={30}
        required
        {...input('rate_percent')}
      />
      <NumberField
        label="Abono inicial"
        suffix=" %"
        decimalScale={2}
        min={0}
        max={90}
        required
        {...input('down_payment_percent')}
      />
      <NumberField
        label="Plazo en meses"
        allowDecimal={false}
        min={12}
        max={420}
        required
        {...input('term_months')}
      />
    </SimpleGrid>
  );
}

/** What a house of the model has. */
export function HouseFields({ input }: Inputs<'bedrooms' | 'bathrooms' | 'area_m2'>) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
      <NumberField label="Recámaras" required allowDecimal={false} min={0} max={12} {...input('bedrooms')} />
      <NumberField label="Baños" required step={0.5} min={0} max={12} {...input('bathrooms')} />
      <NumberField label="Área (m²)" required decimalScale={2} min={1} max={9999} {...input('area_m2')} />
    </SimpleGrid>
  );
}
