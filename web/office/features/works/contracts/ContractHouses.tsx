import { Button } from '@mantine/core';
import type { Contract } from '#contract/works/contracts/model.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';

interface ContractHousesProps {
  contract: Contract;
  onEdit: () => void;
}

type House = Contract['houses'][number];

/** The houses of a contract, each with its amount and what is approved of it. */
export function ContractHouses({ contract, onEdit }: ContractHousesProps) {
  const columns: ShortColumn<House>[] = [
    { title: 'Vivienda', render: ({ name }) => name },
    { title: 'Aprobado', align: 'right', render: ({ approved_percent }) => `${approved_percent} %` },
    ...(contract.amount_visible
      ? ([
          { title: 'Monto', money: ({ amount_centavos }: House) => amount_centavos, sum: true },
          { title: 'Ejecutado', money: ({ certified_centavos }: House) => certified_centavos, sum: true },
        ] satisfies ShortColumn<House>[])
      : []),
  ];
  const mayWrite = contract.may.edit && contract.amount_visible && contract.houses.length > 0;
  return (
    <Section
      title="Viviendas y montos"
      text="Sin ITBMS. La suma es el monto del contrato."
      actions={
        mayWrite ? (
          <Button variant="default" size="compact-md" onClick={onEdit}>
            Escribir montos
          </Button>
        ) : null
      }
    >
      {contract.houses.length === 0 ? (
        <EmptyState title="Aún no tiene viviendas" text="Elígelas en los datos del contrato." />
      ) : (
        <ShortTable
          label="Viviendas"
          rows={contract.houses}
          columns={columns}
          rowId={({ id }) => id}
          rowHeads
        />
      )}
    </Section>
  );
}
