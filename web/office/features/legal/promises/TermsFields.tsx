import { Group } from '@mantine/core';
import { TermsForm } from '#contract/legal/promises/model.ts';
import { DayField, TextField } from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';

/** What a lawyer adds to the data of the sale. */
export function TermsFields({ of }: { of: RecordFormOf<typeof TermsForm> }) {
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
    </>
  );
}
