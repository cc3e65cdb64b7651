import { Alert, Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { draftOf, type DraftEntry } from '#contract/works/diary/dictation.ts';
import {
  ENTRY_PHOTOS,
  missingOf,
  SECTION_LABELS,
  STOP_LABELS,
  type FieldDiary,
} from '#contract/works/diary/model.ts';
import { DraftContext, useDrafted } from '#web/office/lib/outbox/draftContext.ts';
import { Refusal } from '#web/office/lib/refusal.ts';
import { useUnsavedGuard } from '#web/office/lib/useUnsavedGuard.ts';
import { Photos } from '../../jobs/Photos.tsx';
import type { EntryFields } from '../typed.ts';
import { OneEntry } from './OneEntry.tsx';

interface DictationProps {
  contracts: FieldDiary['contratos'];
  /** `last`: of those that are saved together. */
  keep: (fields: EntryFields, photos: readonly File[], last: boolean) => Promise<void>;
  onDone: () => void;
}

const fieldsOf = (draft: DraftEntry): EntryFields => ({
  contrato_id: null,
  cantidad: undefined,
  motivo: undefined,
  horas: undefined,
  ...draft,
});

/** A whole day dictated at once: it becomes entries, which the person looks over and saves. */
export function Dictation({ contracts, keep, onDone }: DictationProps) {
  const [text, setText] = useDrafted('texto', '');
  const [photos, setPhotos] = useDrafted<File[]>('fotos', []);
  const [drafts, setDrafts] = useDrafted<EntryFields[] | null>('anotaciones', null);
  const [editing, setEditing] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useUnsavedGuard(text.trim() !== '' || photos.length > 0);
  const put = (at: number, now: EntryFields | null) =>
    setDrafts((drafts ?? []).flatMap((one, place) => (place === at ? (now ? [now] : []) : [one])));
  const incomplete = (drafts ?? []).filter((one) => missingOf(one).length > 0).length;

  const saveAll = async () => {
    const waiting = [...(drafts ?? [])];
    // The photographs go with what was built, else with the first entry.
    const first = Math.max(
      0,
      waiting.findIndex(({ seccion }) => seccion === 'trabajo'),
    );
    waiting.unshift(...waiting.splice(first, 1));
    let shots: readonly File[] = photos;
    try {
      while (waiting.length > 0) {
        await keep(waiting[0]!, shots, waiting.length === 1);
        waiting.shift();
        shots = [];
      }
      onDone();
    } catch (error) {
      // What is stored is not stored again.
      setDrafts(waiting);
      setText(waiting.map(({ texto }) => texto).join('. '));
      setPhotos([...shots]);
      setFault(error instanceof Refusal ? error.message : 'No se pudo guardar. Lo escrito sigue aquí.');
    }
  };

  if (drafts && editing !== null)
    return (
      <DraftContext value={null}>
        <OneEntry
          contracts={contracts}
          initial={drafts[editing] ?? {}}
          photos={null}
          submitLabel="Listo"
          onCancel={() => setEditing(null)}
          keep={async (fields) => {
            put(editing, fields);
            setEditing(null);
            return Promise.resolve();
          }}
        />
      </DraftContext>
    );
  return (
    <Stack gap="md">
      <Textarea
        label="Qué pasó hoy"
        description="Escribe, o toca el micrófono del teclado y habla."
        placeholder="Vaciamos la losa de la casa 12 con 8 albañiles y una mezcladora. Llovió de 2 a 4. Vino el inspector del municipio."
        size="md"
        autosize
        minRows={5}
        maxLength={4000}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setDrafts(null);
        }}
      />
      <Photos files={photos} most={ENTRY_PHOTOS.maxCount} error={null} onChange={setPhotos} />
      {drafts === null ? (
        <Button
          size="lg"
          disabled={text.trim() === ''}
          leftSection={<IconListCheck size={20} aria-hidden />}
          onClick={() => setDrafts(draftOf(text).map(fieldsOf))}
        >
          Repartir en secciones
        </Button>
      ) : (
        <section aria-label="Anotaciones entendidas">
          <Stack gap="xs">
            {drafts.map((draft, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- drafts have no identity yet
              <Draft key={at} draft={draft} onEdit={() => setEditing(at)} onDrop={() => put(at, null)} />
            ))}
            {drafts.length === 0 && <Text c="dimmed">No quedó ninguna anotación.</Text>}
          </Stack>
          {fault && (
            <Alert color="red" variant="light" mt="sm" role="alert">
              {fault}
            </Alert>
          )}
          <Button
            mt="md"
            size="lg"
            fullWidth
            disabled={drafts.length === 0 || incomplete > 0}
            onClick={() => void saveAll()}
          >
            {incomplete > 0
              ? `Completa ${incomplete === 1 ? 'una anotación' : `${incomplete} anotaciones`}`
              : `Guardar ${drafts.length === 1 ? 'la anotación' : `las ${drafts.length} anotaciones`}`}
          </Button>
        </section>
      )}
    </Stack>
  );
}

function Draft({ draft, onEdit, onDrop }: { draft: EntryFields; onEdit: () => void; onDrop: () => void }) {
  const missing = missingOf(draft);
  const figures = [
    draft.cantidad,
    draft.motivo && STOP_LABELS[draft.motivo],
    draft.horas !== undefined && `${draft.horas} h`,
  ].filter(Boolean);
  return (
    <Paper withBorder p="sm">
      <Text fw={600}>
        {SECTION_LABELS[draft.seccion]}
        {figures.length > 0 && ` · ${figures.join(' · ')}`}
      </Text>
      <Text size="sm">{draft.texto}</Text>
      {missing.map(({ field, message }) => (
        <Text key={field} size="sm" c="var(--danger)">
          {message}
        </Text>
      ))}
      <Group gap="xs" mt="xs">
        <Button size="sm" variant={missing.length > 0 ? 'filled' : 'default'} onClick={onEdit}>
          {missing.length > 0 ? 'Completar' : 'Cambiar'}
        </Button>
        <Button size="sm" variant="subtle" color="red" onClick={onDrop}>
          Quitar
        </Button>
      </Group>
    </Paper>
  );
}
