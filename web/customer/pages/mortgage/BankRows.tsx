import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { DEBTS_IN_FORM, rowSpecOf, type RowsName } from '#contract/mortgage/bankData.rows.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/Field.tsx';
import { Select } from '../../components/Select.tsx';
import styles from './BankRows.module.css';

const WORDS: Readonly<Record<RowsName, { one: string; add: string; lead: string }>> = {
  deudas: { one: 'Deuda', add: 'Agregar una deuda', lead: 'Préstamos y tarjetas que pagas ahora.' },
  referencias: {
    one: 'Referencia',
    add: 'Agregar una referencia',
    lead: 'Dos personas que te conocen y no viven contigo.',
  },
  grupo_familiar: { one: 'Persona', add: 'Agregar a alguien', lead: 'Quienes van a vivir contigo.' },
};

interface Props {
  name: RowsName;
  typed: readonly Readonly<Record<string, string>>[];
  faults: Readonly<Record<string, string | undefined>>;
  relationships: readonly string[];
}

/** Rows of debts, references or family; rows left empty are not sent. */
export function BankRows({ name, typed, faults, relationships }: Props) {
  const spec = rowSpecOf(name);
  const words = WORDS[name];
  const [rows, setRows] = useState(() => (typed.length > 0 ? typed : [{}]).map((row, key) => ({ key, row })));
  const count = useRef(rows.length);
  const list = useRef<HTMLElement>(null);
  const most = name === 'deudas' ? DEBTS_IN_FORM : spec.most;

  function add() {
    const key = count.current++;
    setRows((before) => [...before, { key, row: {} }]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus(),
    );
  }
  function remove(key: number) {
    setRows((before) => before.filter((one) => one.key !== key));
    list.current?.querySelector<HTMLElement>('button')?.focus();
  }

  return (
    <section className={styles.rows} ref={list} aria-label={spec.label}>
      <h3 id={`campo-${name}`} tabIndex={-1}>
        {spec.label}
      </h3>
      <p className={styles.lead}>{words.lead}</p>
      {faults[name] && <p className={styles.error}>{faults[name]}</p>}
      <ul>
        {rows.map(({ key, row }, at) => (
          <li key={key}>
            <Row {...{ name, row, at, faults, relationships }} title={`${words.one} ${at + 1}`} />
            <Button look="quiet" onClick={() => remove(key)}>
              <IconTrash size={20} aria-hidden /> Quitar
              <span className="sr-only">
                {' '}
                {words.one.toLowerCase()} {at + 1}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {/* Without any row in sight, this says that there are none. */}
      {rows.length === 0 && <input type="hidden" name={name} value="" />}
      <noscript>
        {[0, 1, 2].map((more) => (
          <Row
            key={more}
            {...{ name, faults, relationships }}
            row={{}}
            at={rows.length + more}
            title={`${words.one} ${rows.length + more + 1}`}
          />
        ))}
      </noscript>
      {rows.length < most && (
        <Button look="secondary" onClick={add}>
          <IconPlus size={20} aria-hidden /> {words.add}
        </Button>
      )}
    </section>
  );
}

interface RowProps extends Omit<Props, 'typed'> {
  row: Readonly<Record<string, string>>;
  at: number;
  title: string;
}

function Row({ name, row, at, faults, relationships, title }: RowProps) {
  return (
    <fieldset className={styles.row}>
      <legend>{title}</legend>
      {Object.entries(rowSpecOf(name).columns).map(([column, spec]) => {
        const field = `${name}[${at}][${column}]`;
        const options = column === 'parentesco' ? relationships : spec.options;
        const common = { label: spec.label, name: field, error: faults[field], mark: spec.required !== true };
        const value = row[column] ?? '';
        if (options)
          return (
            <Select
              key={column}
              {...common}
              initial={value}
              options={options.map((one) => ({ value: one, label: one }))}
              empty="Elige"
            />
          );
        return (
          <TextField
            key={column}
            {...common}
            defaultValue={value}
            autoComplete="off"
            {...(spec.kind === 'money' && { inputMode: 'decimal' as const, placeholder: '0.00' })}
            {...(spec.kind === 'phone' && { type: 'tel' })}
            {...(spec.kind === 'cedula' && { placeholder: '8-712-4567' })}
          />
        );
      })}
    </fieldset>
  );
}
