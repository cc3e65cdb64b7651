import { Alert, Button, Group, Text } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { checkKeys, createProspect } from '#contract/sales/prospects/endpoints.ts';
import { knownSentence, NewProspect, type KnownPerson } from '#contract/sales/prospects/model.ts';
import { call } from '#web/office/lib/call.ts';
import { ContactFields } from '#web/office/ui/ContactFields.tsx';
import { TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import type { Values } from '#web/office/ui/form/values.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { knownIn } from './knownPeople.ts';
import { InterestFields, interestOf, modelOfProject } from './ProspectFields.tsx';

const Words = NewProspect.omit({ asesor_id: true, tipo_documento: true });
type Keys = Values<typeof Words>;

/** Creates a prospect. While the user types, shows persons already known and asks whether it is one of them. */
export function NewProspectDrawer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [known, setKnown] = useState<KnownPerson[]>([]);
  const look = useDebouncedCallback(({ celular, email, cedula, proyecto_id }: Keys) => {
    if (!celular?.trim() && !email?.trim() && !cedula?.trim()) return setKnown([]);
    call(
      checkKeys,
      {
        body: {
          celular: celular ?? '',
          email: email ?? '',
          cedula: cedula ?? '',
          ...(proyecto_id !== null && { proyecto_id }),
        },
      },
      { hold: false },
    ).then(
      ({ data }) => setKnown(data),
      () => setKnown([]),
    );
  }, 400);
  const form = useRecordForm({
    schema: Words,
    initial: {},
    check: ({ nombre, celular, proyecto_id }) => ({
      nombre: nombre?.trim() ? null : 'Escribe el nombre.',
      celular: celular?.trim() ? null : 'Escribe el celular.',
      proyecto_id: proyecto_id === null ? 'Elige el proyecto.' : null,
    }),
    onChange: (now, before) => {
      const same = (['celular', 'email', 'cedula'] as const).every((key) => now[key] === before[key]);
      if (!same) look(now);
      return { ...(!same && { persona_id: null, otra_persona: null }), ...modelOfProject(now, before) };
    },
    send: async ({ cedula, ...body }, as) => {
      try {
        const kept = interestOf(body);
        return await call(
          createProspect,
          { body: { ...kept, ...(body.consentimiento_datos && cedula && { cedula }) } },
          as,
        );
      } catch (error) {
        const found = knownIn(error);
        if (found) setKnown(found);
        throw error;
      }
    },
    success: 'Prospecto anotado.',
    onDone: ({ data }) => void navigate({ to: '/oficina/prospectos/$id', params: { id: data.id } }),
  });
  const { submitError } = form.frame;
  const as = (who: { persona_id: number } | { otra_persona: true }) => {
    form.form.setValues({ persona_id: null, otra_persona: null, ...who });
    form.form.onSubmit(form.frame.onSubmit)();
  };
  return (
    <FormDrawer
      title="Nuevo prospecto"
      opened
      onClose={onClose}
      {...form.frame}
      submitError={knownIn(submitError) ? null : submitError}
      submitLabel="Anotar prospecto"
    >
      <ContactFields of={form} />
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
      <InterestFields of={form} />
      {form.values.consentimiento_datos && (
        <TextField of={form} name="cedula" label="Cédula" placeholder="8-712-4567" />
      )}
    </FormDrawer>
  );
}
