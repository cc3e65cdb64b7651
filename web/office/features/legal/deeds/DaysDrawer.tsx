import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { changeDeedDays, listDeedDays, type DeedDays } from '#contract/legal/deeds/days.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCanForCompany } from '#web/office/lib/session.ts';
import { useUnsavedGuard } from '#web/office/lib/useUnsavedGuard.ts';
import { NumberField } from '#web/office/ui/form/fields.tsx';
import { FormBody } from '#web/office/ui/form/FormBody.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { RecordDrawer } from '#web/office/ui/RecordDrawer.tsx';

/** The usual days of each step of a deed. */
export function DaysDrawer({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery(queryOf(listDeedDays, {}));
  const mayEdit = useCanForCompany('legal.aprobar');
  return (
    <RecordDrawer title="Días normales" onClose={onClose} record={data} error={error}>
      <Text size="sm" c="dimmed">
        Valen para las escrituras que llegan a cada paso desde hoy. Después del máximo la escritura está
        tarde; el comprador ve los dos en «Mi compra».
      </Text>
      <Stack gap="md">
        {data?.data.map((days) => (
          <DaysRow key={days.state.id} days={days} mayEdit={mayEdit} />
        ))}
      </Stack>
    </RecordDrawer>
  );
}

function DaysRow({ days: { state, least, most }, mayEdit }: { days: DeedDays; mayEdit: boolean }) {
  const form = useRecordForm({
    schema: changeDeedDays.body,
    initial: { minimo: least, maximo: most },
    send: (body, as) => call(changeDeedDays, { params: { estado: state.id }, body }, as),
    success: 'Días guardados.',
  });
  useUnsavedGuard(form.form.isDirty() && !form.loading);
  const field = { of: form, suffix: ' días', required: false, min: 1, max: 365, allowDecimal: false, readOnly: !mayEdit } as const; // prettier-ignore
  return (
    <FormBody {...form.frame} foot={null}>
      <Text fw={500}>{state.name}</Text>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <NumberField {...field} name="minimo" label="Mínimo" style={{ flex: 1 }} />
        <NumberField {...field} name="maximo" label="Máximo" style={{ flex: 1 }} />
        {mayEdit && (
          <Button
            type="submit"
            variant="default"
            disabled={!form.form.isDirty()}
            loading={form.loading}
            aria-label={`Guardar los días de ${state.name}`}
          >
            Guardar
          </Button>
        )}
      </Group>
    </FormBody>
  );
}
