import { Button, Group, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { showDay } from '#contract/dates.ts';
import { holidays } from '#contract/holidays.ts';
import { changeSetting, getSettings } from '#contract/company/settings/endpoints.ts';
import {
  CompanyToSave,
  DEFAULTS,
  receiptText,
  Settings,
  type SettingKey,
} from '#contract/company/settings/model.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { bound, CheckField, DayField, NumberField, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { rowsOf, within, type RecordFormOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import type { Initial } from '#web/office/ui/form/values.ts';
import { CompanyFields, FiscalFields } from './CompanyFields.tsx';
import { useResetSetting, versionOf, type StoredSettings } from './settings.api.ts';
import styles from './settings.module.css';

const WEEK = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'];

type Whole<V extends z.ZodType> = z.ZodObject<{ value: V }>;

interface PartProps<V extends z.ZodType> {
  stored: StoredSettings;
  name: SettingKey;
  /** The part of the setting that users edit. */
  schema: V;
  submitLabel: string;
  children: (form: RecordFormOf<Whole<V>>) => ReactNode;
}

/** One setting with its own save button and a reset to the default. */
export function Part<V extends z.ZodType>(props: PartProps<V>) {
  const { stored, name, schema, submitLabel, children } = props;
  const reset = useResetSetting();
  const [whole] = useState(() => z.object({ value: schema }));
  const partOf = (all: StoredSettings) =>
    ({ value: all.values[name], version: versionOf(all, name) }) as unknown as Initial<Whole<V>> & {
      version: number;
    };
  const form = useRecordForm({
    schema: whole,
    initial: partOf(stored),
    reread: async () => partOf((await call(getSettings)).data),
    send: ({ value }: { value?: unknown }, as, version) =>
      call(changeSetting, { params: { key: name }, body: { value, version } }, as),
    success: 'Cambios guardados. Ya están en vigor.',
    onDone: ({ data }) => form.fill(partOf(data)),
  });
  return (
    <RecordForm
      {...form.frame}
      submitLabel={submitLabel}
      beside={
        versionOf(stored, name) > 0 &&
        name !== 'company' && (
          <Button
            variant="default"
            loading={reset.isPending}
            onClick={() =>
              reset.mutate({ params: { key: name } }, { onSuccess: ({ data }) => form.fill(partOf(data)) })
            }
          >
            Restablecer
          </Button>
        )
      }
    >
      {children(form)}
    </RecordForm>
  );
}

export const CompanyPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="company" schema={CompanyToSave} submitLabel="Guardar empresa">
    {(form) => <CompanyFields of={within(form, 'value')} />}
  </Part>
);

export const FiscalPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="fiscal" schema={Settings.shape.fiscal} submitLabel="Guardar datos fiscales">
    {(form) => <FiscalFields of={within(form, 'value')} />}
  </Part>
);

const COUNTS = [
  ['holdMinutes', 'Minutos mientras se llena el formulario'],
  ['reservationHours', 'Horas para pagar la separación'],
  ['separationDays', 'Días de la separación pagada'],
  ['remindPapersDays', 'Días entre recordatorios de documentos'],
  ['offerMinutes', 'Minutos para decidir, al primero de la lista de espera'],
  ['perAddress', 'Puestos al día en listas de espera, por dirección de internet'],
] as const;

export const ClaimsPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="claims" schema={Settings.shape.claims} submitLabel="Guardar reservas">
    {(form) => (
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {COUNTS.map(([key, label]) => (
          <NumberField
            of={within(form, 'value')}
            name={key}
            key={key}
            label={label}
            description={`Valor inicial: ${DEFAULTS.claims[key]}`}
            allowDecimal={false}
            min={1}
          />
        ))}
      </SimpleGrid>
    )}
  </Part>
);

const VISITS = [
  ['slotMinutes', 'Minutos de cada cita', 15, 240],
  ['noticeHours', 'Horas de anticipación para agendar', 0, 168],
  ['daysAhead', 'Días hacia adelante que se ofrecen', 1, 90],
  ['changeHours', 'Horas antes para mover o cancelar', 0, 72],
] as const;

export const AppointmentsPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="appointments" schema={Settings.shape.appointments} submitLabel="Guardar citas">
    {(form) => (
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {VISITS.map(([key, label, min, max]) => (
          <NumberField
            of={within(form, 'value')}
            name={key}
            key={key}
            label={label}
            description={`Valor inicial: ${DEFAULTS.appointments[key]}`}
            allowDecimal={false}
            min={min}
            max={max}
          />
        ))}
      </SimpleGrid>
    )}
  </Part>
);

export const ReceiptsPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="receipts" schema={Settings.shape.receipts} submitLabel="Guardar recibos">
    {(form) => {
      const of = within(form, 'value');
      const { prefix, digits, first } = of.values;
      return (
        <>
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
            <TextField
              of={of}
              name="prefix"
              label="Prefijo"
              description="Valor inicial: ninguno"
              maxLength={8}
            />
            <NumberField
              of={of}
              name="digits"
              label="Cifras"
              description="Valor inicial: 1, sin ceros"
              allowDecimal={false}
              min={1}
              max={10}
            />
            <NumberField
              of={of}
              name="first"
              label="Próximo número de recibo (mínimo)"
              description="Valor inicial: 1"
              allowDecimal={false}
              min={1}
            />
          </SimpleGrid>
          <Text size="sm" c="dimmed" aria-live="polite">
            Se verá así: {receiptText({ prefix: prefix ?? '', digits: digits ?? 1 }, first ?? 1)}. Ningún
            número se da dos veces.
          </Text>
        </>
      );
    }}
  </Part>
);

export const HoursPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="hours" schema={Settings.shape.hours} submitLabel="Guardar horario">
    {(form) => (
      <Stack gap="xs">
        {rowsOf(form, 'value').rows.map((of, at) => (
          <div key={WEEK[at]} className={styles.hours}>
            <CheckField of={of} name="open" label={WEEK[at] ?? ''} />
            <TextField
              of={of}
              name="from"
              type="time"
              aria-label={`${WEEK[at]}, desde`}
              disabled={!of.values.open}
            />
            <TextField
              of={of}
              name="to"
              type="time"
              aria-label={`${WEEK[at]}, hasta`}
              disabled={!of.values.open}
            />
          </div>
        ))}
      </Stack>
    )}
  </Part>
);

export function HolidaysPart({ stored }: { stored: StoredSettings }) {
  const today = useToday();
  const year = Number(today.slice(0, 4));
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" fw={600} mb={4}>
          Nacionales de {year}
        </Text>
        <ul className={styles.holidays}>
          {holidays(year).map(({ day, name }) => (
            <li key={day + name}>
              <span className="figures">{showDay(day).slice(0, 5)}</span> {name}
            </li>
          ))}
        </ul>
      </div>
      <Part
        stored={stored}
        name="ownHolidays"
        schema={Settings.shape.ownHolidays}
        submitLabel="Guardar feriados propios"
      >
        {(form) => {
          const { rows, error, add, remove } = rowsOf(form, 'value');
          return (
            <Stack gap="xs">
              <Text size="sm" fw={600}>
                Propios de la empresa
              </Text>
              {rows.map((of, at) => (
                <Group key={at} align="flex-end" gap="xs" wrap="nowrap">
                  <DayField of={of} name="day" label={`Día ${at + 1}`} />
                  <TextField of={of} name="name" label="Motivo" flex={1} maxLength={80} />
                  <Button
                    variant="subtle"
                    px="xs"
                    aria-label={`Quitar el día ${at + 1}`}
                    onClick={() => remove(at)}
                  >
                    <IconTrash size={18} aria-hidden />
                  </Button>
                </Group>
              ))}
              {error && (
                <Text size="sm" c="red">
                  {error}
                </Text>
              )}
              <Group>
                <Button
                  variant="default"
                  leftSection={<IconPlus size={16} aria-hidden />}
                  onClick={() => add({})}
                >
                  Agregar día
                </Button>
              </Group>
            </Stack>
          );
        }}
      </Part>
    </Stack>
  );
}

export const CedulaPart = ({ stored }: { stored: StoredSettings }) => (
  <Part
    stored={stored}
    name="cedulaMaxAsiento"
    schema={Settings.shape.cedulaMaxAsiento}
    submitLabel="Guardar cédula"
  >
    {(form) => (
      <NumberField
        of={form}
        name="value"
        label="Cifras del asiento"
        description={`El último grupo de la cédula. Valor inicial: ${DEFAULTS.cedulaMaxAsiento}; 6 si hay extranjeros con cédula.`}
        min={5}
        max={6}
        maw={320}
        allowDecimal={false}
      />
    )}
  </Part>
);

export const HostsPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="mediaHosts" schema={Settings.shape.mediaHosts} submitLabel="Guardar sitios">
    {(form) => {
      const { value, set, input } = bound(form, 'value');
      return (
        <Textarea
          {...input}
          label="Sitios permitidos"
          description="Uno por línea, como https://www.youtube.com. Valor inicial: ninguno. Solo se cargan al abrir la ventana del video o del mapa."
          autosize
          minRows={2}
          value={(value ?? []).join('\n')}
          onChange={({ currentTarget: { value: text } }) => set(text === '' ? [] : text.split('\n'))}
        />
      );
    }}
  </Part>
);

export const RefundsPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="refunds" schema={Settings.shape.refunds} submitLabel="Guardar devoluciones">
    {(form) => (
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NumberField
          of={within(form, 'value')}
          name="penaltyPercent"
          label="Penalidad por desistir"
          description="Parte de lo pagado, 10 % como máximo. Con rechazo del banco no se retiene nada."
          suffix=" %"
          decimalScale={2}
          min={0}
          max={10}
        />
        <NumberField
          of={within(form, 'value')}
          name="days"
          label="Días para devolver"
          description={`Valor inicial: ${DEFAULTS.refunds.days}`}
          allowDecimal={false}
          min={1}
          max={120}
        />
      </SimpleGrid>
    )}
  </Part>
);

const KEPT = [
  ['secretMailDays', 'Días del texto de correos con códigos', 1, 365],
  ['mailMonths', 'Meses de los correos', 3, 240],
  ['unagreedHours', 'Horas de un formulario sin permisos', 1, 720],
  ['draftDays', 'Días de un borrador abandonado', 7, 3650],
  ['peopleMonths', 'Meses de quien no compró', 1, 84],
] as const;

export const RetentionPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="retention" schema={Settings.shape.retention} submitLabel="Guardar conservación">
    {(form) => (
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {KEPT.map(([key, label, min, max]) => (
          <NumberField
            of={within(form, 'value')}
            name={key}
            key={key}
            label={label}
            description={`Valor inicial: ${DEFAULTS.retention[key]}`}
            allowDecimal={false}
            min={min}
            max={max}
          />
        ))}
      </SimpleGrid>
    )}
  </Part>
);
