import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { PASSWORD_MIN, whyNotPassword } from '#contract/company/auth/rules.ts';
import { setUpAdministrator, setupState } from '#contract/overview/setup/endpoints.ts';
import { FirstAdministrator } from '#contract/overview/setup/model.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { keyOf, useAction } from '#web/office/lib/query.ts';
import { renewSession } from '#web/office/lib/session.ts';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';

/** The second step: whoever has the code becomes the administrator, signed in at once. */
export function FirstAdministratorForm({ code, onBack }: { code: string; onBack: () => void }) {
  const client = useQueryClient();
  const router = useRouter();
  const save = useAction(setUpAdministrator, { invalidates: [], inline: true, hold: false });
  const form = useForm({
    initialValues: { name: '', email: '', password: '' },
    validateInputOnBlur: true,
    validate: (values) => {
      const weak = whyNotPassword(values.password, [values.name, values.email]);
      return { ...zodErrors(FirstAdministrator)(values), ...(weak && { password: weak }) };
    },
  });
  return (
    <RecordForm
      form={form}
      onSubmit={(values) =>
        save.mutate(
          { body: { code, ...values } },
          {
            onSuccess: async () => {
              form.resetDirty();
              client.removeQueries({ queryKey: keyOf(setupState) });
              await renewSession(client);
              router.history.replace('/oficina/puesta-en-marcha');
            },
          },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Crear y entrar"
      beside={
        <Button variant="default" onClick={onBack}>
          Volver a la empresa
        </Button>
      }
    >
      <TextInput label="Tu nombre" required autoComplete="name" {...form.getInputProps('name')} />
      <TextInput
        label="Tu correo"
        description="Con él se ingresa a la oficina."
        type="email"
        required
        autoComplete="username"
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label="Contraseña"
        description={`Al menos ${PASSWORD_MIN} caracteres; varias palabras juntas funcionan bien.`}
        required
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Ver la contraseña' }}
        {...form.getInputProps('password')}
      />
    </RecordForm>
  );
}
