import { Alert, Button, List, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { demoContents, eraseDemo } from '#contract/overview/setup/endpoints.ts';
import { DEMO_STAYS, FirstAdministrator } from '#contract/overview/setup/model.ts';
import { PASSWORD_MIN, whyNotPassword } from '#contract/company/auth/rules.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { renewSession } from '#web/office/lib/session.ts';
import { Section } from '#web/office/ui/Section.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';

const VISIBLE = { 'aria-label': 'Ver la contraseña' };

/** Only in a demonstration: what goes, what stays, and the act itself with the password and the company's name. */
export function DemoSection() {
  const { data } = useQuery(queryOf(demoContents));
  const [opened, setOpened] = useState(false);
  if (!data?.data.demo) return null;
  const { goes, company } = data.data;
  return (
    <Section
      id="demostracion"
      title="Borrar la demostración"
      text="Deja el sistema vacío para empezar con la empresa propia. No se puede deshacer."
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" mb="md">
        <div>
          <Text size="sm" fw={600}>
            Se borra
          </Text>
          <List size="sm">
            {goes.map(({ label, count }) => (
              <List.Item key={label}>
                {label}: <span className="figures">{count.toLocaleString('es-PA')}</span>
              </List.Item>
            ))}
            <List.Item>Imágenes, planos, videos y papeles</List.Item>
            <List.Item>Las sesiones abiertas; la numeración vuelve a empezar</List.Item>
          </List>
        </div>
        <div>
          <Text size="sm" fw={600}>
            Se queda
          </Text>
          <List size="sm">
            {DEMO_STAYS.map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </div>
      </SimpleGrid>
      {opened ? (
        <EraseForm company={company} />
      ) : (
        <Button variant="default" onClick={() => setOpened(true)}>
          Borrar la demostración…
        </Button>
      )}
    </Section>
  );
}

function EraseForm({ company }: { company: string }) {
  const client = useQueryClient();
  const router = useRouter();
  const erase = useAction(eraseDemo, { invalidates: [], inline: true, hold: false });
  const form = useForm({
    initialValues: { company: '', current: '', name: '', email: '', password: '' },
    validateInputOnBlur: true,
    validate: (values) => ({
      ...zodErrors(FirstAdministrator)(values),
      ...(whyNotPassword(values.password, [values.name, values.email]) && {
        password: whyNotPassword(values.password, [values.name, values.email]),
      }),
      ...(values.current === '' && { current: 'Escribe tu contraseña de ahora.' }),
      ...(values.company.trim() === '' && { company: `Escribe «${company}».` }),
    }),
  });
  const submit = (body: typeof form.values) =>
    erase.mutate(
      { body },
      {
        onSuccess: async () => {
          form.resetDirty();
          client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
          await renewSession(client);
          router.history.push('/oficina/puesta-en-marcha');
        },
      },
    );
  return (
    <RecordForm
      form={form}
      onSubmit={submit}
      loading={erase.isPending}
      submitError={erase.error}
      submitLabel="Borrar y empezar mi empresa"
    >
      <Alert color="red" variant="light" title="Todo lo de la demostración se borra en este momento" />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label={`Para confirmar, escribe ${company}`}
          required
          autoComplete="off"
          {...form.getInputProps('company')}
        />
        <PasswordInput
          label="Tu contraseña de ahora"
          required
          autoComplete="current-password"
          visibilityToggleButtonProps={VISIBLE}
          {...form.getInputProps('current')}
        />
      </SimpleGrid>
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          Quien administra la empresa propia
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput label="Nombre" required autoComplete="name" {...form.getInputProps('name')} />
          <TextInput
            label="Correo"
            required
            type="email"
            autoComplete="email"
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Contraseña nueva"
            description={`Al menos ${PASSWORD_MIN} caracteres.`}
            required
            autoComplete="new-password"
            visibilityToggleButtonProps={VISIBLE}
            {...form.getInputProps('password')}
          />
        </SimpleGrid>
      </Stack>
    </RecordForm>
  );
}
