import { Text } from '@mantine/core';
import { z } from 'zod';
import {
  changeHandover,
  changeHandoverStatus,
  changeHouseKeys,
  decideEarly,
  getHandover,
} from '#contract/care/handover/endpoints.ts';
import { HandoverStatusChange, type Handover } from '#contract/care/handover/model.ts';
import { HANDOVER } from '#contract/care/handover/rules.ts';
import { DEFAULT_KEYS } from '#contract/care/handover/template.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Day = changeHandover.body.pick({ fecha: true });
type Of = Pick<Handover, 'id' | 'version' | 'scheduled_on'>;

/** Another day for a scheduled delivery. */
export function HandoverDayDrawer({ handover, onClose }: { handover: Of; onClose: () => void }) {
  const today = useToday();
  const params = { id: handover.id };
  const form = useRecordForm({
    schema: Day,
    initial: { fecha: handover.scheduled_on, version: handover.version },
    reread: async () => {
      const { data } = await call(getHandover, { params });
      return { fecha: data.scheduled_on, version: data.version };
    },
    send: ({ fecha }, as, version) =>
      call(changeHandover, { params, body: { fecha, version: version ?? handover.version } }, as),
    success: 'Día cambiado. El comprador recibe un correo.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Cambiar el día" opened onClose={onClose} {...form.frame} submitLabel="Cambiar el día">
      <DayField of={form} name="fecha" label="Día de la inspección" minDate={today} />
    </FormDrawer>
  );
}

const Again = z.object({ params: HandoverStatusChange.shape.params.pick({ fecha: true }) });

/** The day of another inspection, after the buyer did not take the house. */
export function AgainDrawer({
  handover,
  onClose,
}: {
  handover: Pick<Handover, 'id' | 'version'>;
  onClose: () => void;
}) {
  const today = useToday();
  const form = useRecordForm({
    schema: Again,
    initial: { params: { fecha: today }, version: handover.version },
    send: ({ params }, as, version) =>
      call(
        changeHandoverStatus,
        {
          params: { id: handover.id },
          body: {
            params: {
              ...params,
              estado_id: HANDOVER.scheduled,
              ...(version !== undefined && { version }),
            },
          },
        },
        as,
      ),
    success: 'Inspección programada otra vez.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Programar otra inspección"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Programar inspección"
    >
      <DayField
        of={within(form, 'params')}
        name="fecha"
        label="Día de la inspección"
        minDate={today}
        required
      />
    </FormDrawer>
  );
}

const Sending = z.object({
  params: z.object({ representante_id: z.number().int().nullable() }),
});

/** Who signs the acta for the company, before it is sent to the buyer. */
export function SendActaDrawer({
  handover,
  onClose,
}: {
  handover: Pick<Handover, 'id' | 'version' | 'representatives'>;
  onClose: () => void;
}) {
  const form = useRecordForm({
    schema: Sending,
    initial: { params: { representante_id: null }, version: handover.version },
    send: ({ params }, as, version) =>
      call(
        changeHandoverStatus,
        {
          params: { id: handover.id },
          body: {
            params: {
              estado_id: HANDOVER.signing,
              ...(params.representante_id !== null && { representante_id: params.representante_id }),
              ...(version !== undefined && { version }),
            },
          },
        },
        as,
      ),
    success: 'Acta enviada a firmar.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Enviar el acta a firmar"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Enviar a firmar"
    >
      <Text size="sm">
        El comprador firma en una tableta de la oficina con el código en su celular, por el enlace que recibe
        en su correo, o con tinta que certifican dos colegas. Con la última firma se le entregan las llaves.
      </Text>
      <OptionField
        of={within(form, 'params')}
        name="representante_id"
        label="Firma también por la promotora"
        nothing="Nadie: firma solo el comprador"
        options={handover.representatives.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormDrawer>
  );
}

const Decision = decideEarly.body.pick({ motivo: true });

/** Management decides a delivery before the disbursement. */
export function DecideDrawer({
  handover,
  approve,
  onClose,
}: {
  handover: Pick<Handover, 'id' | 'early_reason'>;
  approve: boolean;
  onClose: () => void;
}) {
  const label = approve ? 'Aprobar la entrega' : 'No aprobar';
  const form = useRecordForm({
    schema: Decision,
    initial: {},
    send: ({ motivo }, as) =>
      call(decideEarly, { params: { id: handover.id }, body: { aprobar: approve, motivo } }, as),
    success: approve ? 'Aprobada: se puede entregar antes del desembolso.' : 'No aprobada.',
    onDone: onClose,
  });
  return (
    <FormDrawer title={label} opened onClose={onClose} {...form.frame} submitLabel={label}>
      <Text size="sm">Lo pide: {handover.early_reason}</Text>
      <LongTextField of={form} name="motivo" label="Motivo" maxLength={1000} />
    </FormDrawer>
  );
}

const Typed = z.object({ llaves: z.string() });
const KEY_LINE = /^(.+?)\s*[:,]\s*(\d{1,2})$/;

/** Reads one key per line: "Puerta principal: 3". */
const keysOf = (text: string | null) =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, nombre, cantidad] = KEY_LINE.exec(line) ?? [];
      return { line, nombre, cantidad: Number(cantidad) };
    });

/** The keys that there are of a house. */
export function KeysDrawer({
  handover,
  onClose,
}: {
  handover: Pick<Handover, 'id' | 'keys'>;
  onClose: () => void;
}) {
  const keys =
    handover.keys.length > 0
      ? handover.keys.map(({ name, total }) => ({ nombre: name, cantidad: total }))
      : DEFAULT_KEYS;
  const form = useRecordForm({
    schema: Typed,
    initial: { llaves: keys.map(({ nombre, cantidad }) => `${nombre}: ${cantidad}`).join('\n') },
    check: ({ llaves }) => {
      const wrong = keysOf(llaves).find(({ nombre }) => nombre === undefined);
      return { llaves: wrong ? `«${wrong.line}»: escribe la llave, dos puntos y cuántas hay.` : null };
    },
    send: ({ llaves }, as) =>
      call(
        changeHouseKeys,
        {
          params: { id: handover.id },
          body: { llaves: keysOf(llaves).map(({ nombre, cantidad }) => ({ nombre: nombre!, cantidad })) },
        },
        as,
      ),
    success: 'Llaves guardadas.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Llaves de la vivienda"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar llaves"
    >
      <LongTextField
        of={form}
        name="llaves"
        label="Llaves"
        description="Una por línea, con cuántas hay: «Puerta principal: 3»."
        autosize
        minRows={4}
      />
    </FormDrawer>
  );
}
