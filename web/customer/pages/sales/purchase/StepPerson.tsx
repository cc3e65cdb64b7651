import { documentError } from '#contract/identity.ts';
import { mayBecomeCedula } from '#contract/cedula.ts';
import { Choices, TickBox } from '#web/customer/components/Choices.tsx';
import { ContactFields } from '#web/customer/components/ContactFields.tsx';
import { TextField } from '#web/customer/components/Field.tsx';
import { Select } from '#web/customer/components/Select.tsx';
import { PrivacyLink } from '#web/customer/components/PrivacyLink.tsx';
import { FormStep, type StepProps } from './FormStep.tsx';
import { usePrecontract } from './usePrecontract.ts';
import styles from './StepPerson.module.css';

const DOCUMENTS = [
  { value: 'cedula', label: 'Cédula' },
  { value: 'pasaporte', label: 'Pasaporte' },
  { value: 'ruc', label: 'RUC' },
];
const NUMBER = {
  cedula: { label: 'Número de cédula', placeholder: '8-712-4567' },
  pasaporte: { label: 'Número de pasaporte', placeholder: 'PA0123456' },
  ruc: { label: 'RUC y DV', placeholder: '155612345-2-2015 DV 59' },
} as const;

/** The buyer. The identity number comes after the consent to store it (Ley 81 de 2019). */
export function StepPerson(props: StepProps) {
  const { data, state, faults, choose, tick, setFault } = usePrecontract();
  const { values, consents, cedulaMaxEntry } = data;
  const type =
    state.fields.tipo_documento === 'pasaporte' || state.fields.tipo_documento === 'ruc'
      ? state.fields.tipo_documento
      : 'cedula';
  const origins =
    data.origins.some(({ value }) => value === values.origen) || values.origen === ''
      ? data.origins
      : [...data.origins, { value: values.origen, label: values.origen }];

  /** While typing, shows only errors that more typing cannot correct. Trims pasted text. */
  function typing(input: HTMLInputElement) {
    const text = input.value.trim();
    if (text !== input.value) input.value = text;
    setFault(
      'cedula',
      type === 'cedula' && !mayBecomeCedula(text, cedulaMaxEntry) ? documentError('cedula') : null,
    );
  }

  return (
    <FormStep {...props} id="datos" title="Tus datos" lead="Así como salen en tu cédula.">
      <ContactFields initial={values} faults={faults} emailOptional />
      <TickBox
        name="consentimiento_datos"
        initial={consents.datos.given}
        onTick={(ticked) => tick('consentimiento_datos', ticked)}
        error={faults['consentimiento_datos']}
      >
        {consents.datos.text} <PrivacyLink version={consents.datos.version} />
      </TickBox>
      <Choices
        label="Tu documento"
        name="tipo_documento"
        options={DOCUMENTS}
        value={type}
        onChoose={(tipo_documento) => choose({ tipo_documento })}
        error={faults['tipo_documento']}
        required
        across
      />
      <TextField
        label={NUMBER[type].label}
        name="cedula"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder={NUMBER[type].placeholder}
        defaultValue={values.cedula}
        onInput={({ currentTarget }) => typing(currentTarget)}
        error={faults['cedula']}
        hint={
          state.dataConsent
            ? undefined
            : 'Marca primero la casilla de arriba: sin tu permiso no lo guardamos.'
        }
        required
      />
      <details className={styles.more}>
        <summary>¿Cómo supiste de nosotros? (opcional)</summary>
        <Select
          label="Nos conociste por"
          name="origen"
          initial={values.origen}
          options={origins}
          empty="Elige"
          error={faults['origen']}
        />
        <TextField
          label="Número de campaña"
          name="numero_camp"
          autoComplete="off"
          defaultValue={values.numero_camp}
          hint="Si viste uno en el anuncio."
          error={faults['numero_camp']}
        />
      </details>
    </FormStep>
  );
}
