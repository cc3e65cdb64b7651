import { Group } from '@mantine/core';
import { TermsForm, type SalePromises } from '#contract/legal/promises/model.ts';
import { DayField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';

/** What a lawyer adds to the data of the sale. */
export function TermsFields({
  of,
  representatives,
}: {
  of: RecordFormOf<typeof TermsForm>;
  representatives: SalePromises['representatives'];
}) {
  return (
    <>
      <DayField
        of={of}
        name="entrega"
        label="Fecha de entrega pactada"
        description="Después de firmar cambia solo por adenda."
      />
      <Group grow align="flex-start">
        <TextField of={of} name="finca_madre" label="Finca madre" maxLength={40} />
        <TextField of={of} name="codigo_ubicacion" label="Código de ubicación" maxLength={20} />
      </Group>
      <DayField of={of} name="firmar_hasta" label="Último día para firmar" />
      <OptionField
        of={of}
        name="representante_id"
        label="Firma por la promotora"
        nothing="Por elegir"
        options={representatives.map(({ id, name, why_not }) => ({
          value: id,
          label: why_not ? `${name}: ${why_not}` : name,
          disabled: why_not !== null,
        }))}
      />
    </>
  );
}
