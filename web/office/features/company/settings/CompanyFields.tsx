import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';

/** Of a form of Mantine: what a field needs, by its path. */
export interface Fields {
  getInputProps: (path: never) => object;
}
const inputOf = (form: Fields, prefix: string) => (name: string) =>
  form.getInputProps(`${prefix}.${name}` as never);

/** Who sells. `at`: where in the form the company's values lie. */
export function CompanyFields({ form, at }: { form: Fields; at: string }) {
  const input = inputOf(form, at);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label="Nombre comercial"
          description="El que ven los compradores."
          required
          maxLength={80}
          autoComplete="organization"
          {...input('name')}
        />
        <TextInput
          label="Razón social"
          description="Como está en el Registro Público."
          required
          maxLength={160}
          {...input('legalName')}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="md">
        <TextInput label="RUC" required maxLength={40} {...input('ruc')} />
        <TextInput label="DV" inputMode="numeric" maxLength={2} {...input('dv')} />
        <TextInput
          label="Teléfono"
          inputMode="tel"
          autoComplete="tel"
          maxLength={40}
          placeholder="6123-4567"
          {...input('phone')}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput label="Correo" type="email" maxLength={254} {...input('email')} />
        <TextInput label="Dirección" maxLength={240} {...input('address')} />
      </SimpleGrid>
    </>
  );
}

/** Tax data, for papers. */
export function FiscalFields({ form, at }: { form: Fields; at: string }) {
  const input = inputOf(form, at);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <NativeSelect
        label="Contribuyente"
        data={[
          { value: 'juridica', label: 'Persona jurídica' },
          { value: 'natural', label: 'Persona natural' },
        ]}
        {...input('taxpayer')}
      />
      <TextInput label="Aviso de operación" maxLength={60} {...input('operation')} />
      <TextInput label="Actividad" maxLength={160} {...input('activity')} />
      <TextInput label="Representante legal" maxLength={120} {...input('representative')} />
    </SimpleGrid>
  );
}
