import { SimpleGrid } from '@mantine/core';
import { districts, provinces } from '#contract/company/catalogs/places.ts';
import type { HouseModelForm } from '#contract/projects/projects/model.ts';
import { NumberField, OptionField, SuggestField } from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';
import type { ProjectWords } from './projectForm.ts';

// Fields that the drawers share with the first setup.
interface OfProject {
  of: RecordFormOf<typeof ProjectWords>;
}

/** The place; the districts depend on the province. */
export function PlaceFields({ of }: OfProject) {
  const { province } = of.values;
  const known = provinces.rows.map(([, label]) => label as string);
  const chosen = provinces.rows.find(([, label]) => label === province);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <OptionField
        of={of}
        name="province"
        label="Provincia"
        nothing="Elige la provincia"
        options={(province && !chosen ? [province, ...known] : known).map((label) => ({
          value: label,
          label,
        }))}
      />
      <SuggestField
        of={of}
        name="district"
        label="Distrito"
        maxLength={80}
        data={districts.rows
          .filter(([, , extra]) => extra.provincia_id === chosen?.[0])
          .map(([, label]) => label)}
      />
    </SimpleGrid>
  );
}

/** Terms that calculate the installment on the project's cards. */
export function TermsFields({ of }: OfProject) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
      <NumberField
        of={of}
        name="rate_percent"
        label="Tasa anual"
        suffix=" %"
        decimalScale={2}
        min={0}
        max={30}
      />
      <NumberField
        of={of}
        name="down_payment_percent"
        label="Abono inicial"
        suffix=" %"
        decimalScale={2}
        min={0}
        max={90}
      />
      <NumberField
        of={of}
        name="term_months"
        label="Plazo en meses"
        allowDecimal={false}
        min={12}
        max={420}
      />
    </SimpleGrid>
  );
}

/** Rooms and area of a model. */
export function HouseFields({ of }: { of: RecordFormOf<typeof HouseModelForm> }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
      <NumberField of={of} name="bedrooms" label="Recámaras" allowDecimal={false} min={0} max={12} />
      <NumberField of={of} name="bathrooms" label="Baños" step={0.5} min={0} max={12} />
      <NumberField of={of} name="area_m2" label="Área (m²)" decimalScale={2} min={1} max={9999} />
    </SimpleGrid>
  );
}
