import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { ReactNode } from 'react';
import { listHouseOptions } from '#contract/projects/houses/endpoints.ts';
import { formatMoney } from '#contract/money.ts';
import { changeContractAddendum, createContractAddendum } from '#contract/works/contracts/endpoints.ts';
import { ContractAddendumForm } from '#contract/works/contracts/forms.ts';
import { type Contract, type ContractAddendum } from '#contract/works/contracts/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import {
  DayField,
  LongTextField,
  MoneyField,
  NumberField,
  OptionField,
} from '#web/office/ui/form/fields.tsx';
import { rowsOf, type RecordFormOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { ItemFields, type ItemForm } from './ItemFields.tsx';

/** Money fields take no minus: the direction is a choice of its own. */
const Form = z.object({
  reason: ContractAddendumForm.shape.reason,
  ends_on: ContractAddendumForm.shape.ends_on,
  houses: z.array(
    z.object({
      house_id: z.number({ error: 'Elige la vivienda.' }),
      way: z.enum(['mas', 'menos']),
      delta_centavos: z
        .number({ error: 'Escribe cuánto cambia.' })
        .int()
        .min(1, { error: 'Escribe cuánto cambia.' }),
    }),
  ),
  items: ContractAddendumForm.shape.items,
  new_items: ContractAddendumForm.shape.new_items,
});

interface AddendumFormProps {
  contract: Pick<Contract, 'id' | 'project' | 'measure' | 'houses' | 'items' | 'ends_on' | 'amount_visible'>;
  /** The draft to edit; null: a new one. */
  addendum: ContractAddendum | null;
  onClose: () => void;
}

const valuesOf = (one: ContractAddendum) => ({
  version: one.version,
  reason: one.reason,
  ends_on: one.ends_on,
  houses: one.lines.flatMap(({ house, delta_centavos }) =>
    house && delta_centavos !== null
      ? [
          {
            house_id: house.id,
            way: delta_centavos < 0 ? ('menos' as const) : ('mas' as const),
            delta_centavos: Math.abs(delta_centavos),
          },
        ]
      : [],
  ),
  items: one.lines.flatMap(({ item, delta_quantity }) =>
    item && item.id !== null ? [{ item_id: item.id, delta_quantity: delta_quantity ?? 0 }] : [],
  ),
  new_items: one.lines.flatMap(({ item, delta_quantity, price_centavos, cost_code_id }) =>
    item && item.id === null
      ? [
          {
            code: item.code,
            description: item.description,
            unit: item.unit,
            delta_quantity: delta_quantity ?? 0,
            price_centavos: price_centavos ?? 0,
            cost_code_id: cost_code_id ?? 0,
          },
        ]
      : [],
  ),
});

/** Drafts an addendum: what changes in houses or items, and the last day. */
export function AddendumForm({ contract, addendum, onClose }: AddendumFormProps) {
  const params = { id: contract.id };
  const form = useRecordForm({
    schema: Form,
    initial: addendum ? valuesOf(addendum) : { houses: [], items: [], new_items: [] },
    send: ({ houses, ...rest }, as, version) => {
      const body = {
        ...rest,
        version,
        houses: houses.map(({ house_id, way, delta_centavos }) => ({
          house_id,
          delta_centavos: way === 'menos' ? -delta_centavos : delta_centavos,
        })),
      };
      return addendum
        ? call(changeContractAddendum, { params: { ...params, addendum: addendum.id }, body }, as)
        : call(createContractAddendum, { params, body }, as);
    },
    success: addendum ? 'Adenda guardada.' : 'Adenda creada: la aprueba otra persona.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={addendum ? `Adenda ${addendum.number}` : 'Nueva adenda'}
      size="xl"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={addendum ? 'Guardar adenda' : 'Crear adenda'}
    >
      <LongTextField of={form} name="reason" label="Por qué cambia" maxLength={1000} />
      {contract.amount_visible &&
        (contract.measure === 'actividades' ? (
          <HouseLines of={form} contract={contract} />
        ) : (
          <ItemLines of={form} contract={contract} />
        ))}
      <DayField of={form} name="ends_on" label="Nuevo último día" description="Vacío: el mismo." />
    </FormDrawer>
  );
}

interface LinesProps {
  of: RecordFormOf<typeof Form>;
  contract: AddendumFormProps['contract'];
}

function HouseLines({ of, contract }: LinesProps) {
  const query = useQuery(queryOf(listHouseOptions, { params: { projectId: contract.project.id } }));
  const { rows, error, add, remove } = rowsOf(of, 'houses');
  const inside = new Set(contract.houses.map(({ id }) => id));
  const options = [
    ...contract.houses.map(({ id, name }) => ({ value: id, label: name })),
    ...(query.data?.data ?? [])
      .filter(({ id }) => !inside.has(id))
      .map(({ id, name }) => ({ value: id, label: `${name} (se agrega)` })),
  ];
  const total = rows.reduce(
    (sum, { values }) => sum + (values.delta_centavos ?? 0) * (values.way === 'menos' ? -1 : 1),
    0,
  );
  return (
    <>
      {rows.map((one, at) => (
        <Group key={one.at} gap="xs" align="flex-end">
          <OptionField
            of={one}
            name="house_id"
            label={`Vivienda ${at + 1}`}
            nothing="Elige"
            options={options}
          />
          <OptionField
            of={one}
            name="way"
            label={`Cambio ${at + 1}`}
            options={[
              { value: 'mas', label: 'Aumenta' },
              { value: 'menos', label: 'Disminuye' },
            ]}
          />
          <MoneyField of={one} name="delta_centavos" label={`Monto ${at + 1}`} />
          <Remove label={`Quitar la vivienda ${at + 1}`} onClick={() => remove(at)} />
        </Group>
      ))}
      <Foot error={error}>
        <Text size="sm" component="output">
          El contrato cambia en {formatMoney(total)}.
        </Text>
        <Button variant="default" size="compact-sm" onClick={() => add({ way: 'mas' })}>
          Agregar vivienda
        </Button>
      </Foot>
    </>
  );
}

function ItemLines({ of, contract }: LinesProps) {
  const changes = rowsOf(of, 'items');
  const added = rowsOf(of, 'new_items');
  const options = contract.items.map(({ id, code, description, unit }) => ({
    value: id,
    label: `${code} ${description} (${unit})`,
  }));
  return (
    <>
      {changes.rows.map((one, at) => (
        <Group key={one.at} gap="xs" align="flex-end">
          <OptionField
            of={one}
            name="item_id"
            label={`Partida ${at + 1}`}
            nothing="Elige"
            options={options}
          />
          <NumberField
            of={one}
            name="delta_quantity"
            label={`Cantidad de más o de menos ${at + 1}`}
            decimalScale={3}
          />
          <Remove label={`Quitar el cambio ${at + 1}`} onClick={() => changes.remove(at)} />
        </Group>
      ))}
      {added.rows.map((one, at) => (
        <ItemFields
          key={one.at}
          of={one as unknown as ItemForm}
          number={at + 1}
          quantity={<NumberField of={one} name="delta_quantity" label="Cantidad" decimalScale={3} min={0} />}
          onRemove={() => added.remove(at)}
        />
      ))}
      <Foot error={changes.error ?? added.error}>
        <Button variant="default" size="compact-sm" onClick={() => changes.add({})}>
          Cambiar una cantidad
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => added.add({})}>
          Agregar partida
        </Button>
      </Foot>
    </>
  );
}

const Remove = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="red" size="lg" aria-label={label} onClick={onClick}>
    <IconTrash size={18} aria-hidden />
  </ActionIcon>
);

const Foot = ({ error, children }: { error: ReactNode; children: ReactNode }) => (
  <>
    {error && (
      <Text size="sm" c="red" role="alert">
        {error}
      </Text>
    )}
    <Group gap="xs">{children}</Group>
  </>
);
