import {
  ActionIcon,
  Button,
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { readTypedDay } from '#contract/dates.ts';
import { sendBankData } from '#contract/banking/bankData/bankData.endpoints.ts';
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
import { useAction } from '#web/office/lib/query.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

type TypedRows = Record<string, string>[];
type PageForm = Record<string, string | TypedRows>;
interface Props {
  data: BankData;
  page: PageNumber;
  codigo: string;
  onClose: () => void;
}

/** Corrects one page on the customer's behalf; what the sale knows and what is hidden is not here. */
export function BankPageDrawer({ data, page, codigo, onClose }: Props) {
  const names = fieldsOf(page).filter(
    (name) => !data.fixed.includes(name) && !(data.masked && specOf(name).income),
  );
  const lists = ROW_NAMES.filter((name) => ROWS[name].page === page && listed(data, name));
  const save = useAction(sendBankData, {
    success: ({ success }) => success,
    inline: true,
  });
  const faults = new Map(data.faults.map(({ field, typed }) => [field, typed]));
  const form = useForm<PageForm>({
    initialValues: {
      ...Object.fromEntries(names.map((name) => [name, faults.get(name) ?? data.values[name] ?? ''])),
      ...Object.fromEntries(lists.map((name) => [name, data.rows[name]])),
    },
  });
  const now = { ...data.values, ...textsOf(form.values) } as Values;
  return (
    <FormDrawer
      title={`Corregir: ${data.pages[page - 1]?.nombre ?? ''}`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={(values) =>
        save.mutate({ body: bodyOf(values, { codigo, page, version: data.version }) }, { onSuccess: onClose })
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Guardar la página"
    >
      {names
        .filter((name) => isAsked(name, now))
        .map((name) => (
          <PageField key={name} name={name} form={form} />
        ))}
      {lists.map((name) => (
        <RowsField key={name} name={name} form={form} />
      ))}
    </FormDrawer>
  );
}

/** Many debts come and go by CSV; hidden ones stay as they are. */
const listed = (data: BankData, name: RowsName) =>
  name !== 'deudas' || (!data.masked && data.rows.deudas.length <= DEBTS_IN_FORM);

const textsOf = (values: PageForm) =>
  Object.fromEntries(
    Object.entries(values).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );

function bodyOf(
  values: PageForm,
  { codigo, page, version }: { codigo: string; page: number; version: number },
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
        for (const [column, text] of Object.entries(row)) body.set(`${name}[${at}][${column}]`, text);
  }
  return body;
}

type FormOf = ReturnType<typeof useForm<PageForm>>;
const DOCUMENTS: Readonly<Record<string, string>> = { cedula: 'Cédula', pasaporte: 'Pasaporte', ruc: 'RUC' };

function PageField({ name, form }: { name: FieldName; form: FormOf }) {
  const spec = specOf(name);
  const props = form.getInputProps(name);
  const common = { label: spec.label, description: spec.hint, withAsterisk: spec.required === true };
  switch (spec.kind) {
    case 'choice':
      return (
        <NativeSelect
          {...common}
          data={[
            { value: '', label: '—' },
            ...spec.options.map((one) => ({ value: one, label: DOCUMENTS[one] ?? one })),
          ]}
          {...props}
        />
      );
    case 'check':
      return (
        <Checkbox
          label={spec.text}
          checked={props.value !== ''}
          error={props.error as string | undefined}
          data-path={name}
          onChange={(event) => form.setFieldValue(name, event.currentTarget.checked ? '1' : '')}
        />
      );
    case 'date': {
      const day = readTypedDay(String(props.value));
      const unread = props.value !== '' && day === undefined;
      return (
        <DayInput
          {...common}
          // What the customer typed may be no day, and this field can only show one: it is said.
          {...(unread && { description: `Escribió «${String(props.value)}», que no es una fecha.` })}
          {...props}
          value={day ?? ''}
        />
      );
    }
    case 'money':
      return <TextInput {...common} inputMode="decimal" className="figures" {...props} />;
    case 'int':
      return <TextInput {...common} inputMode="numeric" {...props} />;
    default:
      return <TextInput {...common} {...props} />;
  }
}

function RowsField({ name, form }: { name: RowsName; form: FormOf }) {
  const spec = rowSpecOf(name);
  const rows = form.values[name] as TypedRows;
  const empty = Object.fromEntries(Object.keys(spec.columns).map((column) => [column, '']));
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        {spec.label}
      </Text>
      {rows.map((row, at) => (
        <Fieldset key={at} p="xs" legend={<Text size="xs">{`${spec.label} ${at + 1}`}</Text>}>
          <Group align="flex-end" gap="xs">
            {Object.entries(spec.columns).map(([column, { label, options }]) =>
              options ? (
                <NativeSelect
                  key={column}
                  label={label}
                  data={['', ...options]}
                  flex="1 1 140px"
                  {...form.getInputProps(`${name}.${at}.${column}`)}
                />
              ) : (
                <TextInput
                  key={column}
                  label={label}
                  flex="1 1 120px"
                  {...form.getInputProps(`${name}.${at}.${column}`)}
                />
              ),
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Quitar: ${spec.label} ${at + 1} ${row['nombre'] ?? row['acreedor'] ?? ''}`}
              onClick={() => form.removeListItem(name, at)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        </Fieldset>
      ))}
      {rows.length < (name === 'deudas' ? DEBTS_IN_FORM : spec.most) && (
        <Group>
          <Button size="compact-sm" variant="default" onClick={() => form.insertListItem(name, empty)}>
            Agregar a {spec.label.toLowerCase()}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
