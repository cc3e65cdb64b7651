import { TextField } from './Field.tsx';

interface Props {
  initial?: { nombre: string; celular: string; email: string } | null;
  faults: Readonly<Partial<Record<string, string | null>>>;
  emailHint?: string;
  emailOptional?: boolean;
}

/** Name, phone and mail of the person who fills in a form (`lib/contact.ts` validates them). */
export function ContactFields({ initial, faults, emailHint, emailOptional = false }: Props) {
  return (
    <>
      <TextField
        label="Nombre completo"
        name="nombre"
        autoComplete="name"
        autoCapitalize="words"
        defaultValue={initial?.nombre}
        error={faults['nombre'] ?? undefined}
        required
      />
      <TextField
        label="Celular"
        name="celular"
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        placeholder="6123-4567"
        defaultValue={initial?.celular}
        error={faults['celular'] ?? undefined}
        required
      />
      <TextField
        label="Correo"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        placeholder="ana@correo.com"
        hint={emailHint}
        defaultValue={initial?.email}
        error={faults['email'] ?? undefined}
        required={!emailOptional}
      />
    </>
  );
}
