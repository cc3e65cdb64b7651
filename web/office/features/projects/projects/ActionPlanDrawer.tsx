import { ActionIcon, Alert, Button, Drawer, Group, NativeSelect, Text } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import {
  copyActionPlan,
  daysHint,
  findActionPlan,
  listActionPlans,
  saveActionPlan,
  type ActionPlan,
} from '#contract/projects/projects/actionPlans.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useFilled } from '#web/office/lib/useFilled.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoveButtons } from '#web/office/ui/MoveButtons.tsx';
import styles from './projects.module.css';

interface Values {
  steps: { activity_id: number; name: string; days: number | string }[];
}

interface ActionPlanDrawerProps {
  plan: ActionPlan;
  mayEdit: boolean;
  onClose: () => void;
}

const totalOf = (steps: Values['steps']) => steps.reduce((sum, { days }) => sum + (Number(days) || 0), 0);

/** The plan of one model; who may not change it reads it. */
export function ActionPlanDrawer(props: ActionPlanDrawerProps) {
  const { plan, mayEdit, onClose } = props;
  if (mayEdit) return <PlanForm {...props} />;
  return (
    <Drawer opened onClose={onClose} title={`Plan de ${plan.modelo}`}>
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
    </Drawer>
  );
}

const Total = ({ steps, areaM2 }: { steps: Values['steps']; areaM2: number }) => {
  const total = totalOf(steps);
  return (
    <Alert variant="light" color="brand" title={`En total: ${total} días hábiles`} mt="sm">
      {daysHint(total, areaM2)}
    </Alert>
  );
};

function PlanForm({ plan, onClose }: ActionPlanDrawerProps) {
  const save = useAction(saveActionPlan, {
    invalidates: [listActionPlans, findActionPlan],
    success: 'Plan guardado.',
    inline: true,
  });
  const form = useForm<Values>({
    initialValues: { steps: plan.steps },
    validate: {
      steps: {
        days: (days) => (Number(days) >= 1 ? null : 'Al menos un día.'),
      },
    },
  });
  const { filled, reload } = useFilled(
    plan,
    queryOf(findActionPlan, { params: { modelId: plan.model_id } }),
    ({ data }) => data,
    ({ steps }) => ({ steps }),
  );
  const { steps } = form.values;
  const lacking = plan.offered.filter(({ id }) => !steps.some((one) => one.activity_id === id));
  const add = (list: typeof lacking) =>
    form.setFieldValue('steps', [
      ...steps,
      ...list.map(({ id, name }) => ({ activity_id: id, name, days: 5 })),
    ]);
  return (
    <FormDrawer
      title={`Plan de ${plan.modelo}`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={(values) =>
        save.mutate(
          {
            params: { modelId: plan.model_id },
            body: {
              steps: values.steps.map(({ activity_id, days }) => ({ activity_id, days: Number(days) })),
              version: filled?.version,
            },
          },
          { onSuccess: onClose },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      reload={reload}
      submitLabel="Guardar plan"
    >
      {steps.length === 0 && <CopyFrom plan={plan} onClose={onClose} />}
      <ol className={styles.rows} aria-label="Actividades">
        {steps.map((one, at) => (
          <li key={one.activity_id} className={styles.row}>
            <Text size="sm" className={styles.stepName}>
              {one.name}
            </Text>
            <Group gap={2} wrap="nowrap">
              <NumberField
                aria-label={`Días de ${one.name}`}
                w={84}
                size="sm"
                allowDecimal={false}
                min={1}
                max={400}
                {...form.getInputProps(`steps.${at}.days`)}
              />
              <MoveButtons
                name={one.name}
                at={at}
                count={steps.length}
                onMove={(to) => form.reorderListItem('steps', { from: at, to })}
                busy={false}
                direction="rows"
              />
              <ActionIcon
                variant="subtle"
                color="red"
                size="lg"
                aria-label={`Quitar ${one.name}`}
                onClick={() => form.removeListItem('steps', at)}
              >
                <IconTrash size={18} />
              </ActionIcon>
            </Group>
          </li>
        ))}
      </ol>
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
            onChange={(event) => add(lacking.filter(({ id }) => String(id) === event.currentTarget.value))}
          />
          <Button variant="default" onClick={() => add(lacking)}>
            Todas
          </Button>
        </Group>
      )}
      {steps.length > 0 && <Total steps={steps} areaM2={plan.area_m2} />}
    </FormDrawer>
  );
}

/** An empty plan may begin as another model's. */
function CopyFrom({ plan, onClose }: { plan: ActionPlan; onClose: () => void }) {
  const [from, setFrom] = useState('');
  const others = useOptions(queryOf(listActionPlans, { query: { per_page: '200' } })).filter(
    ({ id, model_id }) => id !== null && model_id !== plan.model_id,
  );
  const copy = useAction(copyActionPlan, {
    invalidates: [listActionPlans, findActionPlan],
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
