import { Button, Checkbox, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { showDay } from '#contract/dates.ts';
import { holidays } from '#contract/holidays.ts';
import {
  DEFAULTS,
  receiptText,
  settingToSave,
  type SettingKey,
  type Settings,
} from '#contract/company/settings/model.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { CompanyFields, FiscalFields } from './CompanyFields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useChangeSetting, useResetSetting, versionOf, type StoredSettings } from './settings.api.ts';
import styles from './settings.module.css';

const WEEK = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'];

interface PartProps<K extends SettingKey> {
  stored: StoredSettings;
  name: K;
  submitLabel: string;
  children: (form: FormOf<K>) => ReactNode;
}
type Values<K extends SettingKey> = { value: Settings[K] };
type FormOf<K extends SettingKey> = Pick<
  ReturnType<typeof useForm<Values<K>>>,
  'values' | 'errors' | 'getInputProps' | 'setFieldValue'
>;

/** One part with its own button: what holds, and back to the default. */
export function Part<K extends SettingKey>({ stored, name, submitLabel, children }: PartProps<K>) {
  const save = useChangeSetting('Guardado. Vale desde ahora.');
  const reset = useResetSetting();
  const version = versionOf(stored, name);
  const form = useForm<Values<K>>({
    initialValues: { value: stored.values[name] },
    validateInputOnBlur: true,
    validate: ({ value }) =>
      Object.fromEntries(
        Object.entries(zodErrors(settingToSave(name))(value)).map(([path, text]) => [
          path === '' ? 'value' : `value.${path}`,
          text,
        ]),
      ) as never,
  });
  return (
    <RecordForm
      form={form}
      onSubmit={({ value }) =>
        save.mutate(
          { params: { key: name }, body: { value, version } },
          {
            onSuccess: ({ data }) => {
              form.setInitialValues({ value: data.values[name] });
              form.reset();
            },
          },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel={submitLabel}
      beside={
        version > 0 &&
        name !== 'company' && (
          <Button
            variant="default"
            loading={reset.isPending}
            onClick={() =>
              reset.mutate(
                { params: { key: name } },
                {
                  onSuccess: ({ data }) => {
                    form.setInitialValues({ value: data.values[name] });
                    form.reset();
                  },
                },
              )
            }
          >
            Volver a lo de fábrica
          </Button>
        )
      }
    >
      {children(form)}
    </RecordForm>
  );
}

export const CompanyPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="company" submitLabel="Guardar empresa">
    {(form) => <CompanyFields form={form} at="value" />}
  </Part>
);

export const FiscalPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="fiscal" submitLabel="Guardar datos fiscales">
    {(form) => <FiscalFields form={form} at="value" />}
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
  <Part stored={stored} name="claims" submitLabel="Guardar reservas">
    {(form) => (
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {COUNTS.map(([key, label]) => (
          <NumberField
            key={key}
            label={label}
            description={`De fábrica: ${DEFAULTS.claims[key]}`}
            allowDecimal={false}
            min={1}
            {...form.getInputProps(`value.${key}` as never)}
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
  <Part stored={stored} name="appointments" submitLabel="Guardar citas">
    {(form) => (
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {VISITS.map(([key, label, min, max]) => (
          <NumberField
            key={key}
            label={label}
            description={`De fábrica: ${DEFAULTS.appointments[key]}`}
            allowDecimal={false}
            min={min}
            max={max}
            {...form.getInputProps(`value.${key}` as never)}
          />
        ))}
      </SimpleGrid>
    )}
  </Part>
);

export const ReceiptsPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="receipts" submitLabel="Guardar recibos">
    {(form) => (
      <>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
          <TextInput
            label="Prefijo"
            description="De fábrica: ninguno"
            maxLength={8}
            {...form.getInputProps('value.prefix' as never)}
          />
          <NumberField
            label="Cifras"
            description="De fábrica: 1, sin ceros"
            allowDecimal={false}
            min={1}
            max={10}
            {...form.getInputProps('value.digits' as never)}
          />
          <NumberField
            label="El próximo, al menos"
            description="De fábrica: 1"
            allowDecimal={false}
            min={1}
            {...form.getInputProps('value.first' as never)}
          />
        </SimpleGrid>
        <Text size="sm" c="dimmed" aria-live="polite">
          Se verá así: {receiptText(form.values.value, form.values.value.first)}. Ningún número se da dos
          veces.
        </Text>
      </>
    )}
  </Part>
);

export const HoursPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="hours" submitLabel="Guardar horario">
    {(form) => (
      <Stack gap="xs">
        {WEEK.map((day, at) => (
          <div key={day} className={styles.hours}>
            <Checkbox
              label={day}
              {...form.getInputProps(`value.${at}.open` as never, { type: 'checkbox' })}
            />
            <TextInput
              type="time"
              aria-label={`${day}, desde`}
              disabled={!form.values.value[at]?.open}
              {...form.getInputProps(`value.${at}.from` as never)}
            />
            <TextInput
              type="time"
              aria-label={`${day}, hasta`}
              disabled={!form.values.value[at]?.open}
              {...form.getInputProps(`value.${at}.to` as never)}
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
      <Part stored={stored} name="ownHolidays" submitLabel="Guardar feriados propios">
        {(form) => {
          const list = form.values.value;
          const set = (next: Settings['ownHolidays']) => form.setFieldValue('value' as never, next);
          return (
            <Stack gap="xs">
              <Text size="sm" fw={600}>
                Propios de la empresa
              </Text>
              {list.map((one, at) => (
                <Group key={at} align="flex-end" gap="xs" wrap="nowrap">
                  <DayInput
                    label={`Día ${at + 1}`}
                    value={one.day}
                    onChange={(day) => set(list.map((row, i) => (i === at ? { ...row, day } : row)))}
                    error={form.errors[`value.${at}.day`]}
                  />
                  <TextInput
                    label="Motivo"
                    flex={1}
                    maxLength={80}
                    {...form.getInputProps(`value.${at}.name` as never)}
                  />
                  <Button
                    variant="subtle"
                    px="xs"
                    aria-label={`Quitar el día ${at + 1}`}
                    onClick={() => set(list.filter((_, i) => i !== at))}
                  >
                    <IconTrash size={18} aria-hidden />
                  </Button>
                </Group>
              ))}
              {form.errors['value'] && (
                <Text size="sm" c="red">
                  {form.errors['value']}
                </Text>
              )}
              <Group>
                <Button
                  variant="default"
                  leftSection={<IconPlus size={16} aria-hidden />}
                  onClick={() => set([...list, { day: '', name: '' }])}
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
  <Part stored={stored} name="cedulaMaxAsiento" submitLabel="Guardar cédula">
    {(form) => (
      <NumberField
        label="Cifras del asiento"
        description={`El último grupo de la cédula. De fábrica: ${DEFAULTS.cedulaMaxAsiento}; 6 si hay extranjeros con cédula.`}
        min={5}
        max={6}
        maw={320}
        allowDecimal={false}
        {...form.getInputProps('value' as never)}
      />
    )}
  </Part>
);

export const HostsPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="mediaHosts" submitLabel="Guardar sitios">
    {(form) => (
      <Textarea
        label="Sitios permitidos"
        description="Uno por línea, como https://www.youtube.com. De fábrica: ninguno. Solo se cargan al abrir la ventana del video o del mapa."
        autosize
        minRows={2}
        value={form.values.value.join('\n')}
        onChange={(event) =>
          form.setFieldValue(
            'value' as never,
            event.currentTarget.value === '' ? [] : event.currentTarget.value.split('\n'),
          )
        }
        error={Object.entries(form.errors).find(([path]) => path.startsWith('value'))?.[1]}
      />
    )}
  </Part>
);

export const RefundsPart = ({ stored }: { stored: StoredSettings }) => (
  <Part stored={stored} name="refunds" submitLabel="Guardar devoluciones">
    {(form) => (
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NumberField
          label="Penalidad por desistir"
          description="Parte de lo pagado, 10 % como máximo. Con rechazo del banco no se retiene nada."
          suffix=" %"
          decimalScale={2}
          min={0}
          max={10}
          {...form.getInputProps('value.penaltyPercent' as never)}
        />
        <NumberField
          label="Días para devolver"
          description={`De fábrica: ${DEFAULTS.refunds.days}`}
          allowDecimal={false}
          min={1}
          max={120}
          {...form.getInputProps('value.days' as never)}
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
  <Part stored={stored} name="retention" submitLabel="Guardar conservación">
    {(form) => (
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {KEPT.map(([key, label, min, max]) => (
          <NumberField
            key={key}
            label={label}
            description={`De fábrica: ${DEFAULTS.retention[key]}`}
            allowDecimal={false}
            min={min}
            max={max}
            {...form.getInputProps(`value.${key}` as never)}
          />
        ))}
      </SimpleGrid>
    )}
  </Part>
);
