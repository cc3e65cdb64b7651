import { SimpleGrid } from '@mantine/core';
import { addMailedList, changeMailedList } from '#contract/company/mailedLists/endpoints.ts';
import { MailedListForm, type MailedList, type NewMailedList } from '#contract/company/mailedLists/model.ts';
import { EVERY, HOURS, LAST_WORKING_DAY, WEEKDAY_CHOICES } from '#contract/company/mailedLists/rules.ts';
import { listColleagues } from '#contract/company/users/lists.endpoints.ts';
import { call } from '../../lib/call.ts';
import { queryOf, useOptions } from '../../lib/query.ts';
import { CheckField, ManyField, OptionField, TextField } from '../form/fields.tsx';
import { useRecordForm } from '../form/useRecordForm.ts';
import { FormDrawer } from '../FormDrawer.tsx';

const MONTH_DAYS = [
  ...Array.from({ length: 31 }, (_, at) => ({ value: at + 1, label: `Día ${at + 1}` })),
  { value: LAST_WORKING_DAY, label: 'Último día hábil' },
];

const valuesOf = (one: MailedList) => ({
  titulo: one.title,
  formato: one.format,
  cada: one.every,
  dia_semana: one.weekday,
  dia_mes: one.month_day,
  hora: one.hour,
  salta_feriados: one.skips_holidays,
  para: one.recipients.map(({ id }) => id),
  version: one.version,
});

/** A list to schedule as the screen shows it, or a schedule to change. */
type MailListFormProps = { onClose: () => void } & (
  | {
      source: Pick<NewMailedList, 'lista' | 'params' | 'filtro' | 'columnas' | 'pagina'>;
      title: string;
      list?: never;
    }
  | { list: MailedList; source?: never; title?: never }
);

/** When a list goes by mail, and to whom. */
export function MailListForm({ source, title, list, onClose }: MailListFormProps) {
  const colleagues = useOptions(queryOf(listColleagues, {}));
  const form = useRecordForm({
    schema: MailedListForm,
    initial: list
      ? valuesOf(list)
      : { titulo: title, formato: 'xlsx' as const, cada: 'semana' as const, dia_semana: 1, hora: '07:00' },
    send: (body, as, version) =>
      list
        ? call(changeMailedList, { params: { id: list.id }, body: { ...body, version } }, as)
        : call(addMailedList, { body: { ...body, ...source } }, as),
    success: list ? 'Programación guardada.' : 'Lista programada. La ves en Reportes, «Listas por correo».',
    onDone: onClose,
  });
  const every = form.form.values.cada;
  return (
    <FormDrawer
      title={list ? list.title : 'Programar por correo'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={list ? 'Guardar' : 'Programar'}
    >
      <TextField of={form} name="titulo" label="Título" description="El asunto del correo." maxLength={120} />
      <ManyField
        of={form}
        name="para"
        label="Para"
        description="Cada persona recibe lo que ella puede ver, con un enlace que pide entrar."
        options={colleagues.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <OptionField
          of={form}
          name="cada"
          label="Cada cuánto"
          options={Object.entries(EVERY).map(([value, label]) => ({ value, label }))}
        />
        <OptionField
          of={form}
          name="hora"
          label="Hora"
          options={HOURS.map((hour) => ({ value: hour, label: hour }))}
        />
      </SimpleGrid>
      {every === 'semana' && (
        <OptionField
          of={form}
          name="dia_semana"
          label="Día de la semana"
          nothing="Elige el día"
          options={WEEKDAY_CHOICES}
        />
      )}
      {every === 'mes' && (
        <OptionField
          of={form}
          name="dia_mes"
          label="Día del mes"
          nothing="Elige el día"
          options={MONTH_DAYS}
        />
      )}
      <CheckField
        of={form}
        name="salta_feriados"
        label="No enviar en feriados"
        description="La diaria se salta; las demás salen el día siguiente."
      />
      <OptionField
        of={form}
        name="formato"
        label="Formato"
        options={[
          { value: 'xlsx', label: 'Excel' },
          { value: 'pdf', label: 'PDF' },
        ]}
      />
    </FormDrawer>
  );
}
