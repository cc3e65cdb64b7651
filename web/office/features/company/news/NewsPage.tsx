import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { getNews, readNews, type News } from '#contract/company/news/endpoints.ts';
import { longDay } from '#contract/dates.ts';
import { MarkdownText } from '#web/office/features/company/manual/MarkdownText.tsx';
import { placeOf } from '#web/office/features/company/manual/placeOf.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { useUser } from '#web/office/lib/session.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';

/** The version in use and its news. */
export function NewsPage() {
  const { data, error } = useQuery(queryOf(getNews));
  if (!data) return error ? <Alert color="red" variant="light" title={sentence(error)} /> : <PendingPage />;
  const { version, entries } = data.data;
  return (
    <>
      <PageHeader title="Novedades" count={null} text={`Usas la versión ${version} de Llave.`} />
      <Entries entries={entries} />
    </>
  );
}

/** To open the page is to read them; what was new keeps its mark until one leaves. */
function Entries({ entries }: Pick<News, 'entries'>) {
  const { id: userId } = useUser();
  const navigate = useNavigate();
  const { mutate } = useAction(readNews);
  const [fresh] = useState(() => entries.filter(({ unread }) => unread).map(({ title }) => title));
  const newest = entries.find(({ unread }) => unread)?.day;
  const markRead = useEffectEvent((day: string) => mutate({ params: { userId }, body: { day } }));
  useEffect(() => {
    if (newest) markRead(newest);
  }, [newest]);
  return (
    <Stack gap="md" maw={760}>
      {entries.map(({ day, title, text }) => (
        <Section key={day + title} title={title}>
          <Group gap="xs" mb="xs">
            <Text size="sm" c="dimmed">
              {longDay(day)}
            </Text>
            {fresh.includes(title) && <Badge variant="light">Nuevo</Badge>}
          </Group>
          <MarkdownText text={text} chapter="" pictures={{}} onGo={(at) => void navigate(placeOf(at))} />
        </Section>
      ))}
    </Stack>
  );
}
