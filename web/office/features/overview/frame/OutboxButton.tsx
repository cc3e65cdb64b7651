import { ActionIcon, Indicator, Popover, ScrollArea, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCloudUpload } from '@tabler/icons-react';
// The layout sends outbox items of every kind, so it imports every kind. Add new kinds here.
import '#web/office/features/sales/prospects/quick/quickProspect.ts';
import '#web/office/features/care/handover/field/fieldKinds.ts';
import '#web/office/features/care/ticketOrders/field/fieldKinds.ts';
import '#web/office/features/works/diary/field/fieldKinds.ts';
import '#web/office/features/works/jobs/field/fieldKinds.ts';
import '#web/office/features/works/purchasing/field/receiptKind.ts';
import type { OutboxItem } from '#web/office/lib/outbox/database.ts';
import { kindOf } from '#web/office/lib/outbox/kinds.ts';
import { useOutboxState } from '#web/office/lib/outbox/useOutbox.ts';
import { correctable, OutboxRow } from '#web/office/ui/outbox/OutboxRow.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';

/** Sends this browser's outbox from every page. Visible while it has items. */
export function OutboxButton() {
  const outbox = useOutboxState();
  const [opened, { toggle, close }] = useDisclosure(false);
  const waiting = outbox.items.length;
  if (waiting === 0) return null;
  const refused = outbox.items.filter(({ refusal }) => refusal).length;
  const label = `Por enviar: ${waiting}${refused > 0 ? `, ${refused} por revisar` : ''}`;
  return (
    <Popover position="bottom-end" width={340} trapFocus returnFocus opened={opened} onDismiss={close}>
      <Indicator label={waiting} size={16} offset={6} color={refused > 0 ? 'red.8' : 'gray.7'}>
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={toggle}>
            <IconCloudUpload size={20} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p="sm" aria-label="Por enviar">
        <Text fw={600}>Por enviar</Text>
        <Text size="sm" c="dimmed" mb="xs">
          Está guardado en este dispositivo y se envía solo cuando hay conexión.
        </Text>
        <ScrollArea.Autosize mah={360}>
          <Stack gap="xs">
            {outbox.items.map((item) => (
              <OutboxRow
                key={item.id}
                item={item}
                sending={outbox.sending === item.id}
                actions={<Correct item={item} />}
              />
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}

function Correct({ item }: { item: OutboxItem }) {
  const page = kindOf(item.kind)?.page;
  if (!page || !correctable(item)) return null;
  return (
    <PageLink href={page} fz="sm" fw={600} underline="always">
      Corregir
    </PageLink>
  );
}
