import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { tryImport } from '#contract/overview/imports/endpoints.ts';
import { IMPORT_FILE, type ImportKind } from '#contract/overview/imports/model.ts';
import { useAction } from '#web/office/lib/query.ts';
import { Refusal } from '#web/office/lib/refusal.ts';
import { FileSlot, type SlotFile } from '#web/office/ui/FileSlot.tsx';
import { Section } from '#web/office/ui/Section.tsx';

/** Browsers report several types for a CSV; the server decides by content. */
const TYPES = [...IMPORT_FILE.types, 'application/vnd.ms-excel', 'text/plain'];

interface TryImportProps {
  /** The kinds that the user may import. */
  kinds: readonly ImportKind[];
  kind: string | undefined;
  onKind: (kind: string) => void;
  onTried: (id: number) => void;
}

/** Template, file and dry run. */
export function TryImport({ kinds, kind, onKind, onTried }: TryImportProps) {
  const chosen = kinds.find(({ name }) => name === kind) ?? kinds[0];
  const [slot, setSlot] = useState<SlotFile>({ kind: 'none' });
  const attempt = useAction(tryImport, { inline: true });
  const error = attempt.error;
  const sentence =
    error instanceof Refusal ? (error.fields[0]?.message ?? error.message) : (error?.message ?? null);
  const send = () => {
    if (slot.kind !== 'chosen' || !chosen) return;
    const body = new FormData();
    body.append('tipo', chosen.name);
    body.append('archivo', slot.file);
    attempt.mutate({ body }, { onSuccess: ({ data }) => onTried(data.id) });
  };
  if (!chosen) return null;
  return (
    <Section title="Nueva importación" text={chosen.text}>
      <Stack gap="md" maw={640}>
        <NativeSelect
          label="Qué se importa"
          data={kinds.map(({ name, title }) => ({ value: name, label: title }))}
          value={chosen.name}
          onChange={(event) => onKind(event.currentTarget.value)}
        />
        <div>
          <Group gap="xs">
            <Button
              component="a"
              href={`/api/imports/kinds/${chosen.name}/template.xlsx`}
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              Descargar la plantilla
            </Button>
          </Group>
          <Text size="sm" c="dimmed" mt={4}>
            Columnas:{' '}
            {chosen.columns
              .map(({ title, required }) => (required ? `${title} (obligatoria)` : title))
              .join(' · ')}
          </Text>
        </div>
        <FileSlot
          label="Archivo"
          hint={`Excel (.xlsx) o CSV, hasta 5 MB y ${chosen.most.toLocaleString('es-PA')} filas. Se lee la primera hoja.`}
          types={TYPES}
          maxSize={IMPORT_FILE.maxSize}
          value={slot}
          onSelect={(file) => {
            attempt.reset();
            setSlot({ kind: 'chosen', file });
          }}
          onRemove={() => setSlot({ kind: 'none' })}
          error={sentence}
        />
        <Group>
          <Button onClick={send} loading={attempt.isPending} disabled={slot.kind !== 'chosen'}>
            Probar el archivo
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
