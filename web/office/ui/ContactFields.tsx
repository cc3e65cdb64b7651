import { TextInput } from '@mantine/core';

interface Props {
  form: { getInputProps: (field: 'nombre' | 'celular' | 'email') => object };
  nameLabel?: string;
  emailHint?: string;
}

/** Name, telephone and mail of a customer as a colleague types them: what may be kept before the data consent. */
export function ContactFields({ form, nameLabel = 'Nombre completo', emailHint }: Props) {
  return (
    <>
      <TextInput label={nameLabel} required autoComplete="off" {...form.getInputProps('nombre')} />
      <TextInput
        label="Celular"
        required
        inputMode="tel"
        placeholder="6123-4567"
        {...form.getInputProps('celular')}
      />
      <TextInput label="Correo" inputMode="email" description={emailHint} {...form.getInputProps('email')} />
    </>
  );
}
