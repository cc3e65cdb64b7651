import {
  Alert,
  Anchor,
  Button,
  Chip,
  Group,
  Loader,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconArrowLeft, IconCloudOff, IconDeviceFloppy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { origins } from '#contract/company/catalogs/salesLists.ts';
import { normalizePhone, PHONE_ERROR } from '#contract/phone.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import type { OutboxItem } from '#web/office/lib/outbox/database.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import styles from './QuickAddPage.module.css';
import type { QuickProspect } from './quickProspect.ts';
import { useQuickAdd } from './useQuickAdd.ts';
import { Waiting } from './Waiting.tsx';

const INTERESTS = ['2 recámaras', '3 recámaras', 'Primera vivienda', 'Inversión', 'Ver casa modelo'];
const EMPTY = { nombre: '', celular: '', interes: '' };

type Fields = typeof EMPTY;
type Faults = Partial<Record<keyof Fields | 'proyecto', string>>;

/** A prospect in 20 seconds, with one thumb, also where there is no line: it is kept here and sent when there is. */
export function QuickAddPage() {
  const quick = useQuickAdd();
  const [fields, setFields] = useState(EMPTY);
  const [faults, setFaults] = useState<Faults>({});
  const [said, setSaid] = useState('');
  const [failed, setFailed] = useState(false);
  /** Nothing is typed meanwhile: the fields are emptied afterwards. */
  const [saving, setSaving] = useState(false);
  /** What is corrected stays in the queue until the corrected one is kept in its place. */
  const [editing, setEditing] = useState<OutboxItem<QuickProspect> | null>(null);
  const name = useRef<HTMLInputElement>(null);
  const { memory, outbox } = quick;
  const set = (patch: Partial<Fields>) => setFields((before) => ({ ...before, ...patch }));
  const projectId = memory?.projectId ?? (memory?.projects.length === 1 ? memory.projects[0]!.id : null);

  const save = async () => {
    const found = check(fields, projectId);
    setFaults(found);
    if (saving || Object.keys(found).length > 0) return;
    setSaving(true);
    try {
      const body = {
        nombre: fields.nombre.trim(),
        celular: fields.celular,
        proyecto_id: projectId!,
        interes: fields.interes.trim() || null,
        origen: memory?.origin ?? 'feria',
      };
      await (editing ? quick.answer(editing, body) : outbox.enqueue(body));
    } catch {
      setFailed(true);
      return;
    } finally {
      setSaving(false);
    }
    setFailed(false);
    setSaid(`Guardado: ${fields.nombre.trim()}.`);
    setFields(EMPTY);
    setEditing(null);
    name.current?.focus();
  };
  const correct = async (item: OutboxItem<QuickProspect>) => {
    if (fields.nombre.trim() || fields.celular.trim()) {
      const yes = await askConfirm({
        title: '¿Dejar lo que estás escribiendo?',
        text: 'Lo escrito ahora se pierde.',
        confirm: 'Corregir el otro',
      });
      if (!yes) return;
    }
    const { nombre, celular, interes, proyecto_id } = item.typed;
    setFields({ nombre, celular, interes: interes ?? '' });
    quick.choose({ projectId: proyecto_id });
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
          Sigue anotando: queda guardado en este teléfono y se envía solo cuando vuelva la línea.
        </Alert>
      )}
      {!quick.ready ? null : !quick.signedOut && memory ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Stack gap="md">
            <TextInput
              ref={name}
              size="lg"
              label="Nombre"
              required
              autoComplete="off"
              autoCapitalize="words"
              enterKeyHint="next"
              maxLength={120}
              readOnly={saving}
              value={fields.nombre}
              onChange={(event) => set({ nombre: event.currentTarget.value })}
              error={faults.nombre}
            />
            <TextInput
              size="lg"
              label="Celular"
              required
              autoComplete="off"
              inputMode="tel"
              placeholder="6123-4567"
              maxLength={40}
              readOnly={saving}
              value={fields.celular}
              onChange={(event) => set({ celular: event.currentTarget.value })}
              error={faults.celular}
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
              {faults.proyecto && (
                <Text size="sm" c="var(--danger)" role="alert" mt={6}>
                  {faults.proyecto}
                </Text>
              )}
            </fieldset>
            <TextInput
              size="lg"
              label="Interés"
              autoComplete="off"
              maxLength={300}
              readOnly={saving}
              value={fields.interes}
              onChange={(event) => set({ interes: event.currentTarget.value })}
            />
            <Group gap={6}>
              {INTERESTS.map((one) => (
                <Button
                  key={one}
                  size="md"
                  variant="default"
                  px="sm"
                  onClick={() => set({ interes: fields.interes ? `${fields.interes}, ${one}` : one })}
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
              data={origins.rows.map(([, label, { name_id }]) => ({ value: name_id, label }))}
            />
            {failed && (
              <Alert color="red" variant="light" title="Este teléfono no pudo guardarlo" role="alert">
                Libera espacio o sal del modo privado. Lo escrito sigue aquí.
              </Alert>
            )}
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
        </form>
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

function check({ nombre, celular }: Fields, projectId: number | null): Faults {
  return {
    ...(!/\p{L}/u.test(nombre) && { nombre: 'Escribe el nombre.' }),
    ...(!normalizePhone(celular) && { celular: PHONE_ERROR }),
    ...(projectId === null && { proyecto: 'Elige el proyecto.' }),
  };
}
