import { IconCamera, IconPaperclip } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Field } from './Field.tsx';
import styles from './FileInput.module.css';

interface Props {
  label: string;
  name: string;
  /** Types as in `accept`: "image/*,.pdf". */
  accept: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  /** False: without the word «opcional». */
  mark?: boolean;
  multiple?: boolean;
  /** Opens the back camera directly. */
  camera?: boolean;
  onFiles?: (files: File[]) => void;
  /** The chosen file, its preview and its progress. */
  children?: ReactNode;
}

/** A native file input with a large touch area. Works without JavaScript. */
export function FileInput({ accept, multiple = false, camera = false, onFiles, children, ...field }: Props) {
  const Icon = camera ? IconCamera : IconPaperclip;
  return (
    <Field {...field}>
      {(binding) => (
        <div className={styles.box}>
          <Icon size={24} aria-hidden className={styles.icon} />
          <input
            {...binding}
            type="file"
            className={styles.input}
            accept={accept}
            multiple={multiple}
            capture={camera ? 'environment' : undefined}
            onChange={({ currentTarget }) => onFiles?.([...(currentTarget.files ?? [])])}
          />
          {children && <div className={styles.below}>{children}</div>}
        </div>
      )}
    </Field>
  );
}
