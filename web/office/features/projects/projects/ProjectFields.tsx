import { SimpleGrid } from '@mantine/core';
import { DatesProvider, MonthPickerInput } from '@mantine/dates';
import 'dayjs/locale/es';
import { listContractingParties } from '#contract/company/users/lists.endpoints.ts';
import { useCan } from '#web/office/lib/session.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import {
  bound,
  LongTextField,
  MoneyField,
  NumberField,
  OptionField,
  TextField,
} from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';
import type { ProjectWords } from './projectForm.ts';
import { PlaceFields, TermsFields } from './SharedFields.tsx';

/** A project's fields, in the order of its public page. */
export function ProjectFields({ of }: { of: RecordFormOf<typeof ProjectWords> }) {
  const { value: month, set: setMonth, input: monthInput } = bound(of, 'delivery_month');
  const seesCompanies = useCan('contratos.ver');
  const companies = useOptions(queryOf(listContractingParties, {}));
  return (
    <>
      <TextField of={of} name="name" label="Nombre" maxLength={80} />
      <TextField
        of={of}
        name="slug"
        label="Dirección de su página"
        description={`/proyectos/${of.values.slug ?? '…'}`}
        maxLength={60}
      />
      <LongTextField
        of={of}
        name="description"
        label="Descripción"
        description="La lee el comprador en la página del proyecto."
        minRows={3}
        maxLength={4000}
      />
      <PlaceFields of={of} />
      <TextField of={of} name="address" label="Dirección" maxLength={200} />
      <TextField
        of={of}
        name="location_url"
        label="Mapa"
        description="Página que se abre en la ventana de ubicación: https://… o una propia que empiece con /."
        maxLength={500}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NumberField
          of={of}
          name="latitude"
          label="Latitud"
          description="En grados: 8.95432. Con ella se pide el clima."
          decimalScale={5}
          min={-90}
          max={90}
        />
        <NumberField
          of={of}
          name="longitude"
          label="Longitud"
          description="En Panamá es negativa: -79.66012."
          decimalScale={5}
          min={-180}
          max={180}
        />
      </SimpleGrid>
      <TextField
        of={of}
        name="seller_phone"
        label="Celular del vendedor"
        description="Vacío: el de la empresa."
        inputMode="tel"
        maxLength={40}
      />
      {seesCompanies && (
        <OptionField
          of={of}
          name="promoter_id"
          label="Promotora"
          description="La empresa del grupo en cuyos libros está el proyecto."
          nothing="Sin promotora"
          options={companies.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <MoneyField of={of} name="separation_centavos" label="Separación" />
        <DatesProvider settings={{ locale: 'es' }}>
          <MonthPickerInput
            {...monthInput}
            label="Mes de entrega"
            placeholder="Sin fecha"
            valueFormat="MM-YYYY"
            clearable
            clearButtonProps={{ 'aria-label': 'Borrar el mes' }}
            popoverProps={{ shadow: 'md' }}
            value={month && `${month}-01`}
            onChange={(day) => setMonth(day && day.slice(0, 7))}
          />
        </DatesProvider>
      </SimpleGrid>
      <TermsFields of={of} />
    </>
  );
}
