import { NativeSelect } from '@mantine/core';
import { listLotOptions } from '#contract/projects/lots/endpoints.ts';
import { listProjectModels, listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';

type HouseValues = Record<'proyecto_id' | 'modelo_id' | 'lote_id', string>;

interface Props {
  form: {
    values: HouseValues;
    getInputProps: (field: 'modelo_id' | 'lote_id') => object;
    setValues: (values: HouseValues) => void;
  };
  lotHint: string;
  /** The choice of no lot. */
  noLot: string;
  /** A lot that stays possible though it is taken: the one that was chosen before. */
  keepsLot?: boolean;
}

/** Models and lots of a project, or none before it is chosen. */
export function useHouses(projectId: string) {
  const asked = { query: { proyecto_id: Number(projectId) } };
  const enabled = projectId !== '';
  return {
    models: useOptions({ ...queryOf(listProjectModels, asked), enabled }),
    lots: useOptions({ ...queryOf(listLotOptions, asked), enabled }),
  };
}

const option = (id: number | string, label: string, disabled = false) => ({
  value: String(id),
  label,
  disabled,
});

/** Project, model and lot; another project begins the other two anew. */
export function HouseFields({ form, lotHint, noLot, keepsLot = false }: Props) {
  const { values } = form;
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const { models, lots } = useHouses(values.proyecto_id);
  return (
    <>
      <NativeSelect
        label="Proyecto"
        required
        data={[
          option('', 'Elige un proyecto'),
          ...projects.map(({ id, text, disabled }) => option(id, text, disabled)),
        ]}
        value={values.proyecto_id}
        onChange={(event) =>
          form.setValues({ proyecto_id: event.currentTarget.value, modelo_id: '', lote_id: '' })
        }
      />
      <NativeSelect
        label="Modelo"
        required
        disabled={models.length === 0}
        data={[option('', 'Elige un modelo'), ...models.map(({ id, name }) => option(id, name))]}
        {...form.getInputProps('modelo_id')}
      />
      <NativeSelect
        label="Lote"
        description={lotHint}
        disabled={lots.length === 0}
        data={[
          option('', noLot),
          ...lots.map(({ id, lote, activo }) =>
            option(
              id,
              activo === 1 ? lote : `${lote} (ocupado)`,
              activo !== 1 && !(keepsLot && String(id) === values.lote_id),
            ),
          ),
        ]}
        {...form.getInputProps('lote_id')}
      />
    </>
  );
}
