import { Box, Button, CloseButton, Group, Input, Progress, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFile, IconFileTypePdf, IconPhoto, IconUpload } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import styles from './FileSlot.module.css';

/** The contents of a slot. */
export type SlotFile =
  | { kind: 'none' }
  /** Chosen but not sent. */
  | { kind: 'chosen'; file: File }
  /** Uploading; share is 0-1. */
  | { kind: 'sending'; name: string; share: number }
  /** Stored by the server; url is signed. */
  | { kind: 'kept'; name: string; mime: string; url: string };

interface FileSlotProps {
  label: string;
  /** Accepted content types: ['image/jpeg', 'application/pdf']. */
  types: readonly string[];
  /** Maximum size in bytes. */
  maxSize: number;
  value: SlotFile;
  onSelect: (file: File) => void;
  /** null: the file cannot be removed. */
  onRemove: (() => void) | null;
  /** Error of the server or of the form; null if there is none. */
  error: string | null;
  required?: boolean;
  hint?: string;
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
const REFUSALS: Record<string, (maxSize: number) => string> = {
  'file-too-large': (maxSize) => `El archivo pesa más de ${megabytes(maxSize)}. Elige uno más liviano.`,
  'file-invalid-type': () => 'Ese tipo de archivo no se acepta aquí. Elige otro.',
  'too-many-files': () => 'Elige un solo archivo.',
};

/** An input for one file: click or drop, preview, replace. */
export function FileSlot(props: FileSlotProps) {
  const { label, types, maxSize, value, onSelect, onRemove, error, required = false, hint } = props;
  const [refused, setRefused] = useState<string | null>(null);
  const openPicker = useRef<() => void>(null);
  const problem = refused ?? error;
  const sending = value.kind === 'sending';
  return (
    <Input.Wrapper label={label} required={required} description={hint} error={problem}>
      <Dropzone
        mt={4}
        p="sm"
        openRef={openPicker}
        multiple={false}
        accept={[...types]}
        maxSize={maxSize}
        disabled={sending}
        activateOnKeyboard
        aria-label={value.kind === 'none' ? `Elegir archivo: ${label}` : `Cambiar archivo: ${label}`}
        className={styles.slot}
        data-problem={problem ? true : undefined}
        onDrop={([file]: File[]) => {
          setRefused(null);
          if (file) onSelect(file);
        }}
        onReject={([first]: { errors: { code: string }[] }[]) =>
          setRefused(REFUSALS[first?.errors[0]?.code ?? '']?.(maxSize) ?? 'No se pudo tomar el archivo.')
        }
      >
        {value.kind === 'none' ? (
          <Group gap="sm" wrap="nowrap" c="dimmed">
            <IconUpload size={24} stroke={1.5} aria-hidden />
            <Text size="sm">Arrastra el archivo aquí o toca para elegirlo</Text>
          </Group>
        ) : (
          <Content value={value} />
        )}
      </Dropzone>
      {(value.kind === 'chosen' || value.kind === 'kept') && (
        <Group gap={4} mt={4}>
          <Button size="compact-sm" variant="subtle" onClick={() => openPicker.current?.()}>
            Cambiar
          </Button>
          {value.kind === 'kept' && (
            <Button
              size="compact-sm"
              variant="subtle"
              component="a"
              href={value.url}
              target="_blank"
              rel="noopener"
            >
              Ver
            </Button>
          )}
          {onRemove && <CloseButton size="sm" aria-label={`Quitar archivo: ${label}`} onClick={onRemove} />}
        </Group>
      )}
    </Input.Wrapper>
  );
}

function Content({ value }: { value: Exclude<SlotFile, { kind: 'none' }> }) {
  const preview = usePreview(value);
  const name = value.kind === 'chosen' ? value.file.name : value.name;
  const mime = value.kind === 'chosen' ? value.file.type : value.kind === 'kept' ? value.mime : '';
  const Icon =
    mime === 'application/pdf' ? IconFileTypePdf : mime.startsWith('image/') ? IconPhoto : IconFile;
  return (
    <Group gap="sm" wrap="nowrap">
      {preview ? (
        <img src={preview} alt="" className={styles.preview} />
      ) : (
        <Icon size={32} stroke={1.25} aria-hidden />
      )}
      <Box miw={0} flex={1}>
        <Text size="sm" truncate>
          {name}
        </Text>
        {value.kind === 'sending' && (
          <Progress value={value.share * 100} aria-label={`Enviando ${name}`} mt={4} animated />
        )}
        {value.kind === 'chosen' && (
          <Text size="xs" c="dimmed">
            Se envía al guardar
          </Text>
        )}
      </Box>
    </Group>
  );
}

/** URL of a preview, for images; else null. */
function usePreview(value: SlotFile): string | null {
  const file = value.kind === 'chosen' && value.file.type.startsWith('image/') ? value.file : null;
  const made = useMemo(() => (file ? URL.createObjectURL(file) : null), [file]);
  useEffect(() => () => (made ? URL.revokeObjectURL(made) : undefined), [made]);
  return value.kind === 'kept' && value.mime.startsWith('image/') ? value.url : made;
}
