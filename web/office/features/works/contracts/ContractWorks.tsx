import { Button } from '@mantine/core';
import type { Contract } from '#contract/works/contracts/model.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';

interface ContractWorksProps {
  contract: Contract;
  onEdit: () => void;
}

type Item = Contract['items'][number];
const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 3 });

/** What a contract builds: activities with their weights, or items with their quantities. */
export function ContractWorks({ contract, onEdit }: ContractWorksProps) {
  const byHouse = contract.measure === 'actividades';
  const edit =
    contract.may.edit && (byHouse || contract.amount_visible) ? (
      <Button variant="default" size="compact-md" onClick={onEdit}>
        {byHouse ? 'Cambiar pesos' : 'Escribir partidas'}
      </Button>
    ) : null;
  if (byHouse)
    return (
      <Section title="Actividades" text="El peso de cada una en el monto de cada vivienda." actions={edit}>
        <ShortTable
          label="Actividades"
          rows={contract.activities}
          rowId={({ activity_id }) => activity_id}
          rowHeads
          columns={[
            { title: 'Actividad', render: ({ name }) => name },
            { title: 'Código de costo', render: ({ cost_code }) => cost_code.name },
            { title: 'Peso', align: 'right', render: ({ weight_bp }) => `${weight_bp / 100} %` },
          ]}
        />
      </Section>
    );
  const columns: ShortColumn<Item>[] = [
    { title: 'Partida', render: ({ code, description }) => `${code} ${description}` },
    { title: 'Cantidad', align: 'right', render: ({ quantity, unit }) => `${number(quantity)} ${unit}` },
    { title: 'Aprobada', align: 'right', render: ({ approved_quantity }) => number(approved_quantity) },
    ...(contract.amount_visible
      ? ([
          { title: 'Precio', money: ({ price_centavos }: Item) => price_centavos },
          { title: 'Monto', money: ({ amount_centavos }: Item) => amount_centavos, sum: true },
        ] satisfies ShortColumn<Item>[])
      : []),
  ];
  return (
    <Section title="Partidas" text="Se miden por cantidad. Su suma es el monto del contrato." actions={edit}>
      {contract.items.length === 0 ? (
        <EmptyState title="Aún no hay partidas" text="Cada una con su unidad, cantidad y precio." />
      ) : (
        <ShortTable
          label="Partidas"
          rows={contract.items}
          columns={columns}
          rowId={({ id }) => id}
          rowHeads
        />
      )}
    </Section>
  );
}
