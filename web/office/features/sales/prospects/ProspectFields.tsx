import { Group } from '@mantine/core';
import type { z } from 'zod';
import { ProspectChange } from '#contract/sales/prospects/model.ts';
import { listProjectModels, listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { useIdOptions, useWordOptions } from '#web/office/lib/formLists.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { CheckField, DayField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';

/** The prospect's fields without identity. */
export const Interest = ProspectChange.omit({ version: true }).required({ proyecto_id: true });

/** The fields as the request body. With `incomeHidden`, the stored income stays unless the user chooses another. */
export const interestOf = <T extends z.input<typeof Interest>>(
  { ingreso_id, consentimiento_datos, ...rest }: T,
  incomeHidden = false,
) => ({
  ...rest,
  ...(consentimiento_datos && { consentimiento_datos }),
  ...(consentimiento_datos && !(incomeHidden && !ingreso_id) && { ingreso_id: ingreso_id ?? null }),
});

/** For `onChange`: a change of project clears the model. */
export const modelOfProject = (
  now: { proyecto_id: number | null },
  before: { proyecto_id: number | null },
): { modelo_id: null } | undefined =>
  now.proyecto_id === before.proyecto_id ? undefined : { modelo_id: null };

interface Props {
  of: RecordFormOf<typeof Interest>;
  incomeHidden?: boolean;
}

/** Project, model, origin and time to call. */
export function InterestFields({ of, incomeHidden = false }: Props) {
  const { proyecto_id, consentimiento_datos } = of.values;
  const origins = useWordOptions('origen', of.values.origen);
  const incomes = useIdOptions('income_ranges', of.values.ingreso_id);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const models = useOptions({
    ...queryOf(listProjectModels, { query: { proyecto_id: proyecto_id ?? 0 } }),
    enabled: proyecto_id !== null,
  });
  return (
    <>
      <OptionField
        of={of}
        name="proyecto_id"
        label="Proyecto"
        nothing="Elige un proyecto"
        options={projects.map(({ id, text, disabled }) => ({ value: id, label: text, disabled }))}
      />
      <OptionField
        of={of}
        name="modelo_id"
        label="Modelo de interés"
        disabled={models.length === 0}
        nothing="Todavía no sabe"
        options={models.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField of={of} name="interes" label="Qué busca" maxLength={300} />
      <Group grow align="flex-start">
        <OptionField of={of} name="origen" label="Origen" nothing="Sin indicar" options={origins} />
        <TextField of={of} name="numero_camp" label="N.º de campaña" maxLength={40} />
      </Group>
      <DayField of={of} name="proximo_seguimiento" label="Próximo seguimiento" />
      <CheckField
        of={of}
        name="consentimiento_datos"
        label="La persona autoriza el uso de sus datos personales (Ley 81 de 2019)"
        description="Sin esto solo se guardan nombre, celular y correo."
      />
      {consentimiento_datos && (
        <OptionField
          of={of}
          name="ingreso_id"
          label="Ingreso familiar al mes"
          nothing={incomeHidden ? 'Reservado: no cambia' : 'Sin indicar'}
          options={incomes}
        />
      )}
    </>
  );
}
