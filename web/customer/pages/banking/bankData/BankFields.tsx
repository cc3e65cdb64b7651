import type { FieldName, FieldSpec } from '#contract/banking/bankData/bankData.fields.ts';
import { Choices, TickBox } from '#web/customer/components/Choices.tsx';
import { DayField } from '#web/customer/components/DayField.tsx';
import { TextField } from '#web/customer/components/Field.tsx';
import { Select } from '#web/customer/components/Select.tsx';

export const DOCUMENTS: Readonly<Record<string, string>> = {
  cedula: 'Cédula',
  pasaporte: 'Pasaporte',
  ruc: 'RUC',
};
const labelOf = (option: string) => DOCUMENTS[option] ?? option;
const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  email: 'email',
  fecha_nacimiento: 'bday',
  direccion: 'street-address',
  telefono_casa: 'home tel',
  telefono_trabajo: 'work tel',
  empresa: 'organization',
  ocupacion: 'organization-title',
};
/** Up to this many options are radio buttons; more are a select. */
const FEW = 5;

interface Props {
  name: FieldName;
  spec: FieldSpec;
  value: string;
  error: string | undefined;
  provinces: readonly string[];
  onChoose: (name: FieldName, value: string) => void;
}

/** One field of the bank profile, with the input for its kind. */
export function BankField({ name, spec, value, error, provinces, onChoose }: Props) {
  const common = { label: spec.label, name, error, hint: spec.hint, required: spec.required === true };
  if (name === 'provincia') {
    const { hint: _none, ...rest } = common;
    return (
      <Select
        {...rest}
        initial={value}
        options={provinces.map((one) => ({ value: one, label: one }))}
        empty="Elige tu provincia"
      />
    );
  }
  switch (spec.kind) {
    case 'choice':
      return spec.options.length <= FEW ? (
        <Choices
          {...common}
          options={spec.options.map((option) => ({ value: option, label: labelOf(option) }))}
          initial={value}
          onChoose={(chosen) => onChoose(name, chosen)}
          across={spec.options.length <= 2}
        />
      ) : (
        <Select
          label={spec.label}
          name={name}
          error={error}
          required={spec.required === true}
          initial={value}
          options={spec.options.map((option) => ({ value: option, label: labelOf(option) }))}
          empty="Elige"
        />
      );
    case 'check':
      return (
        <TickBox
          name={name}
          initial={value !== ''}
          error={error}
          onTick={(ticked) => onChoose(name, ticked ? '1' : '')}
        >
          {spec.text}
        </TickBox>
      );
    case 'date':
      return <DayField {...common} autoComplete={AUTOCOMPLETE[name] ?? 'off'} initial={value} />;
    case 'money':
      return (
        <TextField
          {...common}
          inputMode="decimal"
          placeholder="0.00"
          autoComplete="off"
          defaultValue={value}
        />
      );
    case 'int':
      return <TextField {...common} inputMode="numeric" autoComplete="off" defaultValue={value} />;
    case 'phone':
      return (
        <TextField
          {...common}
          type="tel"
          inputMode="tel"
          autoComplete={AUTOCOMPLETE[name] ?? 'off'}
          defaultValue={value}
        />
      );
    case 'email':
      return (
        <TextField {...common} type="email" autoComplete={AUTOCOMPLETE[name] ?? 'off'} defaultValue={value} />
      );
    default:
      return <TextField {...common} autoComplete={AUTOCOMPLETE[name] ?? 'off'} defaultValue={value} />;
  }
}
