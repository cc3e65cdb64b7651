import { Group, Table, Text } from '@mantine/core';
import { formatMoney } from '#contract/money.ts';
import type { QuoteRow } from '#contract/sales/quotes/model.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { QuoteStatePill } from './QuoteStatePill.tsx';

/** A few proformas, each leading to its page. */
export const QuoteList = ({ rows }: { rows: readonly QuoteRow[] }) => (
  <Table aria-label="Proformas">
    <Table.Tbody>
      {rows.map((row) => (
        <Table.Tr key={row.id}>
          <Table.Td>
            <PageLink href={`/oficina/proformas/${row.id}`}>
              {row.code}
              {row.number > 1 && ` · v${row.number}`}
            </PageLink>
            <Text size="xs" c="dimmed">
              {row.model.name}
              {row.lot && ` · ${row.lot.lote}`}
            </Text>
          </Table.Td>
          <Table.Td>
            <Group gap="xs">
              <QuoteStatePill state={row.state} />
            </Group>
          </Table.Td>
          <Table.Td ta="right" className="figures">
            {formatMoney(row.price_centavos)}
            <Text size="xs" c="dimmed">
              hasta <DateText day={row.valid_until} />
            </Text>
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
