import { Settings, WORK_WEEKS } from '#contract/company/settings/model.ts';
import { OptionField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { Part } from './SettingForms.tsx';
import type { StoredSettings } from './settings.api.ts';

const WEEKS = Object.entries(WORK_WEEKS).map(([value, label]) => ({ value, label }));

/** On which days the works count as working. */
export const SitePart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="site" schema={Settings.shape.site} submitLabel="Guardar obra">
    {(form) => (
      <OptionField
        of={within(form, 'value')}
        name="week"
        label="Días hábiles de la obra"
        description="Un sábado que cuenta vale un día entero. Los feriados de la ley y los de la empresa no cuentan."
        options={WEEKS}
      />
    )}
  </Part>
);
