import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { listRecordEntries } from '#contract/company/comments/recordEntries.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';

interface RecordEntriesProps {
  record: string;
  id: number;
}

/** What a record left in the books, for who may see them. Nothing while it left nothing. */
export function RecordEntries(props: RecordEntriesProps) {
  return useCan('contabilidad.ver') ? <Entries {...props} /> : null;
}

function Entries({ record, id }: RecordEntriesProps) {
  const { data } = useQuery(queryOf(listRecordEntries, { params: { record, id } }));
  const entries = data?.data ?? [];
  if (entries.length === 0) return null;
  return (
    <Section title="En los libros">
      <Stack gap="sm">
        {entries.map((one) => (
          <div key={one.id}>
            <Text size="sm" td={one.reversed ? 'line-through' : undefined}>
              <PageLink
                underline="always"
                {...linkOptions({ to: '/oficina/diario/$id', params: { id: one.id } })}
              >
                {one.number}
              </PageLink>{' '}
              <DateText day={one.day} /> · {one.description}
            </Text>
            {one.lines.map((line, at) => (
              <Text size="xs" c="dimmed" key={`${line.account}-${at}`} pl={line.credit > 0 ? 'lg' : 0}>
                {line.account}: <MoneyText centavos={line.debit || line.credit} />
              </Text>
            ))}
          </div>
        ))}
      </Stack>
    </Section>
  );
}
