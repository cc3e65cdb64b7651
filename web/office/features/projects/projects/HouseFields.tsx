import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { formatMoney } from '#contract/money.ts';
import { listLotOptions } from '#contract/projects/lots/endpoints.ts';
import { findPlan } from '#contract/projects/lots/plan.ts';
import { listProjectModels, listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { OptionField } from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';

type Chosen = z.ZodType<unknown, number | null | undefined>;

interface Props {
  of: RecordFormOf<z.ZodObject<Record<'proyecto_id' | 'modelo_id' | 'lote_id', Chosen>>>;
  lotHint: string;
  /** Label of the empty choice. */
  noLot: string;
  /** Keeps the current lot as a choice although it is taken. */
  keepsLot?: boolean;
}

/** A project's models and lots; empty without a project. */
export function useHouses(projectId: number | null) {
  const asked = { query: { proyecto_id: projectId ?? 0 } };
  const enabled = projectId !== null;
  return {
    models: useOptions({ ...queryOf(listProjectModels, asked), enabled }),
    lots: useOptions({ ...queryOf(listLotOptions, asked), enabled }),
  };
}

/** A lot's area, price and surcharge, by its id: "B-07 · 250 m² · desde USD 49,500.00 · recargo USD 500.00". */
function useLotWords(projectId: number | null): ReadonlyMap<number, string> {
  const { data } = useQuery({
    ...queryOf(findPlan, { query: { proyecto_id: projectId ?? 0 } }),
    enabled: projectId !== null,
  });
  return new Map(
    data?.data.lots.map((lot) => [
      lot.id,
      [
        '',
        `${lot.area_m2.toLocaleString('es-PA')} m²`,
        lot.precio_centavos !== null && `${lot.vivienda ? '' : 'desde '}${formatMoney(lot.precio_centavos)}`,
        lot.premium_centavos > 0 && `recargo ${formatMoney(lot.premium_centavos)}`,
      ]
        .filter((part) => part !== false)
        .join(' · '),
    ]),
  );
}

/** For `onChange`: a change of project clears model and lot. */
export const houseOfProject = (
  now: { proyecto_id: number | null },
  before: { proyecto_id: number | null },
): { modelo_id: null; lote_id: null } | undefined =>
  now.proyecto_id === before.proyecto_id ? undefined : { modelo_id: null, lote_id: null };

/** Project, model and lot. */
export function HouseFields({ of, lotHint, noLot, keepsLot = false }: Props) {
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const { models, lots } = useHouses(of.values.proyecto_id);
  const words = useLotWords(of.values.proyecto_id);
  return (
    <>
      <OptionField
        of={of}
        name="proyecto_id"
        label="Proyecto"
        required
        nothing="Elige un proyecto"
        options={projects.map(({ id, text, disabled }) => ({ value: id, label: text, disabled }))}
      />
      <OptionField
        of={of}
        name="modelo_id"
        label="Modelo"
        required
        disabled={models.length === 0}
        nothing="Elige un modelo"
        options={models.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <OptionField
        of={of}
        name="lote_id"
        label="Lote"
        description={lotHint}
        disabled={lots.length === 0}
        nothing={noLot}
        options={lots.map(({ id, lote, activo }) => ({
          value: id,
          label: activo === 1 ? `${lote}${words.get(id) ?? ''}` : `${lote} (ocupado)`,
          disabled: activo !== 1 && !(keepsLot && id === of.values.lote_id),
        }))}
      />
    </>
  );
}
