import { SimpleGrid, Text } from '@mantine/core';
import { listCompanies } from '#contract/money/invoices/endpoints.ts';
import { changeSeries, createSeries, listSeries } from '#contract/money/issuedInvoices/endpoints.ts';
import { SeriesForm, type Series } from '#contract/money/issuedInvoices/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DayField, NumberField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const valuesOf = ({ company, ...one }: Series) => ({ ...one, company_id: company.id });

/** Opens a point of emission, or changes what one says of itself. */
export function SeriesDrawer({ series, onClose }: { series: Series | null; onClose: () => void }) {
  const companies = useOptions(queryOf(listCompanies, {}));
  const form = useRecordForm({
    schema: SeriesForm,
    initial: series ? valuesOf(series) : { branch: '0000', point: '001', last_number: 0 },
    proposed: { company_id: companies.length === 1 ? companies[0]!.id : null },
    ...(series && {
      reread: async () =>
        valuesOf((await call(listSeries, {})).data.series.find(({ id }) => id === series.id) ?? series),
    }),
    send: ({ company_id, branch, point, last_number, ...rest }, as, version) =>
      series
        ? call(changeSeries, { params: { id: series.id }, body: { ...rest, version } }, as)
        : call(createSeries, { body: { company_id, branch, point, last_number, ...rest } }, as),
    success: series ? 'Punto de emisión guardado.' : 'Punto de emisión abierto.',
    onDone: onClose,
  });
  const fixed = { disabled: series !== null };
  return (
    <FormDrawer
      title={series ? `Punto ${series.branch}-${series.point}` : 'Abrir punto de emisión'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={series ? 'Guardar punto' : 'Abrir punto'}
    >
      {!series && <Text size="sm">Si la empresa ya tenía uno, queda cerrado y su numeración no sigue.</Text>}
      <OptionField
        of={form}
        name="company_id"
        label="Empresa"
        nothing="Elige la empresa"
        options={companies.map(({ id, name }) => ({ value: id, label: name }))}
        {...fixed}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        <TextField of={form} name="branch" label="Sucursal" maxLength={4} inputMode="numeric" {...fixed} />
        <TextField of={form} name="point" label="Punto" maxLength={3} inputMode="numeric" {...fixed} />
        <NumberField of={form} name="last_number" label="Último número" min={0} {...fixed} />
      </SimpleGrid>
      <DayField of={form} name="issues_from" label="Factura lo de este día en adelante" />
      <TextField of={form} name="address" label="Dirección" maxLength={100} />
      <TextField
        of={form}
        name="location_code"
        label="Código de ubicación"
        description="Provincia, distrito y corregimiento de la DGI: 8-8-7."
        maxLength={10}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        <TextField of={form} name="corregimiento" label="Corregimiento" maxLength={50} />
        <TextField of={form} name="district" label="Distrito" maxLength={50} />
        <TextField of={form} name="province" label="Provincia" maxLength={50} />
      </SimpleGrid>
      <TextField
        of={form}
        name="coordinates"
        label="Coordenadas"
        description="Latitud y longitud de la sucursal: +8.9892,-79.5201."
        maxLength={30}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextField of={form} name="phone" label="Teléfono" maxLength={12} inputMode="tel" />
        <TextField of={form} name="email" label="Correo" maxLength={120} inputMode="email" />
      </SimpleGrid>
    </FormDrawer>
  );
}
