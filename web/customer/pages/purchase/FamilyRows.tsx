import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { MAX_FAMILY, type FamilyRow } from '#contract/purchase/rules.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/Field.tsx';
import { Select } from '../../components/Select.tsx';
import { usePrecontract } from './usePrecontract.ts';
import styles from './FamilyRows.module.css';

const EMPTY: FamilyRow = { nombre: '', cedula: '', parentesco: '' };

/** Rows of name, identity number and kinship; rows left empty are not sent. */
export function FamilyRows() {
  const { data, faults, familyChanged } = usePrecontract();
  const typed = data.values.grupo_familiar;
  const [rows, setRows] = useState(() =>
    (typed.length > 0 ? typed : [EMPTY]).map((row, key) => ({ key, row })),
  );
  const count = useRef(rows.length);
  const list = useRef<HTMLDivElement>(null);

  function add() {
    const key = count.current++;
    setRows((before) => [...before, { key, row: EMPTY }]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus(),
    );
  }
  function remove(key: number) {
    setRows((before) => before.filter((one) => one.key !== key));
    familyChanged();
    list.current?.querySelector<HTMLElement>('button')?.focus();
  }

  return (
    <div className={styles.family} ref={list}>
      <h3>Grupo familiar</h3>
      {faults['grupo_familiar'] && <p className={styles.error}>{faults['grupo_familiar']}</p>}
      <ul className={styles.rows}>
        {rows.map(({ key, row }, at) => (
          <li key={key}>
            <Person row={row} at={at} />
            <Button look="quiet" onClick={() => remove(key)}>
              <IconTrash size={20} aria-hidden /> Quitar
              <span className="sr-only"> a la persona {at + 1}</span>
            </Button>
          </li>
        ))}
      </ul>
      <noscript>
        {[0, 1, 2].map((more) => (
          <Person key={more} row={EMPTY} at={rows.length + more} />
        ))}
      </noscript>
      {rows.length < MAX_FAMILY && (
        <Button look="secondary" onClick={add}>
          <IconPlus size={20} aria-hidden /> Agregar a alguien
        </Button>
      )}
    </div>
  );
}

function Person({ row, at }: { row: FamilyRow; at: number }) {
  const { data, faults } = usePrecontract();
  const name = (column: keyof FamilyRow) => `grupo_familiar[${at}][${column}]`;
  const { relationships } = data;
  const kin = relationships.find(
    ({ id, name: label }) =>
      String(id) === row.parentesco || label.toLowerCase() === row.parentesco.trim().toLowerCase(),
  );
  return (
    <fieldset className={styles.person}>
      <legend>Persona {at + 1}</legend>
      <TextField
        label="Nombre"
        name={name('nombre')}
        autoComplete="off"
        autoCapitalize="words"
        defaultValue={row.nombre}
        error={faults[name('nombre')]}
        mark={false}
      />
      <TextField
        label="Cédula"
        name={name('cedula')}
        autoComplete="off"
        autoCapitalize="characters"
        placeholder="8-712-4567"
        defaultValue={row.cedula}
        hint="Si es menor y no tiene, déjala vacía."
        error={faults[name('cedula')]}
      />
      <Select
        label="Parentesco"
        name={name('parentesco')}
        initial={kin ? String(kin.id) : ''}
        options={relationships.map(({ id, name: label }) => ({ value: String(id), label }))}
        empty="Escoge"
        error={faults[name('parentesco')]}
        mark={false}
      />
    </fieldset>
  );
}
