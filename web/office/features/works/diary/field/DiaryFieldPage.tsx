import { Alert, Checkbox, NativeSelect, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { useState } from 'react';
import { addDays, longDay, showDay } from '#contract/dates.ts';
import { SECTION_LABELS, type FieldDiary } from '#contract/works/diary/model.ts';
import { clockFault } from '#contract/works/diary/rules.ts';
import type { OutboxItem } from '#web/office/lib/outbox/database.ts';
import type { OpenDraft } from '#web/office/lib/outbox/openDraft.ts';
import { keeping, photosOf } from '#web/office/lib/outbox/keeping.ts';
import { Drafting } from '#web/office/ui/outbox/Drafting.tsx';
import { FieldFrame, photosIn, Said } from '#web/office/ui/outbox/FieldFrame.tsx';
import { CorrectButton } from '#web/office/ui/outbox/OutboxRow.tsx';
import { officeToday, typedOf, type EntryFields, type TypedEntry, type Writing } from '../typed.ts';
import { Dictation } from './Dictation.tsx';
import { OneEntry } from './OneEntry.tsx';
import { diaryKey, useDiaryField } from './useDiaryField.ts';
import { usePlace } from './usePlace.ts';

type Field = ReturnType<typeof useDiaryField>;
/** How many days back the phone offers. */
const DAYS_BACK = 14;

/** A refused entry that is being corrected, with its photographs. */
interface Correcting {
  item: OutboxItem<TypedEntry>;
  photos: File[];
}

/** The phone's page of the site diary: an entry in a minute, also without a line. */
export function DiaryFieldPage({ contractId }: { contractId: number | undefined }) {
  const field = useDiaryField(contractId);
  const { outbox } = field;
  const [correcting, setCorrecting] = useState<Correcting | null>(null);
  const correct = async (item: OutboxItem<TypedEntry>) => {
    const photos = (await photosIn(item)).map((file, at) => takenAt(file, item.typed.tomadas[at]));
    setCorrecting({ item, photos });
  };
  return (
    <FieldFrame
      title={correcting ? 'Corregir anotación' : 'Bitácora'}
      home={{ href: '/oficina/bitacora', label: 'Volver a la bitácora' }}
      onBack={correcting ? () => setCorrecting(null) : null}
      outbox={outbox}
      goOn="Sigue anotando"
      signIn="Ingresa para escribir la bitácora"
      ready={field.ready}
      known={field.diaries !== null}
      notice={<ClockNotice offset={field.offset} />}
      waiting={outbox.items}
      renderDetail={({ typed }) => (
        <Text size="sm" c="dimmed">
          {typed.obra}
        </Text>
      )}
      renderActions={(item) => <CorrectButton item={item} onCorrect={() => void correct(item)} />}
    >
      {!field.chosen ? (
        <Alert variant="light" title="No hay obras que escribir">
          Aparecen aquí las obras de tus proyectos con contratos vigentes.
        </Alert>
      ) : correcting ? (
        <Correction
          key={correcting.item.id}
          field={field}
          correcting={correcting}
          onDone={() => setCorrecting(null)}
        />
      ) : (
        <Writer key={diaryKey(field.chosen)} field={field} diary={field.chosen} />
      )}
      {!correcting && <Addenda sent={outbox.sent} />}
    </FieldFrame>
  );
}

const takenAt = (file: File, at: string | undefined) =>
  at ? new File([file], file.name, { type: file.type, lastModified: Date.parse(at) }) : file;

const ClockNotice = ({ offset }: { offset: number }) =>
  clockFault(offset) && (
    <Alert color="yellow" variant="light" icon={<IconClockExclamation aria-hidden />} title="Revisa el reloj">
      El reloj de este teléfono está {clockFault(offset)}. Las anotaciones llevan el día de la oficina.
    </Alert>
  );

const nameOf = ({ proyecto, tipo }: FieldDiary) => `${proyecto.name} · ${tipo.name}`;

function dayChoices(today: string) {
  const named = (day: string, at: number) => {
    // Without the year: the line is short on a phone.
    const text = longDay(day).replace(/ de \d{4}$/, '');
    return at === 0 ? `Hoy, ${text}` : at === 1 ? `Ayer, ${text}` : text;
  };
  return Array.from({ length: DAYS_BACK }, (_, at) => addDays(today, -at)).map((day, at) => ({
    value: day,
    label: named(day, at),
  }));
}

function Writer({ field, diary }: { field: Field; diary: FieldDiary }) {
  const { outbox, offset, placed } = field;
  const today = officeToday(offset);
  const [day, setDay] = useState<string | null>(null);
  const [way, setWay] = useState<'una' | 'dictar'>('una');
  const [said, setSaid] = useState('');
  const drafts = `bitacora-${outbox.author?.id ?? 0}`;
  const place = usePlace(placed);
  const writing: Writing = {
    proyecto_id: diary.proyecto.id,
    tipo_contrato_id: diary.tipo.id,
    obra: nameOf(diary),
    fecha: day ?? today,
    desfase_s: offset,
    place,
  };
  const keepIn =
    (draft: OpenDraft | undefined) =>
    async (fields: EntryFields, photos: readonly File[], last = true) => {
      const kept = typedOf(fields, photos, writing);
      await keeping(outbox.enqueue(kept, photosOf(photos), { draft: last ? draft : undefined }));
      setSaid(`Guardado: ${SECTION_LABELS[fields.seccion]}.`);
    };
  return (
    <Stack gap="md">
      <NativeSelect
        label="Obra"
        size="md"
        data={(field.diaries ?? []).map((one) => ({ value: diaryKey(one), label: nameOf(one) }))}
        value={diaryKey(diary)}
        onChange={(event) => field.remember({ chosen: event.currentTarget.value })}
      />
      <NativeSelect
        label="Día"
        size="md"
        data={dayChoices(today)}
        value={writing.fecha}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <SegmentedControl
        fullWidth
        size="md"
        aria-label="Cómo anotar"
        data={[
          { value: 'una', label: 'Una anotación' },
          { value: 'dictar', label: 'Dictar todo' },
        ]}
        value={way}
        onChange={(to) => setWay(to)}
      />
      <Drafting key={way} name={`${drafts}-${way}`}>
        {(draft) =>
          way === 'una' ? (
            <OneEntry contracts={diary.contratos} keep={keepIn(draft)} />
          ) : (
            <Dictation contracts={diary.contratos} keep={keepIn(draft)} onDone={() => setWay('una')} />
          )
        }
      </Drafting>
      <Checkbox
        label="Guardar también el lugar"
        checked={placed}
        onChange={(event) => field.remember({ placed: event.currentTarget.checked })}
      />
      <Said>{said}</Said>
      {writing.fecha === today && diary.hoy.length > 0 && <Today diary={diary} />}
    </Stack>
  );
}

/** What the day's diary has already, also from other phones. */
const Today = ({ diary }: { diary: FieldDiary }) => (
  <section aria-label="Ya anotado hoy">
    <Title order={2} size="h4" mb="xs">
      Ya anotado hoy ({diary.hoy.length})
    </Title>
    <Stack gap={4}>
      {diary.hoy.map(({ seccion, texto, cantidad }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list is only read
        <Text key={at} size="sm">
          <b>{SECTION_LABELS[seccion]}</b> {cantidad !== null && `${cantidad} `}
          {texto}
        </Text>
      ))}
    </Stack>
  </section>
);

function Correction({
  field,
  correcting: { item, photos },
  onDone,
}: {
  field: Field;
  correcting: Correcting;
  onDone: () => void;
}) {
  const { typed } = item;
  const diary = field.diaries?.find(
    ({ proyecto, tipo }) => proyecto.id === typed.proyecto_id && tipo.id === typed.tipo_contrato_id,
  );
  const contracts = diary?.contratos ?? [];
  const known = contracts.some(({ id }) => id === typed.contrato_id);
  return (
    <Stack gap="md">
      <Text size="sm">
        {typed.obra} · {showDay(typed.fecha)}
      </Text>
      {item.refusal && (
        <Alert color="red" variant="light">
          {item.refusal.message}
        </Alert>
      )}
      <OneEntry
        contracts={contracts}
        initial={{
          seccion: typed.seccion,
          texto: typed.texto,
          contrato_id: known ? typed.contrato_id! : null,
          cantidad: typed.cantidad,
          motivo: typed.motivo,
          horas: typed.horas,
        }}
        photos={photos}
        submitLabel="Guardar"
        onCancel={onDone}
        keep={async (fields, chosen) => {
          const { latitud, longitud, proyecto_id, tipo_contrato_id, obra, fecha, desfase_s = 0 } = typed;
          const place = latitud !== undefined && longitud !== undefined ? { latitud, longitud } : null;
          const again = typedOf(fields, chosen, {
            proyecto_id,
            tipo_contrato_id,
            obra,
            fecha,
            desfase_s,
            place,
          });
          // It was written when it was written.
          await keeping(
            field.outbox.correct(item, { ...again, escrita_a: typed.escrita_a }, photosOf(chosen)),
          );
          onDone();
        }}
      />
    </Stack>
  );
}

/** What arrived after the seal of its day. */
function Addenda({ sent }: { sent: Field['outbox']['sent'] }) {
  const told = sent.flatMap(({ id, title, answer: { data } }) =>
    data.adenda_del
      ? [
          {
            id,
            text: `${title}: ese día ya estaba sellado, quedó como adenda del ${showDay(data.adenda_del)}.`,
          },
        ]
      : [],
  );
  if (told.length === 0) return null;
  return (
    <section aria-label="Enviado como adenda">
      <Stack gap={4}>
        {told.map(({ id, text }) => (
          <Text key={id} size="sm">
            {text}
          </Text>
        ))}
      </Stack>
    </section>
  );
}
