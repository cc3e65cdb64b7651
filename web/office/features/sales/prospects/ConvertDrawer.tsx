import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { listLotOptions } from '#contract/projects/lots/endpoints.ts';
import { listProjectModels } from '#contract/projects/projects/endpoints.ts';
import { convertProspect, getProspect } from '#contract/sales/prospects/endpoints.ts';
import type { Prospect } from '#contract/sales/prospects/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { CheckField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Words = convertProspect.body.omit({ version: true });
const valuesOf = ({ model, consent_at, version }: Prospect) => ({
  modelo_id: model?.id ?? null,
  consentimiento_datos: consent_at !== null,
  version,
});

/** Converts a prospect to a pre-contract: model, lot and consents. */
export function ConvertDrawer({ prospect, onClose }: { prospect: Prospect; onClose: () => void }) {
  const navigate = useNavigate();
  const params = { id: prospect.id };
  const form = useRecordForm({
    schema: Words,
    initial: valuesOf(prospect),
    check: ({ modelo_id }) => ({ modelo_id: modelo_id === null ? 'Elige el modelo.' : null }),
    reread: async () => valuesOf((await call(getProspect, { params })).data),
    send: ({ modelo_id, lote_id, consentimiento_datos, consentimiento_apc }, as, version) =>
      call(
        convertProspect,
        {
          params,
          body: {
            modelo_id,
            lote_id,
            version,
            ...(consentimiento_datos && {
              consentimiento_datos,
              consentimiento_apc: consentimiento_apc ?? false,
            }),
          },
        },
        as,
      ),
    success: 'Pre-contrato creado.',
    onDone: ({ data }) => void navigate({ to: '/oficina/ventas/$id', params: { id: data.sale_id } }),
  });
  const proyecto_id = prospect.project.id;
  const models = useOptions(queryOf(listProjectModels, { query: { proyecto_id } }));
  const lots = useOptions(queryOf(listLotOptions, { query: { proyecto_id } }));
  return (
    <FormDrawer
      title="Crear pre-contrato"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Crear pre-contrato"
    >
      <Text size="sm">
        {prospect.person.name} · {prospect.project.name}
      </Text>
      <OptionField
        of={form}
        name="modelo_id"
        label="Modelo"
        required
        nothing="Elige un modelo"
        options={models.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <OptionField
        of={form}
        name="lote_id"
        label="Lote"
        description="Queda apartado 30 minutos."
        nothing="Sin lote por ahora"
        options={lots.map(({ id, lote, activo }) => ({
          value: id,
          label: activo === 1 ? lote : `${lote} (ocupado)`,
          disabled: activo !== 1,
        }))}
      />
      <CheckField
        of={form}
        name="consentimiento_datos"
        label="El cliente autoriza el uso de sus datos personales (Ley 81 de 2019)"
        disabled={prospect.consent_at !== null}
      />
      {form.values.consentimiento_datos && (
        <CheckField of={form} name="consentimiento_apc" label="Autoriza consultar su historial en la APC" />
      )}
    </FormDrawer>
  );
}
