import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { z } from 'zod';
import { contractActivities } from '#contract/company/catalogs/worksLists.ts';
import { shares } from '#contract/works/contracts/allocation.ts';
import { setActivityWeights } from '#contract/works/contracts/endpoints.ts';
import type { Contract } from '#contract/works/contracts/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { NumberField, OptionField } from '#web/office/ui/form/fields.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** People read weights as percents; the server keeps basis points. */
const Weights = z.object({
  activities: z
    .array(
      z.object({
        activity_id: z.number({ error: 'Elige la actividad.' }),
        weight_bp: z
          .number({ error: 'Escribe el peso.' })
          .min(0.01, { error: 'El peso debe ser mayor que cero.' })
          .max(100, { error: 'El peso es de 100 % como máximo.' }),
      }),
    )
    .min(1, { error: 'Elige al menos una actividad.' }),
});

interface ActivitiesDrawerProps {
  contract: Pick<Contract, 'id' | 'version' | 'activities'>;
  onClose: () => void;
}

const bp = (percent: number | null) => Math.round((percent ?? 0) * 100);

/** The activities of a draft with their weights, which add up to 100 %. */
export function ActivitiesDrawer({ contract, onClose }: ActivitiesDrawerProps) {
  const offered = useOptions(queryOf(contractActivities.list, {}));
  const form = useRecordForm({
    schema: Weights,
    initial: {
      version: contract.version,
      activities: contract.activities.map(({ activity_id, weight_bp }) => ({
        activity_id,
        weight_bp: weight_bp / 100,
      })),
    },
    send: ({ activities }, as, version) =>
      call(
        setActivityWeights,
        {
          params: { id: contract.id },
          body: { version, activities: activities.map((one) => ({ ...one, weight_bp: bp(one.weight_bp) })) },
        },
        as,
      ),
    success: 'Actividades guardadas.',
    onDone: onClose,
  });
  const { rows, error, add, remove } = rowsOf(form, 'activities');
  const total = rows.reduce((sum, { values }) => sum + bp(values.weight_bp), 0);
  const known = [
    ...contract.activities
      .filter((one) => !offered.some(({ id }) => id === one.activity_id))
      .map((one) => ({ value: one.activity_id, label: one.name })),
    ...offered.map(({ id, nombre }) => ({ value: id, label: nombre })),
  ];
  const adjust = () => {
    const weights = shares(
      10_000,
      rows.map(({ values }) => bp(values.weight_bp)),
    );
    for (const [at, weight] of weights.entries())
      form.form.setFieldValue(`activities.${at}.weight_bp`, weight / 100);
  };
  return (
    <FormDrawer
      title="Actividades y pesos"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar actividades"
    >
      {rows.map((one, at) => (
        <Group key={one.at} gap="xs" align="flex-end" wrap="nowrap">
          <OptionField
            of={one}
            name="activity_id"
            label={`Actividad ${at + 1}`}
            nothing="Elige la actividad"
            options={known}
            style={{ flex: 1 }}
          />
          <NumberField
            of={one}
            name="weight_bp"
            label={`Peso ${at + 1}, %`}
            decimalScale={2}
            min={0}
            max={100}
            w={110}
          />
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            aria-label={`Quitar la actividad ${at + 1}`}
            onClick={() => remove(at)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <Group justify="space-between">
        <Text size="sm" component="output" c={total === 10_000 ? 'dimmed' : 'red'}>
          Suman {total / 100} %.
        </Text>
        <Group gap="xs">
          <Button variant="default" size="compact-sm" onClick={adjust} disabled={rows.length === 0}>
            Ajustar a 100 %
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => add({})}>
            Agregar actividad
          </Button>
        </Group>
      </Group>
    </FormDrawer>
  );
}
