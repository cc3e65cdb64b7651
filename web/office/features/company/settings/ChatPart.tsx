import { DEFAULTS, Settings } from '#contract/company/settings/model.ts';
import { NumberField, LongTextField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { Part } from './SettingForms.tsx';
import type { StoredSettings } from './settings.api.ts';

/** What customers are told outside the opening hours, and when an unseen message goes to their mail. */
export const ChatPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="chat" schema={Settings.shape.chat} submitLabel="Guardar chat">
    {(form) => (
      <>
        <LongTextField
          of={within(form, 'value')}
          name="awayText"
          label="Respuesta fuera de horario"
          description="Sale una vez al día a quien escribe fuera del horario. Vacía: no sale nada."
        />
        <NumberField
          of={within(form, 'value')}
          name="mailMinutes"
          label="Minutos hasta avisar por correo"
          description={`Valor inicial: ${DEFAULTS.chat.mailMinutes}. Si el comprador no ha visto un mensaje en ese tiempo, recibe un correo. Con 0 no sale ninguno.`}
          allowDecimal={false}
          min={0}
          max={1440}
        />
      </>
    )}
  </Part>
);
