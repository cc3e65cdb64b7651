import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { checkKeys, createProspect } from '#contract/sales/prospects/endpoints.ts';
import { knownSentence, type KnownPerson } from '#contract/sales/prospects/model.ts';
import { call } from '#web/office/lib/call.ts';
import { useAction } from '#web/office/lib/query.ts';
import { Refusal } from '#web/office/lib/refusal.ts';
import { ContactFields } from '#web/office/ui/ContactFields.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { EMPTY_INTEREST, InterestFields, interestOf, type InterestValues } from './ProspectFields.tsx';

type Values = InterestValues & { nombre: string; celular: string; email: string; cedula: string };

/** A new prospect. Who is known already is told while typing, with the choice to go on as the same person or as another. */
export function NewProspectDrawer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [known, setKnown] = useState<KnownPerson[]>([]);
  const save = useAction(createProspect, {
    success: 'Prospecto anotado.',
    inline: true,
  });
  const form = useForm<Values>({
    initialValues: { ...EMPTY_INTEREST, nombre: '', celular: '', email: '', cedula: '' },
    validate: {
      nombre: (text) => (text.trim() ? null : 'Escribe el nombre.'),
      celular: (text) => (text.trim() ? null : 'Escribe el celular.'),
      proyecto_id: (id) => (id ? null : 'Elige el proyecto.'),
    },
  });
  const look = useDebouncedCallback((values: Values) => {
    const { celular, email, cedula, proyecto_id } = values;
    if (!celular.trim() && !email.trim() && !cedula.trim()) return setKnown([]);
    call(
      checkKeys,
      { body: { celular, email, cedula, ...(proyecto_id && { proyecto_id: Number(proyecto_id) }) } },
      { hold: false },
    ).then(
      ({ data }) => setKnown(data),
      () => setKnown([]),
    );
  }, 400);
  form.watch('celular', () => look(form.getValues()));
  form.watch('email', () => look(form.getValues()));
  form.watch('cedula', () => look(form.getValues()));

  const submit = (values: Values, who: { persona_id?: number; otra_persona?: boolean } = {}) =>
    save.mutate(
      {
        body: {
          ...interestOf(values),
          nombre: values.nombre,
          celular: values.celular,
          email: values.email.trim() || null,
          ...(values.consentimiento_datos && values.cedula.trim() && { cedula: values.cedula }),
          ...who,
        },
      },
      {
        onSuccess: ({ data }) => void navigate({ to: '/oficina/prospectos/$id', params: { id: data.id } }),
        onError: (error) => {
          const { known: found } = (error instanceof Refusal ? (error.answer.current ?? {}) : {}) as {
            known?: KnownPerson[];
          };
          if (found) setKnown(found);
        },
      },
    );
  const exists = save.error instanceof Refusal && save.error.code === 'PERSON_EXISTS';
  const as = (who: { persona_id?: number; otra_persona?: boolean }) =>
    form.onSubmit((values) => submit(values, who))();
  return (
    <FormDrawer
      title="Nuevo prospecto"
      opened
      onClose={onClose}
      form={form}
      onSubmit={(values) => submit(values)}
      loading={save.isPending}
      submitError={exists ? null : save.error}
      submitLabel="Anotar prospecto"
    >
      <ContactFields form={form} />
      {known.map((one) => (
        <Alert
          key={one.person?.id ?? one.keys.join()}
          color="yellow"
          variant="light"
          title={knownSentence(one)}
        >
          <Group gap="xs">
            {one.person && (
              <PageLink
                to="/oficina/personas/$id"
                params={{ id: one.person.id }}
                size="sm"
                underline="always"
              >
                Abrir a {one.person.name}
              </PageLink>
            )}
            {one.prospect_id !== null ? (
              <PageLink
                to="/oficina/prospectos/$id"
                params={{ id: one.prospect_id }}
                size="sm"
                underline="always"
              >
                Ver su seguimiento
              </PageLink>
            ) : (
              one.person && (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => as({ persona_id: one.person!.id })}
                >
                  Es la misma persona
                </Button>
              )
            )}
          </Group>
        </Alert>
      ))}
      {known.length > 0 && (
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => as({ otra_persona: true })}>
            Es otra persona: anotar
          </Button>
          <Text size="xs" c="dimmed">
            Queda como coincidencia para revisar.
          </Text>
        </Group>
      )}
      <InterestFields form={form} />
      {form.values.consentimiento_datos && (
        <TextInput label="Cédula" placeholder="8-712-4567" {...form.getInputProps('cedula')} />
      )}
    </FormDrawer>
  );
}
