import { ActionIcon, Alert, Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  ActionPlanForm,
  copyActionPlan,
  daysHint,
  findActionPlan,
  listActionPlans,
  saveActionPlan,
  type ActionPlan,
} from '#contract/projects/projects/actionPlans.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { NumberField } from '#web/office/ui/form/fields.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoveButtons } from '#web/office/ui/MoveButtons.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import styles from './projects.module.css';

const Steps = ActionPlanForm.pick({ steps: true });

interface OpenActionPlanProps {
  modelId: number;
  onClose: () => void;
  beside: Beside;
}

const totalOf = (steps: readonly { days: number | null }[]) =>
  steps.reduce((sum, { days }) => sum + (Number(days) || 0), 0);

/** The open plan: a form with permission to edit, else read only. */
export function OpenActionPlan({ modelId, onClose, beside }: OpenActionPlanProps) {
  const mayEdit = useCan('proyectos.editar');
  const { data, error } = useQuery(queryOf(findActionPlan, { params: { modelId } }));
  if (data && mayEdit) return <ActionPlanDrawer key={modelId} plan={data.data} onClose={onClose} />;
  return (
    <RecordDrawer
      title={data ? `Plan de ${data.data.modelo}` : 'Plan de acción'}
      onClose={onClose}
      record={data?.data}
      error={error}
      beside={beside}
    >
      {(plan) => (
        <>
          <ol className={styles.rows}>
            {plan.steps.map((one) => (
              <li key={one.activity_id} className={styles.row}>
                <Text size="sm">{one.name}</Text>
                <Text size="sm" className="figures">
                  {one.days} días
                </Text>
              </li>
            ))}
          </ol>
          <Total steps={plan.steps} areaM2={plan.area_m2} />
        </>
      )}
    </RecordDrawer>
  );
}

const Total = ({ steps, areaM2 }: { steps: Parameters<typeof totalOf>[0]; areaM2: number }) => {
  const total = totalOf(steps);
  return (
    <Alert variant="light" color="brand" title={`En total: ${total} días hábiles`} mt="sm">
      {daysHint(total, areaM2)}
    </Alert>
  );
};

interface ActionPlanDrawerProps {
  plan: ActionPlan;
  onClose: () => void;
}

/** The form of a model's action plan. */
export function ActionPlanDrawer({ plan, onClose }: ActionPlanDrawerProps) {
  const params = { modelId: plan.model_id };
  const form = useRecordForm({
    schema: Steps,
    initial: plan,
    reread: async () => (await call(findActionPlan, { params })).data,
    send: (body, as, version) => call(saveActionPlan, { params, body: { ...body, version } }, as),
    success: 'Plan guardado.',
    onDone: onClose,
  });
  const { rows, error, add, remove, move } = rowsOf(form, 'steps');
  const steps = rows.map(({ values }) => values);
  const names = new Map(plan.offered.map(({ id, name }) => [id, name]));
  for (const one of plan.steps) names.set(one.activity_id, one.name);
  const lacking = plan.offered.filter(({ id }) => !steps.some((one) => one.activity_id === id));
  const addAll = (list: typeof lacking) => {
    for (const { id } of list) add({ activity_id: id, days: 5 });
  };
  return (
    <FormDrawer
      title={`Plan de ${plan.modelo}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar plan"
    >
      {steps.length === 0 && <CopyFrom plan={plan} onClose={onClose} />}
      <ol className={styles.rows} aria-label="Actividades">
        {rows.map((of, at) => {
          const name = names.get(of.values.activity_id ?? 0) ?? '';
          return (
            <li key={of.values.activity_id} className={styles.row}>
              <Text size="sm" className={styles.stepName}>
                {name}
              </Text>
              <Group gap={2} wrap="nowrap">
                <NumberField
                  of={of}
                  name="days"
                  aria-label={`Días de ${name}`}
                  w={84}
                  size="sm"
                  allowDecimal={false}
                  min={1}
                  max={400}
                />
                <MoveButtons
                  name={name}
                  at={at}
                  count={steps.length}
                  onMove={(to) => move(at, to)}
                  busy={false}
                  direction="rows"
                />
                <ActionIcon
                  variant="subtle"
                  color="red"
                  size="lg"
                  aria-label={`Quitar ${name}`}
                  onClick={() => remove(at)}
                >
                  <IconTrash size={18} />
                </ActionIcon>
              </Group>
            </li>
          );
        })}
      </ol>
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      {lacking.length > 0 && (
        <Group gap="xs" align="flex-end">
          <NativeSelect
            label="Agregar actividad"
            style={{ flex: 1 }}
            value=""
            data={[
              { value: '', label: 'Elige la actividad' },
              ...lacking.map((one) => ({ value: String(one.id), label: one.name })),
            ]}
            onChange={(event) => addAll(lacking.filter(({ id }) => String(id) === event.currentTarget.value))}
          />
          <Button variant="default" onClick={() => addAll(lacking)}>
            Todas
          </Button>
        </Group>
      )}
      {steps.length > 0 && <Total steps={steps} areaM2={plan.area_m2} />}
    </FormDrawer>
  );
}

/** Copies another model's plan into an empty one. */
function CopyFrom({ plan, onClose }: { plan: ActionPlan; onClose: () => void }) {
  const [from, setFrom] = useState('');
  const others = useOptions(queryOf(listActionPlans, { query: { per_page: '200' } })).filter(
    ({ id, model_id }) => id !== null && model_id !== plan.model_id,
  );
  const copy = useAction(copyActionPlan, {
    success: 'Plan copiado.',
  });
  if (others.length === 0) return null;
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label="Copiar de otro modelo"
        style={{ flex: 1 }}
        value={from}
        data={[
          { value: '', label: 'Elige el modelo' },
          ...others.map((one) => ({
            value: String(one.model_id),
            label: `${one.modelo} · ${one.project.name} (${one.days} días)`,
          })),
        ]}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={!from}
        loading={copy.isPending}
        onClick={() =>
          copy.mutate(
            {
              params: { modelId: plan.model_id },
              body: { from_model_id: Number(from), version: plan.version },
            },
            { onSuccess: onClose },
          )
        }
      >
        Copiar
      </Button>
    </Group>
  );
}
