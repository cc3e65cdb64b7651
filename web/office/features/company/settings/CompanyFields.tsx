import { SimpleGrid } from '@mantine/core';
import type { CompanyToSave, Fiscal } from '#contract/company/settings/model.ts';
import { OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';

/** The fields of the selling company. */
export function CompanyFields({ of }: { of: RecordFormOf<typeof CompanyToSave> }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextField
          of={of}
          name="name"
          label="Nombre comercial"
          description="El que ven los compradores."
          required
          maxLength={80}
          autoComplete="organization"
        />
        <TextField
          of={of}
          name="legalName"
          label="Razón social"
          description="Como está en el Registro Público."
          required
          maxLength={160}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="md">
        <TextField of={of} name="ruc" label="RUC" required maxLength={40} />
        <TextField of={of} name="dv" label="DV" inputMode="numeric" maxLength={2} />
        <TextField
          of={of}
          name="phone"
          label="Teléfono"
          inputMode="tel"
          autoComplete="tel"
          maxLength={40}
          placeholder="6123-4567"
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextField of={of} name="email" label="Correo" type="email" maxLength={254} />
        <TextField of={of} name="address" label="Dirección" maxLength={240} />
      </SimpleGrid>
    </>
  );
}

/** Tax data, for printed documents. */
export function FiscalFields({ of }: { of: RecordFormOf<typeof Fiscal> }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <OptionField
        of={of}
        name="taxpayer"
        label="Contribuyente"
        options={[
          { value: 'juridica', label: 'Persona jurídica' },
          { value: 'natural', label: 'Persona natural' },
        ]}
      />
      <TextField of={of} name="operation" label="Aviso de operación" maxLength={60} />
      <TextField of={of} name="activity" label="Actividad" maxLength={160} />
      <TextField of={of} name="representative" label="Representante legal" maxLength={120} />
    </SimpleGrid>
  );
}
