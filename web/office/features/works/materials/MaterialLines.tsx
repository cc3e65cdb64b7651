import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { z } from 'zod';
import { listMaterialOptions } from '#contract/works/materials/endpoints.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { NumberField, SearchField } from '#web/office/ui/form/fields.tsx';
import { rowsOf, type RecordFormOf } from '#web/office/ui/form/useFields.ts';

const Lines = z.object({ lines: z.array(z.object({ material_id: z.number(), quantity: z.number() })) });

interface MaterialLinesProps {
  /** A form whose schema has `lines` of materials and quantities. */
  of: unknown;
}

/** The list of materials with their quantities, in any form. */
export function MaterialLines({ of }: MaterialLinesProps) {
  const materials = useOptions(queryOf(listMaterialOptions, {}));
  const { rows, error, add, remove } = rowsOf(of as RecordFormOf<typeof Lines>, 'lines');
  const options = materials.map(({ id, name, unit }) => ({
    value: id,
    label: unit ? `${name} · ${unit}` : name,
  }));
  return (
    <>
      {rows.map((one, at) => (
        <Group key={one.at} gap="xs" align="flex-start" wrap="nowrap">
          <SearchField
            of={one}
            name="material_id"
            label={`Material ${at + 1}`}
            options={options}
            style={{ flex: 1 }}
            nothingFoundMessage="No está en el catálogo"
          />
          <NumberField
            of={one}
            name="quantity"
            label={`Cantidad ${at + 1}`}
            decimalScale={3}
            min={0}
            w={110}
          />
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            mt={26}
            aria-label={`Quitar el material ${at + 1}`}
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
          Agregar material
        </Button>
      </Group>
    </>
  );
}

/** One empty line, for a new form. */
export const EMPTY_LINE = {} as never;
