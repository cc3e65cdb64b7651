import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { copyActionPlan, listActionPlans } from '#contract/works/actionPlans/endpoints.ts';
import type { ActionPlan } from '#contract/works/actionPlans/model.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';

/** Begins an empty plan as a copy of another model's. */
export function CopyPlan({ plan }: { plan: ActionPlan }) {
  const [from, setFrom] = useState('');
  const others = useOptions(queryOf(listActionPlans, { query: { per_page: '200' } })).filter(
    ({ id, model_id }) => id !== null && model_id !== plan.model_id,
  );
  const copy = useAction(copyActionPlan, { success: 'Plan copiado.' });
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
          copy.mutate({
            params: { modelId: plan.model_id },
            body: { from_model_id: Number(from), version: plan.version },
          })
        }
      >
        Copiar
      </Button>
    </Group>
  );
}
