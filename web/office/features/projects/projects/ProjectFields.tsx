import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { DatesProvider, MonthPickerInput } from '@mantine/dates';
import 'dayjs/locale/es';
import type { FieldsOf } from '#web/office/lib/formErrors.ts';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';
import { slugOf } from './projectForm.ts';
import { PlaceFields, TermsFields } from './SharedFields.tsx';

export type ProjectValues = {
  name: string;
  slug: string;
  description: string;
  province: string;
  district: string;
  address: string;
  seller_phone: string;
  separation_centavos: number | null;
  /** YYYY-MM */
  delivery_month: string | null;
  rate_percent: number;
  down_payment_percent: number;
  term_months: number;
  location_url: string;
  /** Degrees, as typed; empty: not known. */
  latitude: number | string;
  longitude: number | string;
};

interface ProjectFieldsProps {
  form: FieldsOf<ProjectValues>;
  /** The address follows the name until somebody types it. */
  isNew: boolean;
}

/** The fields of a project, in the order in which a buyer meets them. */
export function ProjectFields({ form, isNew }: ProjectFieldsProps) {
  const { values } = form;
  const follows = isNew && values.slug === slugOf(values.name);
  return (
    <>
      <TextInput
        label="Nombre"
        required
        maxLength={80}
        {...form.getInputProps('name')}
        onChange={(event) => {
          const name = event.currentTarget.value;
          form.setFieldValue('name', name);
          if (follows) form.setFieldValue('slug', slugOf(name));
        }}
      />
      <TextInput
        label="Dirección de su página"
        description={`/proyectos/${values.slug || '…'}`}
        required
        maxLength={60}
        {...form.getInputProps('slug')}
      />
      <Textarea
        label="Descripción"
        description="La lee el comprador en la página del proyecto."
        autosize
        minRows={3}
        maxLength={4000}
        {...form.getInputProps('description')}
      />
      <PlaceFields input={form.getInputProps} province={values.province} />
      <TextInput label="Dirección" maxLength={200} {...form.getInputProps('address')} />
      <TextInput
        label="Mapa"
        description="Página que se abre en la ventana de ubicación: https://… o una propia que empiece con /."
        maxLength={500}
        {...form.getInputProps('location_url')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NumberField
          label="Latitud"
          description="En grados: 8.95432. Con ella se pide el clima."
          decimalScale={5}
          min={-90}
          max={90}
          {...form.getInputProps('latitude')}
        />
        <NumberField
          label="Longitud"
          description="En Panamá es negativa: -79.66012."
          decimalScale={5}
          min={-180}
          max={180}
          {...form.getInputProps('longitude')}
        />
      </SimpleGrid>
      <TextInput
        label="Celular del vendedor"
        description="Vacío: el de la empresa."
        inputMode="tel"
        maxLength={40}
        {...form.getInputProps('seller_phone')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <MoneyInput
          label="Separación"
          required
          centavos={values.separation_centavos}
          onCentavos={(cents) => form.setFieldValue('separation_centavos', cents)}
          error={form.errors['separation_centavos']}
        />
        <DatesProvider settings={{ locale: 'es' }}>
          <MonthPickerInput
            label="Mes de entrega"
            placeholder="Sin fecha"
            valueFormat="MM-YYYY"
            clearable
            clearButtonProps={{ 'aria-label': 'Borrar el mes' }}
            popoverProps={{ shadow: 'md' }}
            value={values.delivery_month && `${values.delivery_month}-01`}
            onChange={(day) => form.setFieldValue('delivery_month', day && day.slice(0, 7))}
            error={form.errors['delivery_month']}
          />
        </DatesProvider>
      </SimpleGrid>
      <TermsFields input={form.getInputProps} />
    </>
  );
}
