import {
  ActionIcon,
  Alert,
  Button,
  CopyButton,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { z } from 'zod';
import { invitePeople, setupProgress } from '#contract/overview/setup/endpoints.ts';
import {
  INVITED_ROLES,
  Invited,
  PEOPLE_WANTED,
  type Invitation,
  type SetupProgress,
} from '#contract/overview/setup/model.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { useAction } from '#web/office/lib/query.ts';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Existing } from './Existing.tsx';
import styles from './setup.module.css';

interface Person {
  name: string;
  email: string;
  role: string;
}
const FIRST: Person[] = ['coordinador', 'procesador', 'contabilidad'].map((role) => ({
  name: '',
  email: '',
  role,
}));

const People = z.object({ people: z.array(Invited) });

/** Colleagues with their role; each gets a link, which is shown here as well. */
export function PeopleStep({ progress, onNext }: { progress: SetupProgress; onNext: () => void }) {
  const there = progress.steps.find(({ id }) => id === 'personas')?.count ?? 0;
  const mails = progress.steps.find(({ id }) => id === 'correo')?.done ?? false;
  const invite = useAction(invitePeople, { invalidates: [setupProgress], inline: true });
  const form = useForm<{ people: Person[] }>({
    initialValues: { people: FIRST },
    validateInputOnBlur: true,
    validate: zodErrors(People),
  });
  const { people } = form.values;
  const projectIds = progress.project ? [progress.project.id] : [];
  if (invite.data) return <Links invited={invite.data.data} mails={mails} onNext={onNext} />;
  return (
    <>
      {there > 0 && (
        <Existing title={there === 1 ? 'Hay una persona más' : `Hay ${there} personas más`} onNext={onNext}>
          {there < PEOPLE_WANTED && 'Conviene que sean al menos tres.'}
        </Existing>
      )}
      <RecordForm
        form={form}
        onSubmit={({ people: all }) =>
          invite.mutate({
            body: { people: all as z.input<typeof Invited>[], project_ids: projectIds },
          })
        }
        loading={invite.isPending}
        submitError={invite.error}
        submitLabel={people.length === 1 ? 'Invitar' : `Invitar a ${people.length} personas`}
      >
        {people.map((one, at) => (
          <fieldset key={at} className={styles.person} aria-label={`Persona ${at + 1}`}>
            <TextInput label="Nombre" required maxLength={120} {...form.getInputProps(`people.${at}.name`)} />
            <TextInput label="Correo" type="email" required {...form.getInputProps(`people.${at}.email`)} />
            <NativeSelect
              label="Rol"
              required
              data={INVITED_ROLES.map(({ name, display_name }) => ({ value: name, label: display_name }))}
              {...form.getInputProps(`people.${at}.role`)}
            />
            <ActionIcon
              mt={26}
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Quitar a la persona ${at + 1}`}
              disabled={people.length === 1}
              onClick={() => form.removeListItem('people', at)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </fieldset>
        ))}
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={people.length >= 20}
            onClick={() => form.insertListItem('people', { name: '', email: '', role: 'asesor' })}
          >
            Agregar persona
          </Button>
        </Group>
      </RecordForm>
    </>
  );
}

/** The links are shown once; without a mail server they are the only way in. */
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
      <PageLink href="/oficina/correos" underline="always">
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
