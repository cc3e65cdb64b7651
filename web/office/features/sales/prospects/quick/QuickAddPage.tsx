import { Alert, Anchor, Button, Chip, Group, Loader, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconCloudOff, IconDeviceFloppy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { normalizePhone, PHONE_ERROR } from '#contract/phone.ts';
import { NewProspect } from '#contract/sales/prospects/model.ts';
import { useWordOptions } from '#web/office/lib/formLists.ts';
import { Refusal } from '#web/office/lib/refusal.ts';
import { useUnsavedGuard } from '#web/office/lib/useUnsavedGuard.ts';
import { bound, TextField } from '#web/office/ui/form/fields.tsx';
import { FormBody } from '#web/office/ui/form/FormBody.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import type { OutboxItem } from '#web/office/lib/outbox/database.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import styles from './QuickAddPage.module.css';
import type { QuickProspect } from './quickProspect.ts';
import { useQuickAdd } from './useQuickAdd.ts';
import { Waiting } from './Waiting.tsx';

const INTERESTS = ['2 recámaras', '3 recámaras', 'Primera vivienda', 'Inversión', 'Ver casa modelo'];
/** Project and origin are not here: the page remembers them for the next prospect. */
const Quick = NewProspect.pick({ nombre: true, celular: true, interes: true }).extend({
  nombre: NewProspect.shape.nombre.unwrap().unwrap(),
});

const fieldsOf = ({ nombre, celular, interes }: QuickProspect) => ({
  nombre,
  celular,
  interes: interes ?? null,
});

/** Adds a prospect in 20 seconds, with one thumb, also offline: the outbox keeps it and sends it later. */
export function QuickAddPage() {
  const quick = useQuickAdd();
  const origins = useWordOptions('origen', quick.memory?.origin);
  const [said, setSaid] = useState('');
  /** The corrected item stays in the queue until its replacement is saved. */
  const [editing, setEditing] = useState<OutboxItem<QuickProspect> | null>(null);
  const name = useRef<HTMLInputElement>(null);
  const { memory, outbox } = quick;
  const projectId = memory?.projectId ?? (memory?.projects.length === 1 ? memory.projects[0]!.id : null);
  const form = useRecordForm<typeof Quick, object | void>({
    schema: Quick,
    initial: {},
    check: ({ celular }) => ({
      celular: normalizePhone(celular ?? '') ? null : PHONE_ERROR,
      proyecto: projectId === null ? 'Elige el proyecto.' : null,
    }),
    send: async ({ nombre, celular, interes }) => {
      const body = {
        nombre: nombre.trim(),
        celular,
        proyecto_id: projectId!,
        interes: interes?.trim() || null,
        origen: memory?.origin ?? 'feria',
      };
      try {
        await (editing ? quick.answer(editing, body) : outbox.enqueue(body));
      } catch {
        throw new Refusal(422, {
          message:
            'Este teléfono no pudo guardarlo. Libera espacio o sal del modo privado. Lo escrito sigue aquí.',
          code: 'STORAGE',
          request_id: '',
        });
      }
      setSaid(`Guardado: ${body.nombre}.`);
    },
    onDone: () => {
      form.clear();
      setEditing(null);
      name.current?.focus();
    },
  });
  useUnsavedGuard(form.form.isDirty() && !form.loading);
  const saving = form.loading;
  const interest = bound(form, 'interes');
  const fault = form.form.errors['proyecto'];
  const correct = async (item: OutboxItem<QuickProspect>) => {
    if (form.form.isDirty()) {
      const yes = await askConfirm({
        title: '¿Dejar lo que estás escribiendo?',
        text: 'Lo escrito ahora se pierde.',
        confirm: 'Corregir el otro',
      });
      if (!yes) return;
    }
    form.fill(fieldsOf(item.typed));
    quick.choose({ projectId: item.typed.proyecto_id });
    setEditing(item);
    name.current?.focus();
  };

  return (
    <main className={styles.page}>
      <Group justify="space-between" wrap="nowrap">
        <Anchor href="/oficina/prospectos" aria-label="Volver a prospectos" className={styles.back}>
          <IconArrowLeft size={22} aria-hidden />
        </Anchor>
        <Title order={1} size="h2" flex={1}>
          Prospecto rápido
        </Title>
        {outbox.sending !== null && <Loader size="sm" aria-label="Enviando" />}
      </Group>
      {!outbox.online && (
        <Alert color="yellow" variant="light" icon={<IconCloudOff aria-hidden />} title="Sin conexión">
          Sigue anotando: queda guardado en este teléfono y se envía solo cuando vuelva la señal.
        </Alert>
      )}
      {!quick.ready ? null : !quick.signedOut && memory ? (
        <FormBody {...form.frame} foot={null}>
          <Stack gap="md">
            <TextField
              of={form}
              name="nombre"
              ref={name}
              size="lg"
              label="Nombre"
              autoComplete="off"
              autoCapitalize="words"
              enterKeyHint="next"
              maxLength={120}
              readOnly={saving}
            />
            <TextField
              of={form}
              name="celular"
              size="lg"
              label="Celular"
              required
              autoComplete="off"
              inputMode="tel"
              placeholder="6123-4567"
              maxLength={40}
              readOnly={saving}
            />
            <fieldset className={styles.group}>
              <legend>
                Proyecto{' '}
                <span className={styles.must} aria-hidden>
                  *
                </span>
              </legend>
              <Chip.Group
                value={projectId === null ? '' : String(projectId)}
                onChange={(id) => quick.choose({ projectId: Number(id) })}
              >
                <Group gap="xs">
                  {memory.projects.map((one) => (
                    <Chip
                      key={one.id}
                      value={String(one.id)}
                      size="lg"
                      name="proyecto"
                      classNames={{ label: styles.chip }}
                    >
                      {one.name}
                    </Chip>
                  ))}
                </Group>
              </Chip.Group>
              {fault && (
                <Text size="sm" c="var(--danger)" role="alert" mt={6}>
                  {fault}
                </Text>
              )}
            </fieldset>
            <TextField
              of={form}
              name="interes"
              size="lg"
              label="Interés"
              autoComplete="off"
              maxLength={300}
              readOnly={saving}
            />
            <Group gap={6}>
              {INTERESTS.map((one) => (
                <Button
                  key={one}
                  size="md"
                  variant="default"
                  px="sm"
                  onClick={() => interest.set(interest.value ? `${interest.value}, ${one}` : one)}
                >
                  {one}
                </Button>
              ))}
            </Group>
            <NativeSelect
              size="lg"
              label="Origen"
              value={memory.origin}
              onChange={(event) => quick.choose({ origin: event.currentTarget.value })}
              data={origins}
            />
            <Button
              type="submit"
              size="xl"
              fullWidth
              loading={saving}
              leftSection={<IconDeviceFloppy aria-hidden />}
            >
              {editing ? 'Guardar corregido' : 'Guardar'}
            </Button>
          </Stack>
        </FormBody>
      ) : (
        <Alert variant="light" title={quick.signedOut ? 'Ingresa para anotar' : 'Conéctate una primera vez'}>
          {quick.signedOut ? (
            <>
              {outbox.held > 0 && <Text size="sm">{heldSentence(outbox.held)}</Text>}
              <Anchor href="/ingresar">Ingresar a la oficina</Anchor>
            </>
          ) : (
            'Abre esta página una vez con conexión: después funciona sin ella.'
          )}
        </Alert>
      )}
      <Text component="output" size="sm" c="dimmed" mih={22}>
        {said}
      </Text>
      <Waiting quick={quick} onCorrect={(item) => void correct(item)} />
      {outbox.sent.length > 0 && (
        <section>
          <Title order={2} size="h4" mb="xs">
            Enviados
          </Title>
          <Stack gap={4}>
            {outbox.sent.map((one) => (
              <PageLink
                key={one.id}
                to="/oficina/prospectos/$id"
                params={{ id: one.answer.data.id }}
                underline="always"
              >
                {one.answer.data.person.name}
              </PageLink>
            ))}
          </Stack>
        </section>
      )}
    </main>
  );
}

const heldSentence = (held: number) =>
  held === 1
    ? 'Tu sesión terminó. Queda 1 guardado en este dispositivo: se envía cuando ingreses.'
    : `Tu sesión terminó. Quedan ${held} guardados en este dispositivo: se envían cuando ingreses.`;
