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
  /** False: the word «opcional» is left out. */
  mark?: boolean;
  multiple?: boolean;
  /** Opens the camera at once: the back one for papers. */
  camera?: boolean;
  onFiles?: (files: File[]) => void;
  /** What was chosen, its preview, how far it is. */
  children?: ReactNode;
}

/** The browser's own file input, large enough for a thumb; it works without script. */
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
