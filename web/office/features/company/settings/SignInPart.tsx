import { DEFAULTS, Settings } from '#contract/company/settings/model.ts';
import { NumberField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { Part } from './SettingForms.tsx';
import type { StoredSettings } from './settings.api.ts';

/** How many idle days end an office session. */
export const SignInPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="signIn" schema={Settings.shape.signIn} submitLabel="Guardar ingreso">
    {(form) => (
      <NumberField
        of={within(form, 'value')}
        name="idleDays"
        label="Días sin uso hasta cerrar una sesión"
        description={`Valor inicial: ${DEFAULTS.signIn.idleDays}. También las recordadas.`}
        allowDecimal={false}
        min={1}
        max={365}
      />
    )}
  </Part>
);
