import { DEFAULTS, Settings } from '#contract/company/settings/model.ts';
import { NumberField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { Part } from './SettingForms.tsx';
import type { StoredSettings } from './settings.api.ts';

/** How long an approval or a moved visit may be undone. */
export const UndoPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="undo" schema={Settings.shape.undo} submitLabel="Guardar tiempo">
    {(form) => (
      <NumberField
        of={within(form, 'value')}
        name="minutes"
        label="Minutos para deshacer"
        description={`Valor inicial: ${DEFAULTS.undo.minutes}. El correo al cliente espera ese tiempo.`}
        allowDecimal={false}
        min={1}
        max={30}
      />
    )}
  </Part>
);
