import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { PAPER_FILE } from '#contract/company/files/files.ts';
import { uploadPaper } from '#contract/sales/documents/endpoints.ts';
import type { Paper } from '#contract/sales/documents/model.ts';
import { call, newKey } from '#web/office/lib/call.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { RecordDrawer } from '#web/office/ui/RecordDrawer.tsx';
import { useUnsavedGuard } from '#web/office/lib/useUnsavedGuard.ts';
import { toast } from '#web/office/ui/toast.tsx';
import { sortFiles, TAKES_FILE } from './sortFiles.ts';

/** A dropped file, what it seems to be, and what became of it. */
interface Sorted {
  key: string;
  file: File;
  paperId: number | null;
  error: string | null;
}

const MOST = 20;
const REFUSED = `Solo se aceptan fotos JPG o PNG y PDF de hasta ${PAPER_FILE.maxSize / 1_048_576} MB, y ${MOST} archivos a la vez.`;

/** Takes several files at once, guesses which document each is, and sends them after the user has checked the guesses. */
export function SortFiles({ papers }: { papers: readonly Paper[] }) {
  const [files, setFiles] = useState<readonly Sorted[]>([]);
  const [refused, setRefused] = useState(false);
  const [sending, setSending] = useState(false);
  const mayLeave = useUnsavedGuard(files.length > 0 && !sending);
  const close = async () => {
    if (!sending && (await mayLeave())) setFiles([]);
  };
  const open = papers.filter(({ state }) => TAKES_FILE.includes(state.id));
  if (open.length === 0) return null;

  const take = (dropped: readonly File[]) => {
    const guessed = sortFiles(
      dropped.map(({ name }) => name),
      papers,
    );
    setFiles(dropped.map((file, at) => ({ key: newKey(), file, paperId: guessed[at] ?? null, error: null })));
    setRefused(false);
  };
  const chosen = files.filter(({ paperId }) => paperId !== null);
  const doubled = new Set(
    chosen.flatMap(({ paperId }, at) =>
      chosen.findIndex((one) => one.paperId === paperId) < at ? [paperId] : [],
    ),
  );
  const change = (key: string, patch: Partial<Sorted>) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...patch } : one)));

  async function send() {
    setSending(true);
    const failed: Sorted[] = [];
    for (const one of chosen) {
      const body = new FormData();
      body.set('archivo', one.file);
      try {
        // One after the other: all of them lock the same sale.
        // oxlint-disable-next-line no-await-in-loop
        await call(
          uploadPaper,
          { params: { id: one.paperId! }, body },
          { idempotencyKey: one.key, hold: false },
        );
      } catch (error) {
        failed.push({ ...one, error: sentence(error) });
      }
    }
    setSending(false);
    setFiles(failed);
    const sent = chosen.length - failed.length;
    if (sent > 0) toast.success(sent === 1 ? 'Se cargó 1 archivo.' : `Se cargaron ${sent} archivos.`);
  }

  return (
    <>
      <Dropzone
        p="sm"
        mb="sm"
        multiple
        maxFiles={MOST}
        accept={[...PAPER_FILE.types]}
        maxSize={PAPER_FILE.maxSize}
        activateOnKeyboard
        aria-label="Cargar varios archivos a la vez"
        onDrop={take}
        onReject={() => setRefused(true)}
      >
        <Group gap="sm" wrap="nowrap" c="dimmed">
          <IconUpload size={24} stroke={1.5} aria-hidden />
          <Text size="sm">
            Arrastra aquí varios archivos o toca para elegirlos. Verás qué es cada uno antes de enviarlos.
          </Text>
        </Group>
      </Dropzone>
      {refused && <Alert color="red" variant="light" role="alert" mb="sm" title={REFUSED} />}
      {files.length > 0 && (
        <RecordDrawer title="¿Qué es cada archivo?" onClose={() => void close()} record={files}>
          <Stack gap="md">
            <Text size="sm">Se ordenaron por su nombre y por lo que falta. Corrige lo que no sea así.</Text>
            {files.map(({ key, file, paperId, error }) => (
              <Select
                key={key}
                label={file.name}
                placeholder="No cargar"
                clearable
                searchable
                clearButtonProps={{ 'aria-label': `No cargar ${file.name}` }}
                data={open.map(({ id, label }) => ({ value: String(id), label }))}
                value={paperId === null ? null : String(paperId)}
                onChange={(id) => change(key, { paperId: id === null ? null : Number(id), error: null })}
                error={
                  doubled.has(paperId) ? 'Otro archivo ya es este documento. Elige uno distinto.' : error
                }
              />
            ))}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => void close()} disabled={sending}>
                Cancelar
              </Button>
              <Button
                loading={sending}
                disabled={chosen.length === 0 || doubled.size > 0}
                onClick={() => void send()}
              >
                {chosen.length === 1 ? 'Cargar 1 archivo' : `Cargar ${chosen.length} archivos`}
              </Button>
            </Group>
          </Stack>
        </RecordDrawer>
      )}
    </>
  );
}
