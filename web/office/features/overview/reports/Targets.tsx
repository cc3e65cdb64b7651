import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addMonths, monthText } from '#contract/dates.ts';
import { listTargets, setTarget, type Target } from '#contract/overview/reports/targets.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { useUnsavedGuard } from '#web/office/lib/useUnsavedGuard.ts';
import { NumberField } from '#web/office/ui/form/fields.tsx';
import { FormBody } from '#web/office/ui/form/FormBody.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { RecordDrawer } from '#web/office/ui/RecordDrawer.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

const shareText = ({ sales, target }: Target) =>
  target === null ? '—' : `${Math.round((sales / target) * 100).toLocaleString('es-PA')} %`;

/** The sales of this month against the targets; its rows add up to the company's. */
export function TargetsSection({ onEdit }: { onEdit: (() => void) | null }) {
  const month = useToday().slice(0, 7);
  const { data } = useQuery(queryOf(listTargets, { query: { mes: month } }));
  const rows = data?.data ?? [];
  return (
    <Section
      title="Metas del mes"
      text={`Ventas recibidas en ${monthText(month)} contra la meta.`}
      actions={
        onEdit && (
          <Button size="compact-sm" variant="default" onClick={onEdit}>
            Cambiar metas
          </Button>
        )
      }
    >
      <ShortTable
        label="Metas del mes"
        rows={rows}
        rowId={({ id }) => id ?? 'todas'}
        rowHeads
        columns={[
          { title: 'Asesor', render: ({ name }) => name },
          { title: 'Ventas', align: 'right', render: ({ sales }) => sales.toLocaleString('es-PA') },
          { title: 'Meta', align: 'right', render: ({ target }) => target?.toLocaleString('es-PA') ?? '—' },
          { title: 'Avance', align: 'right', render: shareText },
        ]}
      />
    </Section>
  );
}

/** Months that may get targets: from the last one to half a year ahead. */
const MONTHS = [-1, 0, 1, 2, 3, 4, 5, 6];

/** The targets of a month, one small form each. */
export function TargetsDrawer({ onClose }: { onClose: () => void }) {
  const now = `${useToday().slice(0, 7)}-01`;
  const [month, setMonth] = useState(now.slice(0, 7));
  const { data, error } = useQuery(queryOf(listTargets, { query: { mes: month } }));
  return (
    <RecordDrawer title="Metas de ventas" onClose={onClose} record={data} error={error}>
      <Text size="sm" c="dimmed">
        Cuántas ventas recibidas se esperan en el mes. Déjala vacía para quitarla.
      </Text>
      <NativeSelect
        label="Mes"
        value={month}
        onChange={(event) => setMonth(event.currentTarget.value)}
        data={MONTHS.map((by) => {
          const value = addMonths(now, by).slice(0, 7);
          return { value, label: monthText(value) };
        })}
      />
      <Stack gap="md">
        {data?.data
          .filter(({ id }) => id !== 0)
          .map((one) => (
            <TargetRow key={`${month} ${one.id}`} month={month} one={one} />
          ))}
      </Stack>
    </RecordDrawer>
  );
}

const Sales = setTarget.body.pick({ ventas: true });

function TargetRow({ month, one }: { month: string; one: Target }) {
  const form = useRecordForm({
    schema: Sales,
    initial: { ventas: one.target },
    send: (body, as) => call(setTarget, { body: { mes: month, asesor_id: one.id, ...body } }, as),
    success: 'Meta guardada.',
  });
  useUnsavedGuard(form.form.isDirty() && !form.loading);
  return (
    <FormBody {...form.frame} foot={null}>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <NumberField
          of={form}
          name="ventas"
          label={one.name}
          description={
            one.sales === 1 ? 'Lleva 1 venta' : `Lleva ${one.sales.toLocaleString('es-PA')} ventas`
          }
          required={false}
          min={1}
          max={9999}
          allowDecimal={false}
          style={{ flex: 1 }}
        />
        <Button
          type="submit"
          variant="default"
          disabled={!form.form.isDirty()}
          loading={form.loading}
          aria-label={`Guardar la meta de ${one.name}`}
        >
          Guardar
        </Button>
      </Group>
    </FormBody>
  );
}
