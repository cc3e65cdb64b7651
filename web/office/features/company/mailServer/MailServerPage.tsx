import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  getMailServer,
  removeMailServer,
  saveMailServer,
  testMailServer,
} from '#contract/company/mailServer/endpoints.ts';
import { MAIL_SECURITY, MailServerToSave, type MailServerState } from '#contract/company/mailServer/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { useCan } from '#web/office/lib/session.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { OptionField, PasswordField, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';

const SAID = {
  none: {
    color: 'yellow',
    title: 'No hay servidor de correo: nada sale de aquí',
    text: 'Los correos se guardan en la oficina hasta que haya uno. Escribe abajo los datos que da tu proveedor de correo.',
  },
  environment: {
    color: 'blue',
    title: 'El servidor lo pone quien opera el sistema',
    text: 'Viene de las variables SMTP_URL y MAIL_FROM, que van antes que lo de esta página. Aquí se puede probar.',
  },
  office: null,
} as const;

/** The mail server in force, a test of it, and the form that sets another one. */
export function MailServerPage() {
  const { data, error } = useQuery(queryOf(getMailServer));
  const edits = useCan('administracion.editar');
  if (!data) return error ? <Alert color="red" variant="light" title={sentence(error)} /> : <PendingPage />;
  const state = data.data;
  const said = SAID[state.origin];
  return (
    <>
      <PageHeader
        title="Servidor de correo"
        count={null}
        text="Por dónde salen los correos a compradores y colegas."
      />
      <Stack gap="md" maw={760}>
        {said && (
          <Alert variant="light" color={said.color} title={said.title}>
            {said.text}
          </Alert>
        )}
        {state.origin !== 'none' && <InForce state={state} edits={edits} />}
        {state.origin !== 'environment' && edits && <MailServerForm state={state} />}
        {!edits && <Text size="sm">Solo quien edita la administración puede cambiar algo aquí.</Text>}
      </Stack>
    </>
  );
}

function InForce({ state, edits }: { state: MailServerState; edits: boolean }) {
  const test = useAction(testMailServer, { success: ({ success }) => success });
  const remove = useAction(removeMailServer, { success: ({ success }) => success });
  const askRemove = async () => {
    const sure = await askConfirm({
      title: 'Quitar el servidor de correo',
      text: 'Desde ese momento los correos se quedan en la oficina, y nadie puede entrar con un código por correo.',
      confirm: 'Quitar servidor',
      danger: true,
    });
    if (sure) remove.mutate({});
  };
  return (
    <Section title="En vigor">
      <Facts
        rows={[
          ['Servidor', state.at],
          ['Los correos salen como', state.from],
        ]}
      />
      <Group gap="xs" mt="md">
        {edits && (
          <Button loading={test.isPending} onClick={() => test.mutate({})}>
            Enviarme una prueba
          </Button>
        )}
        {edits && state.origin === 'office' && (
          <Button variant="default" loading={remove.isPending} onClick={() => void askRemove()}>
            Quitar servidor
          </Button>
        )}
        <PageLink to="/oficina/correos" size="sm">
          Ver los correos
        </PageLink>
      </Group>
      {edits && (
        <Text size="sm" c="dimmed" mt="xs">
          La prueba va a {state.test_to}.
        </Text>
      )}
    </Section>
  );
}

/** Sends a test mail with what is typed, and keeps it only if the mail left. */
export function MailServerForm({ state }: { state: MailServerState }) {
  const { kept, ports } = state;
  const form = useRecordForm({
    schema: MailServerToSave,
    initial: kept
      ? { ...kept, password: '' }
      : { version: 0, security: 'tls', port: ports.find((port) => port === 465) ?? ports[0] ?? null },
    send: (body) => call(saveMailServer, { body }, { hold: false }),
    success: ({ success }) => success,
  });
  return (
    <Section
      title={kept ? 'Cambiar el servidor' : 'Poner un servidor'}
      text="Al guardar te enviamos un correo de prueba con estos datos. Si no sale, te decimos por qué y nada cambia."
    >
      <RecordForm {...form.frame} submitLabel="Probar y guardar">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextField
            of={form}
            name="host"
            label="Servidor"
            placeholder="smtp.empresa.com"
            autoComplete="off"
          />
          <OptionField
            of={form}
            name="port"
            label="Puerto"
            options={ports.map((port) => ({ value: port, label: String(port) }))}
          />
        </SimpleGrid>
        <OptionField
          of={form}
          name="security"
          label="Cifrado"
          options={Object.entries(MAIL_SECURITY).map(([value, label]) => ({ value, label }))}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextField
            of={form}
            name="username"
            label="Usuario"
            description="Vacío si el servidor no lo pide"
            autoComplete="off"
          />
          <PasswordField
            of={form}
            name="password"
            label="Contraseña"
            description={
              kept?.has_password
                ? 'Vacía: sigue la guardada, si el servidor y el usuario son los mismos'
                : 'Algunos proveedores dan una contraseña de aplicación'
            }
            autoComplete="new-password"
          />
          <TextField of={form} name="sender_name" label="Nombre de quien envía" placeholder="Casas del Sol" />
          <TextField
            of={form}
            name="sender_address"
            label="Correo de quien envía"
            type="email"
            placeholder="avisos@empresa.com"
          />
        </SimpleGrid>
        <TextField
          of={form}
          name="reply_to"
          label="Correo para las respuestas"
          description="Vacío: llegan a quien envía"
          type="email"
        />
      </RecordForm>
    </Section>
  );
}
