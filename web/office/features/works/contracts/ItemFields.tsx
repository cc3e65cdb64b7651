import { ActionIcon, Fieldset, Group, SimpleGrid } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { z } from 'zod';
import { costCodes } from '#contract/company/catalogs/worksLists.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { MoneyField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';
import type { ReactNode } from 'react';

/** What every item has, in a draft as in an addendum. */
const ItemShape = z.object({
  code: z.string(),
  description: z.string(),
  unit: z.string(),
  price_centavos: z.number(),
  cost_code_id: z.number(),
});

/** A row of a list whose schema has these fields. */
export type ItemForm = RecordFormOf<typeof ItemShape>;

interface ItemFieldsProps {
  of: ItemForm;
  /** Position in the list, from 1. */
  number: number;
  quantity: ReactNode;
  onRemove: () => void;
}

/** The fields of one item. */
export function ItemFields({ of, number, quantity, onRemove }: ItemFieldsProps) {
  const codes = useOptions(queryOf(costCodes.list, {}));
  return (
    <Fieldset legend={`Partida ${number}`} p="sm">
      <Group gap="xs" align="flex-start" wrap="nowrap" mb="xs">
        <TextField of={of} name="code" label="Código" maxLength={30} w={110} />
        <TextField of={of} name="description" label="Descripción" maxLength={200} style={{ flex: 1 }} />
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          mt={26}
          aria-label={`Quitar la partida ${number}`}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
        <TextField of={of} name="unit" label="Unidad" maxLength={12} />
        {quantity}
        <MoneyField of={of} name="price_centavos" label="Precio" />
        <OptionField
          of={of}
          name="cost_code_id"
          label="Código de costo"
          nothing="Elige"
          options={codes.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </SimpleGrid>
    </Fieldset>
  );
}
