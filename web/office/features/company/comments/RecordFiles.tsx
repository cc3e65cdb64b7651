import { ActionIcon, Anchor, Button, Fieldset, Group, Stack, Text, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayWrite } from '#contract/access.ts';
import {
  ATTACHED_FILE,
  attachFile,
  listFiles,
  removeFile,
  type FileItem,
} from '#contract/company/files/endpoints.ts';
import { newKey, upload } from '#web/office/lib/call.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { refreshed } from '#web/office/lib/refresh.ts';
import { Refusal, sentence } from '#web/office/lib/refusal.ts';
import { usePermissions } from '#web/office/lib/session.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { FileSlot } from '#web/office/ui/FileSlot.tsx';

interface RecordFilesProps {
  reference: string;
  id: number;
  /** For pages that already show documents and proofs of payment: lists only files that colleagues attached. */
  attachedOnly?: boolean;
}
/** Refetches before the file URLs expire, which is after ten minutes. */
const FRESH_MS = 8 * 60_000;

/** A record's files, with an upload. */
export function RecordFiles({ reference, id, attachedOnly = false }: RecordFilesProps) {
  const writes = mayWrite(usePermissions());
  const { data } = useQuery({
    ...queryOf(listFiles, { params: { id, reference } }),
    refetchInterval: FRESH_MS,
  });
  const files = (data?.data ?? []).filter(({ attached }) => attached || !attachedOnly);
  if (files.length === 0 && !writes) return null;
  return (
    <Fieldset variant="unstyled" aria-label="Archivos">
      <Title order={2} size="h3" mb="sm">
        Archivos
      </Title>
      <Stack gap="sm">
        {files.map((file) => (
          <FileLine key={file.id} file={file} owner={{ reference, id }} />
        ))}
        {writes && <Attach reference={reference} id={id} />}
      </Stack>
    </Fieldset>
  );
}

function FileLine({ file, owner }: { file: FileItem; owner: { reference: string; id: number } }) {
  const remove = useAction(removeFile, { success: ({ success }) => success });
  const confirmRemove = async () => {
    const yes = await askConfirm({
      title: `¿Quitar «${file.name}»?`,
      text: 'Nadie podrá abrirlo después. Queda registrado que lo quitaste.',
      confirm: 'Quitar',
      danger: true,
    });
    if (yes) remove.mutate({ params: { ...owner, archivo_id: file.id } });
  };
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
      <Stack gap={0} miw={0}>
        <Anchor
          href={file.url}
          target="_blank"
          rel="noopener noreferrer"
          size="sm"
          style={{ overflowWrap: 'anywhere' }}
        >
          {file.name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {file.by && `${file.by}, `}
          <DateText instant={file.created_at} />
        </Text>
      </Stack>
      {file.removable && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Quitar ${file.name}`}
          loading={remove.isPending}
          onClick={() => void confirmRemove()}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}

interface Sending {
  file: File;
  /** Idempotency key: a retry after a network error attaches the file only once. */
  key: string;
}

function Attach({ reference, id }: { reference: string; id: number }) {
  const [share, setShare] = useState(0);
  const send = useMutation({
    meta: { inline: true },
    mutationFn: ({ file, key }: Sending) => {
      const body = new FormData();
      body.set('archivo', file);
      setShare(0);
      return upload(
        attachFile,
        { params: { id, reference }, body },
        { idempotencyKey: key, onProgress: setShare },
      );
    },
    onSuccess: () => refreshed(),
  });
  const { error, variables: last } = send;
  const again = error instanceof Refusal && error.passing ? last : undefined;
  return (
    <Stack gap={4} align="flex-start">
      <div style={{ width: '100%' }}>
        <FileSlot
          label="Adjuntar archivo"
          hint="PDF, JPG, PNG, Excel o Word, de hasta 10 MB."
          types={ATTACHED_FILE.types}
          maxSize={ATTACHED_FILE.maxSize}
          value={send.isPending && last ? { kind: 'sending', name: last.file.name, share } : { kind: 'none' }}
          onSelect={(file) => send.mutate({ file, key: newKey() })}
          onRemove={null}
          error={error && (fieldSentence(error) ?? sentence(error))}
        />
      </div>
      {again && (
        <Button size="compact-sm" variant="default" onClick={() => send.mutate(again)}>
          Enviar otra vez «{again.file.name}»
        </Button>
      )}
    </Stack>
  );
}

const fieldSentence = (error: Error) =>
  error instanceof Refusal ? error.fields.find(({ field }) => field === 'archivo')?.message : undefined;
