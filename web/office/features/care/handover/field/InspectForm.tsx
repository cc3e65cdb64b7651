import {
  Alert,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Progress,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { use, useState } from 'react';
import { INSPECTION_FILES, type FieldHandover } from '#contract/care/handover/model.ts';
import { ANSWERS, METERS, SEVERITIES, type Answer, type Severity } from '#contract/care/handover/rules.ts';
import { Photos } from '#web/office/features/works/jobs/Photos.tsx';
import { DraftContext, LATER, useDrafted } from '#web/office/lib/outbox/draftContext.ts';
import { useUnsavedGuard } from '#web/office/lib/useUnsavedGuard.ts';
import styles from '../../../works/jobs/jobs.module.css';
import { missingIn, type Draft, type DraftPoint, type Fault } from './draft.ts';

const RESULTS = [
  { value: 'bien', label: 'Bien' },
  { value: 'observado', label: 'Observado' },
];
const choices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const PHOTOS_OF_POINT = 4;

interface InspectFormProps {
  handover: FieldHandover;
  first: Draft;
  keep: (draft: Draft) => Promise<void>;
  onCancel: () => void;
}

/** The list with the buyer at one's side: room by room, meters, keys, and what the buyer says. */
export function InspectForm({ handover, first, keep, onCancel }: InspectFormProps) {
  const [draft, setDraft] = useDrafted('inspeccion', first);
  const kept = use(DraftContext) !== null;
  const [fault, setFault] = useState<Fault | null>(null);
  const [saving, setSaving] = useState(false);
  useUnsavedGuard(draft !== first && !saving);
  const set = (patch: Partial<Draft>) => {
    setFault(null);
    setDraft((now) => ({ ...now, ...patch }));
  };
  const point = (at: number, patch: Partial<DraftPoint>) =>
    set({ puntos: draft.puntos.map((one, place) => (place === at ? { ...one, ...patch } : one)) });
  const answered = draft.puntos.filter(({ resultado }) => resultado !== null).length;
  const photos = [...draft.puntos, ...draft.medidores].reduce((sum, { fotos }) => sum + fotos.length, 0);
  const room = INSPECTION_FILES.maxCount - photos;
  const rooms = Map.groupBy(
    draft.puntos.map((one, at) => ({ one, at })),
    ({ one }) => one.ambiente,
  );
  const save = async () => {
    const missing = missingIn(draft);
    if (missing) return setFault(missing);
    setSaving(true);
    try {
      await keep(draft);
    } catch (error) {
      setSaving(false);
      setFault({ at: 'guardar', text: error instanceof Error ? error.message : 'No se pudo guardar.' });
    }
  };
  return (
    <Stack gap="lg">
      <div>
        <Text size="sm">
          {handover.name} · {handover.model} · {handover.project}
        </Text>
        <Progress
          mt="xs"
          value={(answered / Math.max(1, draft.puntos.length)) * 100}
          aria-label={`${answered} de ${draft.puntos.length} puntos respondidos`}
        />
      </div>
      <TextInput
        label="Quién asistió"
        size="md"
        required
        maxLength={120}
        value={draft.asistio}
        onChange={(event) => set({ asistio: event.currentTarget.value })}
      />
      <FaultAt at="asistio" fault={fault} />
      {[...rooms].map(([name, points]) => (
        <section key={name} aria-label={name}>
          <Group justify="space-between" wrap="nowrap">
            <Title order={2} size="h4">
              {name}
            </Title>
            {points.some(({ one }) => one.resultado === null) && (
              <Button
                size="sm"
                variant="default"
                aria-label={`Todo bien en ${name}`}
                onClick={() =>
                  set({
                    puntos: draft.puntos.map((one) =>
                      one.ambiente === name && one.resultado === null ? { ...one, resultado: 'bien' } : one,
                    ),
                  })
                }
              >
                Todo bien
              </Button>
            )}
          </Group>
          {points.map(({ one, at }) => (
            <div key={one.punto}>
              <Point point={one} most={room} onChange={(patch) => point(at, patch)} />
              <FaultAt at={at} fault={fault} />
            </div>
          ))}
        </section>
      ))}
      <section aria-label="Medidores">
        <Title order={2} size="h4" mb="xs">
          Medidores
        </Title>
        <Stack gap="sm">
          {draft.medidores.map((meter, at) => {
            const change = (patch: Partial<typeof meter>) =>
              set({
                medidores: draft.medidores.map((one, place) => (place === at ? { ...one, ...patch } : one)),
              });
            return (
              <Stack key={meter.tipo} gap="xs">
                <Group grow align="flex-start">
                  <TextInput
                    label={`${METERS[meter.tipo]}: número`}
                    size="md"
                    maxLength={40}
                    value={meter.numero}
                    onChange={(event) => change({ numero: event.currentTarget.value })}
                  />
                  <NumberInput
                    label={`${METERS[meter.tipo]}: lectura`}
                    size="md"
                    min={0}
                    decimalScale={2}
                    hideControls
                    value={meter.lectura ?? ''}
                    onChange={(value) => change({ lectura: typeof value === 'number' ? value : null })}
                  />
                </Group>
                <Photos
                  files={meter.fotos}
                  most={Math.min(2, meter.fotos.length + room)}
                  error={null}
                  onChange={(fotos) => change({ fotos })}
                />
              </Stack>
            );
          })}
        </Stack>
        <FaultAt at="medidores" fault={fault} />
      </section>
      <section aria-label="Llaves y documentos">
        <Title order={2} size="h4" mb="xs">
          Llaves y documentos
        </Title>
        <Stack gap="xs">
          {draft.llaves.map((key, at) => {
            const change = (patch: Partial<typeof key>) =>
              set({ llaves: draft.llaves.map((one, place) => (place === at ? { ...one, ...patch } : one)) });
            return (
              // oxlint-disable-next-line react/no-array-index-key -- a key has no other identity while it is typed
              <Group key={at} wrap="nowrap" align="flex-end">
                <TextInput
                  label={at === 0 ? 'Llave' : undefined}
                  aria-label={`Llave ${at + 1}`}
                  size="md"
                  flex={1}
                  maxLength={60}
                  value={key.nombre}
                  onChange={(event) => change({ nombre: event.currentTarget.value })}
                />
                <NumberInput
                  label={at === 0 ? 'Cuántas' : undefined}
                  aria-label={`Cuántas de la llave ${at + 1}`}
                  size="md"
                  w={96}
                  min={0}
                  max={20}
                  allowDecimal={false}
                  value={key.cantidad}
                  onChange={(value) => change({ cantidad: typeof value === 'number' ? value : 0 })}
                />
              </Group>
            );
          })}
          <FaultAt at="llaves" fault={fault} />
          <Button
            variant="default"
            size="md"
            onClick={() => set({ llaves: [...draft.llaves, { nombre: '', cantidad: 1 }] })}
          >
            Agregar llave
          </Button>
          <Checkbox
            size="md"
            label="Se le entrega el manual de la vivienda"
            checked={draft.manual}
            onChange={(event) => set({ manual: event.currentTarget.checked })}
          />
          <Checkbox
            size="md"
            label="Se le entrega el reglamento de PH"
            checked={draft.reglamento}
            onChange={(event) => set({ reglamento: event.currentTarget.checked })}
          />
        </Stack>
      </section>
      <section aria-label="Qué dice el comprador">
        <Title order={2} size="h4" mb="xs" id="respuesta">
          Qué dice el comprador
        </Title>
        <SegmentedControl
          fullWidth
          orientation="vertical"
          size="md"
          aria-labelledby="respuesta"
          data={choices(ANSWERS)}
          value={draft.respuesta ?? ''}
          onChange={(to) => set({ respuesta: to as Answer })}
        />
        <FaultAt at="respuesta" fault={fault} />
        {draft.respuesta === 'rechaza' && (
          <Textarea
            mt="sm"
            label="Por qué no la recibe"
            size="md"
            required
            maxLength={1000}
            autosize
            minRows={2}
            value={draft.motivo}
            onChange={(event) => set({ motivo: event.currentTarget.value })}
          />
        )}
        <FaultAt at="motivo" fault={fault} />
      </section>
      <FaultAt at="guardar" fault={fault} />
      <Group grow>
        <Button variant="default" size="lg" onClick={onCancel}>
          {kept ? LATER : 'Cancelar'}
        </Button>
        <Button
          size="lg"
          loading={saving}
          leftSection={<IconDeviceFloppy size={20} aria-hidden />}
          onClick={() => void save()}
        >
          Guardar
        </Button>
      </Group>
    </Stack>
  );
}

/** What is missing, at its place, which comes into sight: the form is longer than a screen. */
const FaultAt = ({ at, fault }: { at: Fault['at']; fault: Fault | null }) =>
  fault?.at === at && (
    <Alert
      ref={(node) => node?.scrollIntoView({ block: 'center' })}
      color="red"
      variant="light"
      role="alert"
      mt="xs"
    >
      {fault.text}
    </Alert>
  );

interface PointProps {
  point: DraftPoint;
  /** Photographs that the inspection still takes. */
  most: number;
  onChange: (patch: Partial<DraftPoint>) => void;
}

function Point({ point, most, onChange }: PointProps) {
  return (
    <>
      <fieldset className={styles.question}>
        <legend>{point.punto}</legend>
        <SegmentedControl
          size="md"
          data={RESULTS}
          value={point.resultado ?? ''}
          onChange={(to) => onChange({ resultado: to as DraftPoint['resultado'] })}
        />
      </fieldset>
      {point.resultado === 'observado' && (
        <Stack gap="xs" py="sm">
          <Textarea
            label={`Qué se observó: ${point.punto}`}
            size="md"
            required
            maxLength={500}
            autosize
            value={point.texto}
            onChange={(event) => onChange({ texto: event.currentTarget.value })}
          />
          <SegmentedControl
            fullWidth
            size="md"
            aria-label={`Gravedad: ${point.punto}`}
            data={choices(SEVERITIES)}
            value={point.gravedad}
            onChange={(to) => onChange({ gravedad: to as Severity })}
          />
          <Photos
            files={point.fotos}
            most={Math.min(PHOTOS_OF_POINT, point.fotos.length + most)}
            error={null}
            onChange={(fotos) => onChange({ fotos })}
          />
        </Stack>
      )}
    </>
  );
}
