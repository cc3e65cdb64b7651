import { Divider, SimpleGrid, Text } from '@mantine/core';
import { changeHouseFile, getHouseFile } from '#contract/legal/houseFile/endpoints.ts';
import { HouseFileForm as Form, type HouseFile } from '#contract/legal/houseFile/model.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { CheckField, DayField, MoneyField, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';

/** What is written of a house: its finca, and the dates of each paper. */
export function HouseFileForm({ file }: { file: HouseFile }) {
  const today = useToday();
  const params = { id: file.id };
  const form = useRecordForm({
    schema: Form,
    initial: file,
    reread: async () => (await call(getHouseFile, { params })).data,
    send: (body, as, version) => call(changeHouseFile, { params, body: { ...body, version } }, as),
    success: 'Expediente guardado.',
  });
  const day = (name: Parameters<typeof DayField<typeof Form>>[0]['name'], label: string, past = true) => (
    <DayField of={form} name={name} label={label} {...(past && { maxDate: today })} />
  );
  return (
    <RecordForm {...form.frame} submitLabel="Guardar expediente">
      <Heading>Finca</Heading>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextField of={form} name="finca_madre" label="Finca madre" maxLength={20} />
        <TextField of={form} name="finca" label="Finca (folio real)" maxLength={20} />
        <TextField of={form} name="codigo_ubicacion" label="Código de ubicación" maxLength={6} />
        <MoneyField
          of={form}
          name="valor_catastral_centavos"
          label="Valor catastral"
          description="Con sus mejoras y al día: el ITBI va sobre el mayor de este y el precio."
        />
      </SimpleGrid>
      <Heading>Segregación</Heading>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextField of={form} name="segregacion_entrada" label="Entrada de la segregación" maxLength={30} />
        {day('segregacion_ingresada', 'Segregación ingresada')}
        {day('segregacion_inscrita', 'Segregación inscrita')}
      </SimpleGrid>
      <Heading>Permiso de ocupación</Heading>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextField of={form} name="permiso_numero" label="Permiso n.º" maxLength={40} />
        {day('permiso_fecha', 'Fecha del permiso')}
        {day('permiso_vence', 'Vence, si es provisional', false)}
      </SimpleGrid>
      <Heading>Mejoras</Heading>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextField of={form} name="mejoras_entrada" label="Entrada de las mejoras" maxLength={30} />
        {day('mejoras_ingresada', 'Mejoras ingresadas')}
        {day('mejoras_inscrita', 'Mejoras inscritas')}
      </SimpleGrid>
      <Heading>Liberación de la hipoteca interina</Heading>
      <CheckField
        of={form}
        name="liberacion_aplica"
        label="El lote está dentro de la hipoteca del préstamo interino"
      />
      {form.values.liberacion_aplica && (
        <>
          <TextField of={form} name="liberacion_banco" label="Banco del préstamo interino" maxLength={80} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {day('liberacion_solicitada', 'Liberación solicitada')}
            {day('liberacion_firmada', 'Liberación firmada')}
            {day('liberacion_vence', 'La liberación firmada vence', false)}
            {day('liberacion_inscrita', 'Liberación inscrita')}
          </SimpleGrid>
        </>
      )}
    </RecordForm>
  );
}

const Heading = ({ children }: { children: string }) => (
  <>
    <Divider mt="xs" />
    <Text fw={600} size="sm">
      {children}
    </Text>
  </>
);
