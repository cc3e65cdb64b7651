import { ActionIcon, Button, Checkbox, Fieldset, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { z } from 'zod';
import { readTypedDay } from '#contract/dates.ts';
import { getBankData, sendBankData } from '#contract/banking/bankData/bankData.endpoints.ts';
import {
  fieldsOf,
  specOf,
  type FieldName,
  type PageNumber,
  type Values,
} from '#contract/banking/bankData/bankData.fields.ts';
import type { BankData } from '#contract/banking/bankData/bankData.model.ts';
import {
  DEBTS_IN_FORM,
  ROW_NAMES,
  ROWS,
  rowSpecOf,
  type RowsName,
} from '#contract/banking/bankData/bankData.rows.ts';
import { isAsked } from '#contract/banking/bankData/bankData.rules.ts';
import { call } from '#web/office/lib/call.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { bound, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { rowsOf, type RecordFormOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** All fields are text, which the server parses, as on the customer's page. */
const textsOf = (names: readonly string[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
type Texts = ReturnType<typeof textsOf>;
type Page = z.ZodObject<Record<FieldName, z.ZodString> & Record<RowsName, z.ZodArray<Texts>>>;

interface Props {
  data: BankData;
  page: PageNumber;
  codigo: string;
  onClose: () => void;
}

/** Edits one page for the customer, without fields that the sale fixes or that are hidden from the user. */
export function BankPageDrawer({ data, page, codigo, onClose }: Props) {
  const names = fieldsOf(page).filter(
    (name) => !data.fixed.includes(name) && !(data.masked && specOf(name).income),
  );
  const lists = ROW_NAMES.filter((name) => ROWS[name].page === page && listed(data, name));
  const schema = textsOf(names).extend(
    Object.fromEntries(lists.map((name) => [name, z.array(textsOf(columnsOf(name)))])),
  ) as unknown as Page;
  const valuesOf = ({ values, rows, faults, version }: BankData) => {
    const typed = Object.fromEntries(faults.map((one) => [one.field, one.typed]));
    return { ...values, ...typed, ...rows, version };
  };
  const form = useRecordForm({
    schema,
    initial: valuesOf(data),
    reread: async () => valuesOf((await call(getBankData, { params: { codigo } })).data),
    send: (body, as, version) => call(sendBankData, { body: sentOf(body, { codigo, page, version }) }, as),
    success: ({ success }) => success,
    onDone: onClose,
  });
  const typed = Object.entries(form.values).filter(([, value]) => !Array.isArray(value));
  const now = {
    ...data.values,
    ...Object.fromEntries(typed.map(([name, value]) => [name, value ?? ''])),
  } as Values;
  return (
    <FormDrawer
      title={`Corregir: ${data.pages[page - 1]?.nombre ?? ''}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar la página"
    >
      {names
        .filter((name) => isAsked(name, now))
        .map((name) => (
          <PageField key={name} name={name} of={form} />
        ))}
      {lists.map((name) => (
        <RowsField key={name} name={name} of={form} />
      ))}
    </FormDrawer>
  );
}

/** More debts than the form allows need the CSV; hidden debts stay unchanged. */
const listed = (data: BankData, name: RowsName) =>
  name !== 'deudas' || (!data.masked && data.rows.deudas.length <= DEBTS_IN_FORM);
const columnsOf = (name: RowsName) => Object.keys(rowSpecOf(name).columns);

function sentOf(
  values: z.input<Page>,
  { codigo, page, version = 0 }: { codigo: string; page: number; version: number | undefined },
): FormData {
  const body = new FormData();
  body.set('codigo', codigo);
  body.set('pagina', String(page));
  if (version > 0) body.set('version', String(version));
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') body.set(name, value);
    else if (value.length === 0) body.set(name, '');
    else
      for (const [at, row] of value.entries())
        for (const [column, text] of Object.entries(row)) body.set(`${name}[${at}][${column}]`, String(text));
  }
  return body;
}

const DOCUMENTS: Readonly<Record<string, string>> = { cedula: 'Cédula', pasaporte: 'Pasaporte', ruc: 'RUC' };

function PageField({ name, of }: { name: FieldName; of: RecordFormOf<Page> }) {
  const spec = specOf(name);
  const { value, set, input } = bound(of, name);
  const common = {
    of,
    name,
    label: spec.label,
    description: spec.hint,
    withAsterisk: spec.required === true,
  };
  switch (spec.kind) {
    case 'choice':
      return (
        <OptionField
          {...common}
          nothing="—"
          options={spec.options.map((one) => ({ value: one, label: DOCUMENTS[one] ?? one }))}
        />
      );
    case 'check':
      return (
        <Checkbox
          {...input}
          label={spec.text}
          checked={value !== null}
          onChange={(event) => set(event.currentTarget.checked ? '1' : '')}
        />
      );
    case 'date': {
      const day = readTypedDay(value ?? '');
      return (
        <DayInput
          {...input}
          label={spec.label}
          withAsterisk={spec.required === true}
          // The customer may have typed text that is not a date. This field cannot show it, so the description does.
          description={
            value !== null && day === undefined ? `Escribió «${value}», que no es una fecha.` : spec.hint
          }
          onChange={set}
          value={day ?? ''}
        />
      );
    }
    case 'money':
      return <TextField {...common} inputMode="decimal" className="figures" />;
    case 'int':
      return <TextField {...common} inputMode="numeric" />;
    default:
      return <TextField {...common} />;
  }
}

function RowsField({ name, of }: { name: RowsName; of: RecordFormOf<Page> }) {
  const spec = rowSpecOf(name);
  const { rows, add, remove } = rowsOf(of, name);
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        {spec.label}
      </Text>
      {rows.map((row, at) => (
        <Fieldset key={row.at} p="xs" legend={<Text size="xs">{`${spec.label} ${at + 1}`}</Text>}>
          <Group align="flex-end" gap="xs">
            {Object.entries(spec.columns).map(([column, { label, options }]) =>
              options ? (
                <OptionField
                  key={column}
                  of={row}
                  name={column}
                  label={label}
                  nothing=""
                  options={options.map((one) => ({ value: one, label: one }))}
                  flex="1 1 140px"
                />
              ) : (
                <TextField key={column} of={row} name={column} label={label} flex="1 1 120px" />
              ),
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Quitar: ${spec.label} ${at + 1} ${row.values['nombre'] ?? row.values['acreedor'] ?? ''}`}
              onClick={() => remove(at)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        </Fieldset>
      ))}
      {rows.length < (name === 'deudas' ? DEBTS_IN_FORM : spec.most) && (
        <Group>
          <Button size="compact-sm" variant="default" onClick={() => add({})}>
            Agregar a {spec.label.toLowerCase()}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
