import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { getEntry } from '#contract/money/ledger/endpoints.ts';
import { ENTRY_KINDS, type Entry, type EntryLine } from '#contract/money/ledger/model.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';
import { Standing } from './JournalPage.tsx';

const columns: ShortColumn<EntryLine>[] = [
  {
    title: 'Cuenta',
    render: ({ account }) => (
      <PageLink {...linkOptions({ to: '/oficina/cuentas/mayor', search: { cuenta_id: account.id } })}>
        {`${account.code} ${account.name}`}
      </PageLink>
    ),
  },
  { title: 'Debe', money: ({ debit }) => debit || null, sum: true },
  { title: 'Haber', money: ({ credit }) => credit || null, sum: true },
  { title: 'Detalle', render: (line) => <About line={line} /> },
];

function About({ line: { about, note } }: { line: EntryLine }) {
  if (about.length === 0 && !note) return '—';
  return (
    <Stack gap={0}>
      {about.map(({ label, text, url }) => (
        <Text size="sm" key={label}>
          {label}:{' '}
          {url ? (
            <PageLink href={url} underline="always">
              {text}
            </PageLink>
          ) : (
            text
          )}
        </Text>
      ))}
      {note && <Text size="sm">{note}</Text>}
    </Stack>
  );
}

/** One entry: its lines, and the record that says it. */
export function EntryPage({ id }: { id: number }) {
  const query = useQuery(queryOf(getEntry, { params: { id } }));
  const comments = useComments('asiento', id);
  const entry = query.data?.data;
  if (query.error) throw query.error;
  if (!entry) return <PendingPage />;
  return (
    <RecordPage
      of={['asiento', id]}
      title={`Asiento ${entry.number}`}
      subtitle={`${entry.description} · ${entry.book.name}`}
      state={<Standing entry={entry} />}
      turn={null}
      actions={[]}
      facts={factsOf(entry)}
      activity={
        <Stack gap="lg">
          <RecordFiles reference="asiento" id={id} />
          <ActivityStream {...comments} items={comments.items ?? []} />
        </Stack>
      }
    >
      <Section title="Líneas">
        <ShortTable
          label={`Líneas del asiento ${entry.number}`}
          rows={entry.lines}
          rowId={(line) => line.id}
          columns={columns}
          rowHeads
        />
      </Section>
    </RecordPage>
  );
}

const link = (other: { id: number; number: string }) => (
  <PageLink {...linkOptions({ to: '/oficina/diario/$id', params: { id: other.id } })}>
    {other.number}
  </PageLink>
);

const factsOf = (entry: Entry) => [
  { label: 'Fecha', value: <DateText day={entry.day} /> },
  ...(entry.occurred_on === entry.day
    ? []
    : [{ label: 'Ocurrió el', value: <DateText day={entry.occurred_on} /> }]),
  {
    label: 'Viene de',
    value: entry.source.url ? (
      <PageLink href={entry.source.url}>{entry.source.name}</PageLink>
    ) : (
      entry.source.name
    ),
  },
  { label: 'Clase', value: entry.event ?? ENTRY_KINDS[entry.kind] },
  ...(entry.reverses ? [{ label: 'Reversa el', value: link(entry.reverses) }] : []),
  ...(entry.reversed ? [{ label: 'Lo reversó el', value: link(entry.reversed) }] : []),
  ...(entry.reason ? [{ label: 'Motivo', value: entry.reason }] : []),
  ...(entry.made_by ? [{ label: 'Lo hizo', value: entry.made_by }] : []),
  ...(entry.approved_by ? [{ label: 'Lo aprobó', value: entry.approved_by }] : []),
  { label: 'Se escribió', value: <DateText instant={entry.created_at} /> },
];
