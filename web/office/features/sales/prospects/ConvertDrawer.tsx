import { Checkbox, NativeSelect, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { listLotOptions } from '#contract/projects/lots/endpoints.ts';
import { listProjectModels } from '#contract/projects/projects/endpoints.ts';
import { convertProspect } from '#contract/sales/prospects/endpoints.ts';
import type { Prospect } from '#contract/sales/prospects/model.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** The prospect's pre-contract: model, lot, and what the person agrees to. */
export function ConvertDrawer({ prospect, onClose }: { prospect: Prospect; onClose: () => void }) {
  const navigate = useNavigate();
  const save = useAction(convertProspect, {
    success: 'Pre-contrato creado.',
    inline: true,
  });
  const form = useForm({
    initialValues: {
      modelo_id: prospect.model ? String(prospect.model.id) : '',
      lote_id: '',
      consentimiento_datos: prospect.consent_at !== null,
      consentimiento_apc: false,
    },
    validate: { modelo_id: (id) => (id ? null : 'Elige el modelo.') },
  });
  const proyecto_id = prospect.project.id;
  const models = useOptions(queryOf(listProjectModels, { query: { proyecto_id } }));
  const lots = useOptions(queryOf(listLotOptions, { query: { proyecto_id } }));
  return (
    <FormDrawer
      title="Crear pre-contrato"
      opened
      onClose={onClose}
      form={form}
      onSubmit={({ modelo_id, lote_id, consentimiento_datos, consentimiento_apc }) =>
        save.mutate(
          {
            params: { id: prospect.id },
            body: {
              modelo_id: Number(modelo_id),
              ...(lote_id && { lote_id: Number(lote_id) }),
              ...(consentimiento_datos && { consentimiento_datos, consentimiento_apc }),
              version: prospect.version,
            },
          },
          {
            onSuccess: ({ data }) =>
              void navigate({ to: '/oficina/ventas/$id', params: { id: data.sale_id } }),
          },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Crear pre-contrato"
    >
      <Text size="sm">
        {prospect.person.name} · {prospect.project.name}
      </Text>
      <NativeSelect
        label="Modelo"
        required
        data={[
          { value: '', label: 'Elige un modelo' },
          ...models.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.getInputProps('modelo_id')}
      />
      <NativeSelect
        label="Lote"
        description="Queda apartado 30 minutos."
        data={[
          { value: '', label: 'Sin lote por ahora' },
          ...lots.map(({ id, lote, activo }) => ({
            value: String(id),
            label: activo === 1 ? lote : `${lote} (ocupado)`,
            disabled: activo !== 1,
          })),
        ]}
        {...form.getInputProps('lote_id')}
      />
      <Checkbox
        label="El cliente autoriza el uso de sus datos personales (Ley 81 de 2019)"
        disabled={prospect.consent_at !== null}
        {...form.getInputProps('consentimiento_datos', { type: 'checkbox' })}
      />
      {form.values.consentimiento_datos && (
        <Checkbox
          label="Autoriza consultar su historial en la APC"
          {...form.getInputProps('consentimiento_apc', { type: 'checkbox' })}
        />
      )}
    </FormDrawer>
  );
}
