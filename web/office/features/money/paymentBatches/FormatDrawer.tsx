import { ActionIcon, Button, Fieldset, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { z } from 'zod';
import { changeFormat, listFormats } from '#contract/money/paymentBatches/endpoints.ts';
import {
  DAY_FORMS,
  FILE_FIELDS,
  FileColumn,
  FileFormat,
  SEPARATORS,
} from '#contract/money/paymentBatches/formats.ts';
import type { FormatRow } from '#contract/money/paymentBatches/model.ts';
import { call } from '#web/office/lib/call.ts';
import { CheckField, NumberField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** The codes as "1=0013, 2=0071"; the separator by its name, because a tab cannot be an option's value. */
const Form = FileFormat.extend({
  columns: z
    .array(FileColumn.omit({ codes: true }).extend({ codes: z.string().trim().max(2000).default('') }))
    .min(1, { error: 'Agrega al menos una columna.' }),
});
const pairsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const [value = '', code = ''] = pair.split('=').map((part) => part.trim());
      return value && code ? [[value, code]] : [];
    }),
  );
const valuesOf = ({ columns, ...rest }: FormatRow) => ({
  ...rest,
  columns: columns.map(({ codes, ...column }) => ({
    ...column,
    codes: Object.entries(codes)
      .map((pair) => pair.join('='))
      .join(', '),
  })),
});
const options = (words: object) =>
  Object.entries(words).map(([value, label]) => ({ value, label: String(label) }));

interface FormatDrawerProps {
  format: FormatRow;
  onClose: () => void;
}

/** The columns of a file, their order, and the codes that a bank uses. */
export function FormatDrawer({ format, onClose }: FormatDrawerProps) {
  const form = useRecordForm({
    schema: Form,
    initial: valuesOf(format),
    reread: async () =>
      valuesOf((await call(listFormats, {})).data.find(({ id }) => id === format.id) ?? format),
    send: ({ columns, ...body }, as, version) =>
      call(
        changeFormat,
        {
          params: { id: format.id },
          body: {
            ...body,
            columns: columns.map(({ codes, ...column }) => ({ ...column, codes: pairsOf(codes ?? '') })),
            version,
          },
        },
        as,
      ),
    success: 'Formato guardado.',
    onDone: onClose,
  });
  const { rows, error, add, remove } = rowsOf(form, 'columns');
  return (
    <FormDrawer
      title={format.name}
      size="lg"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar formato"
    >
      <Group grow align="flex-start">
        <OptionField of={form} name="separator" label="Separador" options={options(SEPARATORS)} />
        <OptionField
          of={form}
          name="extension"
          label="Extensión"
          options={options({ csv: '.csv', txt: '.txt' })}
        />
        <OptionField of={form} name="day_form" label="Fechas" options={options(DAY_FORMS)} />
      </Group>
      <CheckField of={form} name="header" label="La primera fila son los títulos" />
      {rows.map((one, at) => (
        <Fieldset key={one.at} legend={`Columna ${at + 1}`}>
          <Group grow align="flex-start">
            <TextField of={one} name="title" label={`Título ${at + 1}`} maxLength={60} />
            <OptionField of={one} name="field" label={`Lleva ${at + 1}`} options={options(FILE_FIELDS)} />
          </Group>
          <Group grow align="flex-start">
            <NumberField
              of={one}
              name="width"
              label={`Ancho ${at + 1}`}
              description="Vacío: lo que mida."
              min={1}
              max={200}
            />
            <OptionField
              of={one}
              name="fill"
              label={`Se completa ${at + 1}`}
              options={options({ blancos: 'Con blancos', ceros: 'Con ceros' })}
            />
            <TextField of={one} name="text" label={`Texto fijo ${at + 1}`} maxLength={60} />
          </Group>
          <TextField
            of={one}
            name="codes"
            label={`Códigos ${at + 1}`}
            description="Valor y código: corriente=03, ahorros=04."
            maxLength={2000}
          />
          <Group justify="space-between">
            <CheckField of={one} name="cents" label={`En centavos ${at + 1}`} />
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
        </Fieldset>
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
    </FormDrawer>
  );
}
