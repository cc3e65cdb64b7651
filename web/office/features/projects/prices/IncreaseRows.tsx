import { Table } from '@mantine/core';
import { formatMoney } from '#contract/money.ts';
import type { IncreaseRow } from '#contract/projects/prices/model.ts';

/** Before → after of each price. */
export function IncreaseRows({ rows }: { rows: readonly IncreaseRow[] }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Precio</Table.Th>
          <Table.Th ta="right">Antes</Table.Th>
          <Table.Th ta="right">Después</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((one) => (
          <Table.Tr key={`${one.target}-${one.id}`}>
            <Table.Td>
              {one.name} · {one.project}
              {one.state === 'skipped' && ' (quedó como estaba)'}
            </Table.Td>
            <Table.Td ta="right" className="figures">
              {formatMoney(one.from_centavos)}
            </Table.Td>
            <Table.Td ta="right" className="figures">
              {formatMoney(one.to_centavos)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
