import { IconCamera, IconPaperclip } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
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
  /** What follows from the chosen file. */
  children?: ReactNode;
}

const namesOf = (input: HTMLInputElement) => [...(input.files ?? [])].map(({ name }) => name);

/**
 * A native file input, over a large touch area with our own words: the browser's are in the language of the telephone. Files
 * can be dropped on it. Without JavaScript it is the browser's own.
 */
export function FileInput({ accept, multiple = false, camera = false, onFiles, children, ...field }: Props) {
  const Icon = camera ? IconCamera : IconPaperclip;
  const input = useRef<HTMLInputElement>(null);
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    const { current } = input;
    if (!current) return;
    // Chosen before the page came alive.
    if (current.files?.length) setNames(namesOf(current));
    const { form } = current;
    const clear = () => setNames([]);
    form?.addEventListener('reset', clear);
    return () => form?.removeEventListener('reset', clear);
  }, []);
  return (
    <Field {...field}>
      {(binding) => (
        <div className={styles.box}>
          <div className={styles.pick}>
            <Icon size={24} aria-hidden className={styles.icon} />
            <span aria-hidden className={styles.words}>
              <span className={styles.button}>
                {camera ? 'Tomar foto' : multiple ? 'Elegir archivos' : 'Elegir archivo'}
              </span>
              <span className={styles.names}>{names.join(', ')}</span>
            </span>
            <input
              {...binding}
              ref={input}
              type="file"
              className={styles.input}
              accept={accept}
              multiple={multiple}
              capture={camera ? 'environment' : undefined}
              onChange={({ currentTarget }) => {
                setNames(namesOf(currentTarget));
                onFiles?.([...(currentTarget.files ?? [])]);
              }}
            />
          </div>
          {children}
        </div>
      )}
    </Field>
  );
}
