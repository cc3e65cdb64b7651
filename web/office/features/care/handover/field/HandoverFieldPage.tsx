import {
  Alert,
  Anchor,
  Button,
  Group,
  Loader,
  Paper,
  Stack,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { IconArrowLeft, IconCloudOff } from '@tabler/icons-react';
import { useState } from 'react';
import { longDay } from '#contract/dates.ts';
import type { FieldHandover } from '#contract/care/handover/model.ts';
import { filesOf, type OutboxItem } from '#web/office/lib/outbox/database.ts';
import { keeping, photosOf } from '#web/office/lib/outbox/keeping.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { correctable, OutboxRow } from '#web/office/ui/outbox/OutboxRow.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import styles from '../../../works/jobs/jobs.module.css';
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
  const open = (handover: FieldHandover) => {
    setSaid('');
    setOpened({ handover, draft: beginDraft(handover), item: null });
  };
  const correct = async (item: OutboxItem<KeptInspection>, handover: FieldHandover) => {
    const files = await filesOf(item.id);
    const draft = draftOf(
      item.typed.datos,
      files.map(({ file }) => file),
    );
    setOpened({ handover, draft, item });
  };
  const keep = async ({ handover, item }: Opened, draft: Draft) => {
    const { datos, fotos } = sentOf(draft, item?.typed.datos.fecha ?? today);
    const typed: KeptInspection = {
      handoverId: handover.id,
      name: handover.house,
      clave: item?.typed.clave ?? freshKey(),
      datos,
    };
    await keeping(
      item ? outbox.correct(item, typed, photosOf(fotos)) : outbox.enqueue(typed, photosOf(fotos)),
    );
    setSaid('Inspección guardada.');
    setOpened(null);
  };
  return (
    <main className={styles.page}>
      <Group justify="space-between" wrap="nowrap">
        {opened ? (
          <UnstyledButton
            className={styles.back}
            aria-label="Volver a la lista"
            onClick={() => setOpened(null)}
          >
            <IconArrowLeft size={22} aria-hidden />
          </UnstyledButton>
        ) : (
          <Anchor href="/oficina/entregas" aria-label="Volver a entregas" className={styles.back}>
            <IconArrowLeft size={22} aria-hidden />
          </Anchor>
        )}
        <Title order={1} size="h3" flex={1}>
          {opened ? opened.handover.house : 'Inspecciones de entrega'}
        </Title>
        {outbox.sending !== null && <Loader size="sm" aria-label="Enviando" />}
      </Group>
      {!outbox.online && (
        <Alert color="yellow" variant="light" icon={<IconCloudOff aria-hidden />} title="Sin conexión">
          Sigue inspeccionando: queda guardado en este equipo y se envía solo cuando vuelva la señal.
        </Alert>
      )}
      <Text component="output" size="sm" c="dimmed">
        {said}
      </Text>
      {!field.ready ? null : field.signedOut || handovers === null ? (
        <Alert
          variant="light"
          title={field.signedOut ? 'Ingresa para inspeccionar' : 'Conéctate una primera vez'}
        >
          {field.signedOut ? (
            <Anchor href="/ingresar">Ingresar a la oficina</Anchor>
          ) : (
            'Abre esta página una vez con conexión: después funciona sin ella.'
          )}
        </Alert>
      ) : opened ? (
        <InspectForm
          key={opened.item?.id ?? `nueva ${opened.handover.id}`}
          handover={opened.handover}
          first={opened.draft}
          keep={(draft) => keep(opened, draft)}
          onCancel={() => setOpened(null)}
        />
      ) : (
        <Handovers list={handovers} onOpen={open} />
      )}
      {!opened && !field.signedOut && outbox.items.length > 0 && (
        <section aria-label="Por enviar">
          <Title order={2} size="h4" mb="xs">
            Por enviar ({outbox.items.length})
          </Title>
          <Stack gap="xs">
            {outbox.items.map((item) => {
              const handover = field.known.find(({ id }) => id === item.typed.handoverId);
              return (
                <OutboxRow
                  key={item.id}
                  item={item}
                  sending={outbox.sending === item.id}
                  actions={
                    correctable(item) &&
                    (handover ? (
                      <Button size="sm" variant="default" onClick={() => void correct(item, handover)}>
                        Corregir
                      </Button>
                    ) : (
                      <Text size="sm">Esta entrega ya no espera su inspección.</Text>
                    ))
                  }
                />
              );
            })}
          </Stack>
        </section>
      )}
    </main>
  );
}

const Handovers = ({
  list,
  onOpen,
}: {
  list: readonly FieldHandover[];
  onOpen: (handover: FieldHandover) => void;
}) =>
  list.length === 0 ? (
    <Text c="dimmed">No hay entregas por inspeccionar. Las que se programen aparecen aquí.</Text>
  ) : (
    <Stack gap="xs">
      {list.map((one) => (
        <Paper key={one.id} withBorder>
          <UnstyledButton className={styles.job} onClick={() => onOpen(one)}>
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
          </UnstyledButton>
        </Paper>
      ))}
    </Stack>
  );
