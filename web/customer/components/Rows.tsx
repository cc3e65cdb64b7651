import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './Rows.module.css';

interface Props<R> {
  title: string;
  lead?: string;
  /** Field name of the list: errors of the whole list link here. */
  name: string;
  error: string | undefined;
  typed: readonly R[];
  empty: R;
  most: number;
  /** Label of one row: "Persona", "Deuda". */
  one: string;
  add: string;
  onRemove?: () => void;
  /** An empty list is sent as an empty list. */
  saysNone?: boolean;
  /** The fields of one row. */
  children: (row: R, at: number) => ReactNode;
}

/** A list of rows with buttons to add and remove. Without JavaScript it shows three extra rows. */
export function Rows<R>({
  title,
  lead,
  name,
  error,
  typed,
  empty,
  most,
  one,
  add,
  onRemove,
  saysNone,
  children,
}: Props<R>) {
  const [rows, setRows] = useState(() =>
    (typed.length > 0 ? typed : [empty]).map((row, key) => ({ key, row })),
  );
  const count = useRef(rows.length);
  const list = useRef<HTMLElement>(null);

  function more() {
    const key = count.current++;
    setRows((before) => [...before, { key, row: empty }]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus(),
    );
  }
  function remove(key: number) {
    setRows((before) => before.filter((kept) => kept.key !== key));
    onRemove?.();
    list.current?.querySelector<HTMLElement>('button')?.focus();
  }
  const fieldset = (row: R, at: number) => (
    <fieldset className={styles.row}>
      <legend>
        {one} {at + 1}
      </legend>
      {children(row, at)}
    </fieldset>
  );

  return (
    <section className={styles.rows} ref={list} aria-label={title}>
      <h3 id={`campo-${name}`} tabIndex={-1}>
        {title}
      </h3>
      {lead && <p className={styles.lead}>{lead}</p>}
      {error && <p className={styles.error}>{error}</p>}
      <ul>
        {rows.map(({ key, row }, at) => (
          <li key={key}>
            {fieldset(row, at)}
            <Button look="quiet" onClick={() => remove(key)}>
              <IconTrash size={20} aria-hidden /> Quitar
              <span className="sr-only">
                {' '}
                {one.toLowerCase()} {at + 1}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {saysNone && rows.length === 0 && <input type="hidden" name={name} value="" />}
      <noscript>
        {[0, 1, 2].map((at) => (
          <div key={at}>{fieldset(empty, rows.length + at)}</div>
        ))}
      </noscript>
      {rows.length < most && (
        <Button look="secondary" onClick={more}>
          <IconPlus size={20} aria-hidden /> {add}
        </Button>
      )}
    </section>
  );
}
