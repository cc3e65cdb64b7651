import type { z } from 'zod';
import { TextField } from './form/fields.tsx';
import type { RecordFormOf } from './form/useFields.ts';

type Said = z.ZodType<unknown, string | null | undefined>;

interface Props {
  of: RecordFormOf<z.ZodObject<Record<'nombre' | 'celular' | 'email', Said>>>;
  nameLabel?: string;
  emailHint?: string;
}

/** Name, phone and mail of a customer, entered by staff. These may be stored before the data consent. */
export function ContactFields({ of, nameLabel = 'Nombre completo', emailHint }: Props) {
  return (
    <>
      <TextField of={of} name="nombre" label={nameLabel} required autoComplete="off" />
      <TextField of={of} name="celular" label="Celular" required inputMode="tel" placeholder="6123-4567" />
      <TextField of={of} name="email" label="Correo" inputMode="email" description={emailHint} />
    </>
  );
}
