import { ActionIcon, Button, Code, Group, SimpleGrid, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import {
  changeJournalFormat,
  createJournalFormat,
  DATE_FORMATS,
  headOf,
  JOURNAL_COLUMNS,
  JOURNAL_SEPARATORS,
  JournalFormatForm,
  listJournalFormats,
  rowAs,
  sampleJournal,
  type JournalFormat,
  type JournalFormatShape,
} from '#contract/money/books/formats.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { CheckField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** A tab cannot be the value of an option: separators are chosen by their names. */
const NAMES = Object.entries(JOURNAL_SEPARATORS) as [keyof typeof JOURNAL_SEPARATORS, string][];
const Form = z.object({
  ...JournalFormatForm.shape,
  separator: z.enum(Object.values(JOURNAL_SEPARATORS), { error: 'Elige el separador.' }),
});
const charOf = (name: string | null) => NAMES.find(([, one]) => one === name)?.[0] ?? ';';
const valuesOf = ({ separator, ...rest }: JournalFormat) => ({
  ...rest,
  date_format: DATE_FORMATS.find((one) => one === rest.date_format) ?? DATE_FORMATS[0],
  decimal: rest.decimal === ',' ? (',' as const) : ('.' as const),
  separator: NAMES.find(([char]) => char === separator)?.[1] as z.input<typeof Form>['separator'],
});
const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

interface JournalFormatDrawerProps {
  /** Missing: a new one. */
  format?: JournalFormat;
  onClose: () => void;
}

/** A format of the journal's file, with the first lines as it writes them. */
export function JournalFormatDrawer({ format, onClose }: JournalFormatDrawerProps) {
  const params = { id: format?.id ?? 0 };
  const form = useRecordForm({
    schema: Form,
    initial: format
      ? valuesOf(format)
      : { heads: true, decimal: '.', date_format: 'DD/MM/AAAA', columns: [{ key: 'fecha', title: 'Fecha' }] },
    reread: format
      ? async () =>
          valuesOf((await call(listJournalFormats, {})).data.find(({ id }) => id === format.id) ?? format)
      : undefined,
    send: ({ separator, ...rest }, as, version) => {
      const body = { ...rest, separator: charOf(separator), ...(version !== undefined && { version }) };
      return format
        ? call(changeJournalFormat, { params, body }, as)
        : call(createJournalFormat, { body }, as);
    },
    success: 'Formato guardado.',
    onDone: onClose,
  });
  const { rows, error, add, remove } = rowsOf(form, 'columns');
  return (
    <FormDrawer
      title={format?.name ?? 'Formato nuevo'}
      size="lg"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar formato"
    >
      <TextField of={form} name="name" label="Nombre" maxLength={80} />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        <OptionField
          of={form}
          name="separator"
          label="Separador"
          nothing="Elige uno"
          options={NAMES.map(([, name]) => ({ value: name, label: name }))}
        />
        <OptionField
          of={form}
          name="decimal"
          label="Decimal"
          options={options({ '.': 'Punto', ',': 'Coma' })}
        />
        <OptionField
          of={form}
          name="date_format"
          label="Fechas"
          options={DATE_FORMATS.map((one) => ({ value: one, label: one }))}
        />
      </SimpleGrid>
      <CheckField of={form} name="heads" label="La primera fila son los títulos" />
      {rows.map((one, at) => (
        <Group key={one.at} align="flex-end" wrap="nowrap">
          <OptionField
            of={one}
            name="key"
            label={`Lleva ${at + 1}`}
            options={options(JOURNAL_COLUMNS)}
            flex={1}
          />
          <TextField of={one} name="title" label={`Título ${at + 1}`} maxLength={60} flex={1} />
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            aria-label={`Quitar la columna ${at + 1}`}
            onClick={() => remove(at)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" size="compact-md" onClick={() => add({})}>
          Agregar columna
        </Button>
      </Group>
      <Preview values={form.values} />
    </FormDrawer>
  );
}

/** The newest lines of the journal in the format as it is typed. */
function Preview({ values }: { values: { [K in keyof z.input<typeof Form>]: unknown } }) {
  const lines = useQuery(queryOf(sampleJournal, {})).data?.data ?? [];
  const columns = ((values.columns ?? []) as { key: string | null; title: string | null }[]).flatMap(
    ({ key, title }) => (key === null ? [] : [{ key, title: title ?? '' }]),
  );
  const shape = {
    separator: charOf(values.separator as string | null),
    decimal: values.decimal ?? '.',
    date_format: values.date_format ?? 'DD/MM/AAAA',
    heads: values.heads === true,
    columns,
  } as JournalFormatShape;
  const text = [headOf(shape), ...lines.map((line) => rowAs(shape, line))].filter((one) => one !== null);
  return (
    <div>
      <Text size="sm" fw={500}>
        Así queda el archivo
      </Text>
      <Code block tabIndex={0} aria-label="Primeras líneas del archivo">
        {text.length === 0 ? 'Aún no hay asientos.' : text.join('\n')}
      </Code>
    </div>
  );
}
