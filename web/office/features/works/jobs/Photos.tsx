import { ActionIcon, Button, FileButton, Group, Image, Input, Text } from '@mantine/core';
import { IconCamera, IconX } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { PHOTO_FILES } from '#contract/works/jobs/model.ts';
import { shrinkPhoto } from './photos.ts';
import styles from './jobs.module.css';

interface PhotosProps {
  files: readonly File[];
  onChange: (files: File[]) => void;
  required?: boolean;
  /** How many it takes. */
  most?: number;
  error: string | null;
}

/** Photographs of a form: on a phone the button opens the camera. */
export function Photos({
  files,
  onChange,
  required = false,
  most = PHOTO_FILES.maxCount,
  error,
}: PhotosProps) {
  const full = files.length >= most;
  const add = async (chosen: File[]) => {
    const made: File[] = [];
    for (const file of chosen) made.push(await shrinkPhoto(file));
    onChange([...files, ...made].slice(0, most));
  };
  return (
    <Input.Wrapper label="Fotografías" required={required} error={error} labelElement="div">
      <Group
        component="fieldset"
        gap="xs"
        mt={4}
        className={styles.photos}
        aria-label="Elegir archivo: Fotografías"
      >
        {files.map((file, at) => (
          <Chosen
            key={`${file.name}-${file.lastModified}-${at}`}
            file={file}
            label={`Fotografía ${at + 1}`}
            onRemove={() => onChange(files.filter((one) => one !== file))}
          />
        ))}
        <FileButton
          accept="image/*"
          multiple
          inputProps={{ 'aria-label': 'Fotografías', capture: 'environment' }}
          onChange={(chosen) => void add(chosen)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="md"
              disabled={full}
              leftSection={<IconCamera size={20} aria-hidden />}
            >
              Tomar fotografía
            </Button>
          )}
        </FileButton>
      </Group>
    </Input.Wrapper>
  );
}

function Chosen({ file, label, onRemove }: { file: File; label: string; onRemove: () => void }) {
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <div className={styles.photo}>
      <Image src={url} alt={label} w={72} h={72} fit="cover" radius="sm" />
      <Text size="xs" c="dimmed" w={72} truncate>
        {file.name}
      </Text>
      <ActionIcon
        size="md"
        variant="filled"
        color="dark"
        className={styles.remove}
        aria-label={`Quitar ${label.toLowerCase()}`}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** Photographs that were sent. Each opens in full. */
export const SentPhotos = ({ photos, of }: { photos: readonly { id: string; url: string }[]; of: string }) =>
  photos.length === 0 ? null : (
    <Group gap="xs">
      {photos.map(({ id, url }, at) => (
        <a key={id} href={url} target="_blank" rel="noreferrer">
          <Image
            src={url}
            alt={`${of}, fotografía ${at + 1}`}
            w={88}
            h={88}
            fit="cover"
            radius="sm"
            loading="lazy"
          />
        </a>
      ))}
    </Group>
  );
