import { NumberInput } from '@mantine/core';
import { DEFAULTS } from '#contract/company/settings/model.ts';
import { Part } from './SettingForms.tsx';
import type { StoredSettings } from './settings.api.ts';

/** How long a session of the office lasts that nobody uses. */
export const SignInPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="signIn" submitLabel="Guardar ingreso">
    {(form) => (
      <NumberInput
        label="Días sin uso hasta cerrar una sesión"
        description={`Valor inicial: ${DEFAULTS.signIn.idleDays}. También las recordadas.`}
        allowDecimal={false}
        min={1}
        max={365}
        {...form.getInputProps('value.idleDays' as never)}
      />
    )}
  </Part>
);
