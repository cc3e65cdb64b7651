import { ActionIcon, Alert, Button, CopyButton, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { z } from 'zod';
import { invitePeople } from '#contract/overview/setup/endpoints.ts';
import {
  INVITED_ROLES,
  PEOPLE_WANTED,
  type Invitation,
  type Invited,
  type SetupProgress,
} from '#contract/overview/setup/model.ts';
import { call } from '#web/office/lib/call.ts';
import { OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Existing } from './Existing.tsx';
import styles from './setup.module.css';

const People = invitePeople.body.pick({ people: true });
const FIRST = ['coordinador', 'procesador', 'contabilidad'].map((role) => ({ role }));

/** Invites colleagues with their roles. Their links are also shown here. */
export function PeopleStep({ progress, onNext }: { progress: SetupProgress; onNext: () => void }) {
  const there = progress.steps.find(({ id }) => id === 'personas')?.count ?? 0;
  const mails = progress.steps.find(({ id }) => id === 'correo')?.done ?? false;
  const [invited, setInvited] = useState<Invitation[] | null>(null);
  const form = useRecordForm({
    schema: People,
    initial: { people: FIRST as z.input<typeof Invited>[] },
    send: (body) =>
      call(invitePeople, { body: { ...body, project_ids: progress.project ? [progress.project.id] : [] } }),
    onDone: ({ data }) => setInvited(data),
  });
  const { rows, add, remove } = rowsOf(form, 'people');
  if (invited) return <Links invited={invited} mails={mails} onNext={onNext} />;
  return (
    <>
      {there > 0 && (
        <Existing title={there === 1 ? 'Hay una persona más' : `Hay ${there} personas más`} onNext={onNext}>
          {there < PEOPLE_WANTED && 'Conviene que sean al menos tres.'}
        </Existing>
      )}
      <RecordForm
        {...form.frame}
        submitLabel={rows.length === 1 ? 'Invitar' : `Invitar a ${rows.length} personas`}
      >
        {rows.map((of, at) => (
          <fieldset key={at} className={styles.person} aria-label={`Persona ${at + 1}`}>
            <TextField of={of} name="name" label="Nombre" maxLength={120} />
            <TextField of={of} name="email" label="Correo" type="email" />
            <OptionField
              of={of}
              name="role"
              label="Rol"
              options={INVITED_ROLES.map(({ name, display_name }) => ({ value: name, label: display_name }))}
            />
            <ActionIcon
              mt={26}
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Quitar a la persona ${at + 1}`}
              disabled={rows.length === 1}
              onClick={() => remove(at)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </fieldset>
        ))}
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={rows.length >= 20}
            onClick={() => add({ role: 'asesor' })}
          >
            Agregar persona
          </Button>
        </Group>
      </RecordForm>
    </>
  );
}

/** The links are shown once; without a mail server they are the only way to sign in. */
const Links = ({
  invited,
  mails,
  onNext,
}: {
  invited: readonly Invitation[];
  mails: boolean;
  onNext: () => void;
}) => (
  <Stack>
    <Alert
      variant="light"
      color="brand"
      title={mails ? 'Las invitaciones van por correo' : 'No hay servidor de correo: pásales el enlace'}
    >
      Cada enlace sirve una vez, durante siete días, y solo para esa persona. Quedan también en{' '}
      <PageLink to="/oficina/correos" underline="always">
        Correos
      </PageLink>
      .
    </Alert>
    {invited.map(({ id, name, role, link }) => (
      <div key={id}>
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm">
            <b>{name}</b> · {role}
          </Text>
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <Button size="compact-sm" variant="default" onClick={copy}>
                {copied ? 'Copiado' : 'Copiar enlace'}
                <VisuallyHidden> de {name}</VisuallyHidden>
              </Button>
            )}
          </CopyButton>
        </Group>
        <code className={styles.link}>{link}</code>
      </div>
    ))}
    <Group justify="flex-end">
      <Button onClick={onNext}>Terminar</Button>
    </Group>
  </Stack>
);
