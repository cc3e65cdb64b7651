import { Button, Checkbox, Group, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getNoticePreferences, putNoticePreferences } from '#contract/company/notifications/endpoints.ts';
import { isUrgent, NOTICE_KINDS } from '#contract/company/notifications/kinds.ts';
import {
  DIGESTS,
  NOTICE_CHANNELS,
  type NoticeChannel,
  type NoticePreferences,
} from '#contract/company/notifications/model.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useUnsavedGuard } from '#web/office/lib/useUnsavedGuard.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { MyDevices } from './MyDevices.tsx';
import styles from './push.module.css';

const SHORT: Record<NoticeChannel, string> = { push: 'Celular', correo: 'Correo' };
const CHANNELS = Object.keys(NOTICE_CHANNELS) as NoticeChannel[];

/** By which ways the user wants notices, of what, and when not. */
export function NoticePreferencesPage() {
  const { data } = useSuspenseQuery(queryOf(getNoticePreferences));
  return (
    <>
      <PageHeader
        title="Mis avisos"
        count={null}
        text="Todo queda en la campana de la oficina. Aquí eliges qué te llega también afuera, y cuándo."
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: 'start' }}>
        <MyDevices />
        <Preferences kept={data.data} />
      </SimpleGrid>
    </>
  );
}

function Preferences({ kept }: { kept: NoticePreferences }) {
  const [draft, setDraft] = useState(kept);
  const save = useAction(putNoticePreferences, { success: 'Tus avisos quedan así.' });
  const dirty = JSON.stringify(draft) !== JSON.stringify(kept);
  useUnsavedGuard(dirty && !save.isPending);
  const set = (change: Partial<NoticePreferences>) => setDraft({ ...draft, ...change });
  const toggle = (kind: NoticePreferences['kinds'][number]['kind'], channel: NoticeChannel, on: boolean) =>
    set({
      kinds: draft.kinds.map((one) =>
        one.kind === kind ? { ...one, channels: { ...one.channels, [channel]: on } } : one,
      ),
    });
  return (
    <Section title="Qué, por dónde y cuándo">
      <Stack gap="md">
        <Select
          label="Los correos de avisos llegan"
          allowDeselect={false}
          data={Object.entries(DIGESTS).map(([value, label]) => ({ value, label }))}
          value={draft.digest}
          onChange={(digest) => digest && set({ digest: digest as NoticePreferences['digest'] })}
        />
        <Switch
          label="De noche espera hasta la mañana"
          description="Los avisos urgentes llegan siempre."
          checked={draft.quiet}
          onChange={({ currentTarget }) => set({ quiet: currentTarget.checked })}
        />
        {draft.quiet && (
          <Group grow>
            <TextInput
              inputMode="numeric"
              placeholder="20:00"
              maxLength={5}
              label="Desde"
              value={draft.quiet_from}
              onChange={({ currentTarget }) => set({ quiet_from: currentTarget.value })}
            />
            <TextInput
              inputMode="numeric"
              placeholder="06:30"
              maxLength={5}
              label="Hasta"
              value={draft.quiet_to}
              onChange={({ currentTarget }) => set({ quiet_to: currentTarget.value })}
            />
          </Group>
        )}
        <ul className={styles.kinds} aria-label="Avisos">
          {draft.kinds.map(({ kind, channels }) => (
            <li key={kind}>
              <Text size="sm">
                {NOTICE_KINDS[kind]}
                {isUrgent(kind) && (
                  <Text span size="xs" c="dimmed">
                    {' '}
                    · urgente
                  </Text>
                )}
              </Text>
              <Group gap="md" wrap="nowrap">
                {CHANNELS.map((channel) => (
                  <Checkbox
                    key={channel}
                    label={SHORT[channel]}
                    aria-label={`${NOTICE_KINDS[kind]}: ${NOTICE_CHANNELS[channel]}`}
                    checked={channels[channel]}
                    onChange={({ currentTarget }) => toggle(kind, channel, currentTarget.checked)}
                  />
                ))}
              </Group>
            </li>
          ))}
        </ul>
        <Group>
          <Button disabled={!dirty} loading={save.isPending} onClick={() => save.mutate({ body: draft })}>
            Guardar
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
