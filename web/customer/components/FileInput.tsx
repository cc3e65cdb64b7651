import { IconPaperclip } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
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
  onFiles?: (files: File[]) => void;
  /** What follows from the chosen file. */
  children?: ReactNode;
}

/**
 * A native file input, over a large touch area with our own words: the browser's are in the language of the telephone. Files
 * can be dropped on it. Without JavaScript it is the browser's own.
 */
export function FileInput({ accept, multiple, onFiles, children, ...field }: Props) {
  const [names, setNames] = useState('');
  return (
    <Field {...field}>
      {(binding) => (
        <div className={styles.box}>
          <div className={styles.pick}>
            <IconPaperclip size={24} aria-hidden className={styles.icon} />
            <span aria-hidden className={styles.words}>
              <span className={styles.button}>{multiple ? 'Elegir archivos' : 'Elegir archivo'}</span>
              {names}
            </span>
            <input
              {...binding}
              type="file"
              className={styles.input}
              accept={accept}
              multiple={multiple}
              onChange={({ currentTarget }) => {
                const files = [...(currentTarget.files ?? [])];
                setNames(files.map(({ name }) => name).join(', '));
                onFiles?.(files);
              }}
            />
          </div>
          {children}
        </div>
      )}
    </Field>
  );
}
