import { Alert, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Refusal, sentence } from '../lib/refusal.ts';

interface ErrorTableProps {
  /** The error of the submit; null shows nothing. */
  error: Error | null;
  /** Labels by request field name. A field without a label shows only its message. */
  labels?: Readonly<Record<string, string>>;
}

/** A refused submit: the message and, for a 422, a table of fields and messages (spec §8). */
export function ErrorTable({ error, labels = {} }: ErrorTableProps) {
  if (!error) return null;
  // Do not repeat the message of the title.
  const fields = error instanceof Refusal ? error.fields.filter((one) => one.message !== error.message) : [];
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={sentence(error)}
      role="alert"
    >
      {fields.length > 0 && (
        <Table withRowBorders={false} verticalSpacing={2} horizontalSpacing={0}>
          <Table.Tbody>
            {fields.map((one) => (
              <Table.Tr key={one.field + one.message}>
                {labels[one.field] && (
                  <Table.Th scope="row" fw={500} pr="sm">
                    {labels[one.field]}
                  </Table.Th>
                )}
                <Table.Td colSpan={labels[one.field] ? 1 : 2}>{one.message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {error instanceof Refusal && error.status >= 500 && error.requestId && (
        <Text size="xs" className="figures">
          Id: {error.requestId}
        </Text>
      )}
    </Alert>
  );
}
