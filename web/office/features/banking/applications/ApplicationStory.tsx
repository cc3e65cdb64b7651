import { Stack, Text, Timeline } from '@mantine/core';
import { CONTACT_CHANNELS, type Application } from '#contract/banking/applications/applications.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Section } from '#web/office/ui/Section.tsx';

interface Happened {
  key: string;
  at: string;
  title: string;
  text: string | null;
  who: string | null;
}

/** The history with the bank, newest first: states, contacts and documents sent. */
export function ApplicationStory({ application }: { application: Application }) {
  const all: Happened[] = [
    ...application.history.map((one, at) => ({
      key: `estado-${at}`,
      at: one.at,
      title: one.to,
      text: one.reason,
      who: one.who ?? 'Por sí solo',
    })),
    ...application.contacts.map((one) => ({
      key: `contacto-${one.id}`,
      at: one.at,
      title: `${CONTACT_CHANNELS[one.channel]}${one.executive ? ` con ${one.executive}` : ''}`,
      text: one.note,
      who: one.who,
    })),
    ...application.transfers.map((one) => ({
      key: `entrega-${one.id}`,
      at: one.at,
      title: `Expediente ${one.format.toUpperCase()}: ${one.papers.length} documentos`,
      text: one.papers.join(', '),
      who: one.who,
    })),
  ].toSorted((a, b) => (a.at < b.at ? 1 : -1));
  return (
    <Section title="Historia con el banco">
      <Timeline bulletSize={14} lineWidth={2}>
        {all.map((one) => (
          <Timeline.Item key={one.key} title={one.title}>
            <Stack gap={0}>
              {one.text && <Text size="sm">{one.text}</Text>}
              <Text size="xs" c="dimmed">
                <DateText instant={one.at} /> · {one.who ?? ''}
              </Text>
            </Stack>
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}
