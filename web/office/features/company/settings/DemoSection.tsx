import { Alert, Button, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { demoContents, eraseDemo } from '#contract/overview/setup/endpoints.ts';
import { DEMO_STAYS } from '#contract/overview/setup/model.ts';
import { PASSWORD_MIN, whyNotPassword } from '#contract/company/auth/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { renewSession } from '#web/office/lib/session.ts';
import { Section } from '#web/office/ui/Section.tsx';
import { PasswordField, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';

/**
 * Demo data, only in a demonstration: what is deleted, what stays, and the deletion, which asks for the password and
 * the company's name.
 */
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
            <List.Item>Imágenes, planos, videos y documentos</List.Item>
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

export function EraseForm({ company }: { company: string }) {
  const client = useQueryClient();
  const router = useRouter();
  const form = useRecordForm({
    schema: eraseDemo.body,
    initial: {},
    check: ({ company: typed, current, name, email, password }) => ({
      company: typed?.trim() ? null : `Escribe «${company}».`,
      current: current === null ? 'Escribe tu contraseña de ahora.' : null,
      password: whyNotPassword(password ?? '', [name ?? '', email ?? '']),
    }),
    send: (body) => call(eraseDemo, { body }, { hold: false }),
    onDone: async () => {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
      await renewSession(client);
      void router.navigate({ to: '/oficina/puesta-en-marcha' });
    },
  });
  return (
    <RecordForm {...form.frame} submitLabel="Borrar y empezar mi empresa">
      <Alert color="red" variant="light" title="Todo lo de la demostración se borra en este momento" />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextField
          of={form}
          name="company"
          label={`Para confirmar, escribe ${company}`}
          required
          autoComplete="off"
        />
        <PasswordField
          of={form}
          name="current"
          label="Tu contraseña de ahora"
          required
          autoComplete="current-password"
        />
      </SimpleGrid>
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          Quien administra la empresa propia
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextField of={form} name="name" label="Nombre" required autoComplete="name" />
          <TextField of={form} name="email" label="Correo" required type="email" autoComplete="email" />
          <PasswordField
            of={form}
            name="password"
            label="Contraseña nueva"
            description={`Al menos ${PASSWORD_MIN} caracteres.`}
            required
            autoComplete="new-password"
          />
        </SimpleGrid>
      </Stack>
    </RecordForm>
  );
}
