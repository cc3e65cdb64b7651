import { SimpleGrid } from '@mantine/core';
import { Settings } from '#contract/company/settings/model.ts';
import { MoneyField, NumberField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { Part } from './SettingForms.tsx';
import type { StoredSettings } from './settings.api.ts';

const percent = { min: 0, decimalScale: 2 };

/** Who approves contracts of works up to which amount, and the percents that a new one proposes. */
export const WorksPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="works" schema={Settings.shape.works} submitLabel="Guardar contratos de obra">
    {(form) => {
      const of = within(form, 'value');
      return (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <MoneyField
            of={of}
            name="approvalLimitCents"
            label="Límite para aprobar en un proyecto"
            description="Por encima lo aprueba quien aprueba en todos los proyectos."
          />
          <NumberField of={of} name="retentionPercent" label="Retención, %" {...percent} max={50} />
          <NumberField of={of} name="itbmsPercent" label="ITBMS, %" {...percent} max={100} />
          <NumberField
            of={of}
            name="performancePercent"
            label="Fianza de cumplimiento, % del monto"
            description="Con 0 no se pide."
            {...percent}
            max={100}
          />
          <NumberField
            of={of}
            name="materialsOverPercent"
            label="Materiales sobre el presupuesto, %"
            description="Hasta aquí lo aprueba quien aprueba en el proyecto, con motivo. Por encima, gerencia."
            {...percent}
            max={100}
          />
        </SimpleGrid>
      );
    }}
  </Part>
);
