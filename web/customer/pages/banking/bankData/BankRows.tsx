import { DEBTS_IN_FORM, rowSpecOf, type RowsName } from '#contract/banking/bankData/bankData.rows.ts';
import { TextField } from '#web/customer/components/Field.tsx';
import { Rows } from '#web/customer/components/Rows.tsx';
import { Select } from '#web/customer/components/Select.tsx';

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

/** Rows of debts, references or family. Empty rows are not sent. */
export function BankRows({ name, typed, faults, relationships }: Props) {
  const { label, most } = rowSpecOf(name);
  return (
    <Rows
      {...WORDS[name]}
      {...{ name, typed }}
      title={label}
      error={faults[name]}
      empty={{}}
      most={name === 'deudas' ? DEBTS_IN_FORM : most}
      saysNone
    >
      {(row, at) => <Columns {...{ name, row, at, faults, relationships }} />}
    </Rows>
  );
}

interface ColumnsProps extends Omit<Props, 'typed'> {
  row: Readonly<Record<string, string>>;
  at: number;
}

function Columns({ name, row, at, faults, relationships }: ColumnsProps) {
  return Object.entries(rowSpecOf(name).columns).map(([column, spec]) => {
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
  });
}
