import { type FamilyRow } from '#contract/sales/purchase/rules.ts';
import { MAX_FAMILY } from '#contract/sales/sale/values.ts';
import { TextField } from '#web/customer/components/Field.tsx';
import { Rows } from '#web/customer/components/Rows.tsx';
import { Select } from '#web/customer/components/Select.tsx';
import { usePrecontract } from './usePrecontract.ts';

const EMPTY: FamilyRow = { nombre: '', cedula: '', parentesco: '' };

/** Rows of name, identity number and kinship. Empty rows are not sent. */
export function FamilyRows() {
  const { data, faults, familyChanged } = usePrecontract();
  return (
    <Rows
      title="Grupo familiar"
      name="grupo_familiar"
      error={faults['grupo_familiar']}
      typed={data.values.grupo_familiar}
      empty={EMPTY}
      most={MAX_FAMILY}
      one="Persona"
      add="Agregar a alguien"
      onRemove={familyChanged}
    >
      {(row, at) => <Person row={row} at={at} />}
    </Rows>
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
    <>
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
        empty="Elige"
        error={faults[name('parentesco')]}
        mark={false}
      />
    </>
  );
}
