import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { longDay } from '#contract/dates.ts';
import type { FieldHandover } from '#contract/care/handover/model.ts';
import type { OutboxItem } from '#web/office/lib/outbox/database.ts';
import { keeping, photosOf } from '#web/office/lib/outbox/keeping.ts';
import type { OpenDraft } from '#web/office/lib/outbox/openDraft.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { Begun, Drafting, useDrafts } from '#web/office/ui/outbox/Drafting.tsx';
import { FieldEntry, FieldFrame, photosIn, Said } from '#web/office/ui/outbox/FieldFrame.tsx';
import { CorrectButton } from '#web/office/ui/outbox/OutboxRow.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { freshKey } from '#web/office/features/works/jobs/sending.ts';
import { beginDraft, draftOf, sentOf, type Draft } from './draft.ts';
import type { KeptInspection } from './fieldKinds.ts';
import { InspectForm } from './InspectForm.tsx';
import { useHandoverField } from './useHandoverField.ts';

/** A delivery that is being inspected: a new inspection, or a refused one that is corrected. */
interface Opened {
  handover: FieldHandover;
  draft: Draft;
  item: OutboxItem<KeptInspection> | null;
}

/** The tablet's page of an inspection with the buyer, also without a line. */
export function HandoverFieldPage() {
  const field = useHandoverField();
  const { outbox, handovers } = field;
  const today = useToday();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [said, setSaid] = useState('');
  const drafts = `entrega-${outbox.author?.id ?? 0}-`;
  const open = (handover: FieldHandover) => {
    setSaid('');
    setOpened({ handover, draft: beginDraft(handover), item: null });
  };
  const correct = async (item: OutboxItem<KeptInspection>, handover: FieldHandover) =>
    setOpened({ handover, draft: draftOf(item.typed.datos, await photosIn(item)), item });
  const keep = async ({ handover, item }: Opened, filled: Draft, draft?: OpenDraft) => {
    const { datos, fotos } = sentOf(filled, item?.typed.datos.fecha ?? today);
    const typed: KeptInspection = {
      handoverId: handover.id,
      name: handover.house,
      clave: item?.typed.clave ?? freshKey(),
      datos,
    };
    await keeping(
      item ? outbox.correct(item, typed, photosOf(fotos)) : outbox.enqueue(typed, photosOf(fotos), { draft }),
    );
    setSaid('Inspección guardada.');
    setOpened(null);
  };
  return (
    <FieldFrame
      title={opened ? opened.handover.house : 'Inspecciones de entrega'}
      home={{ href: '/oficina/entregas', label: 'Volver a entregas' }}
      onBack={opened ? () => setOpened(null) : null}
      outbox={outbox}
      goOn="Sigue inspeccionando"
      signIn="Ingresa para inspeccionar"
      ready={field.ready}
      known={handovers !== null}
      notice={<Said>{said}</Said>}
      waiting={outbox.items}
      renderActions={(item) => {
        const handover = field.known.find(({ id }) => id === item.typed.handoverId);
        return (
          <CorrectButton
            item={item}
            gone="Esta entrega ya no espera su inspección."
            onCorrect={handover ? () => void correct(item, handover) : null}
          />
        );
      }}
    >
      {opened?.item ? (
        <InspectForm
          key={opened.item.id}
          handover={opened.handover}
          first={opened.draft}
          keep={(filled) => keep(opened, filled)}
          onCancel={() => setOpened(null)}
        />
      ) : opened ? (
        <Drafting name={`${drafts}${opened.handover.id}`}>
          {(draft) => (
            <InspectForm
              handover={opened.handover}
              first={opened.draft}
              keep={(filled) => keep(opened, filled, draft)}
              onCancel={() => setOpened(null)}
            />
          )}
        </Drafting>
      ) : (
        <Handovers list={handovers ?? []} drafts={drafts} onOpen={open} />
      )}
    </FieldFrame>
  );
}

function Handovers({
  list,
  drafts,
  onOpen,
}: {
  list: readonly FieldHandover[];
  drafts: string;
  onOpen: (handover: FieldHandover) => void;
}) {
  const begun = useDrafts(drafts);
  if (list.length === 0)
    return <Text c="dimmed">No hay entregas por inspeccionar. Las que se programen aparecen aquí.</Text>;
  return (
    <Stack gap="xs">
      {list.map((one) => (
        <FieldEntry key={one.id} onOpen={() => onOpen(one)}>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Text fw={600}>{one.house}</Text>
            <StatePill catalog="handover" state={one.state} />
          </Group>
          <Text size="sm">
            {one.name} · {one.project}
          </Text>
          <Text size="sm" c="dimmed">
            {longDay(one.scheduled_on)}
            {one.open.length > 0 && ` · ${one.open.length} por revisar otra vez`}
          </Text>
          {begun.has(`${drafts}${one.id}`) && <Begun />}
        </FieldEntry>
      ))}
    </Stack>
  );
}
