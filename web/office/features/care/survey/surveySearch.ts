import { z } from 'zod';
import { listSatisfaction, listSurveys } from '#contract/care/survey/endpoints.ts';
import type { SatisfactionRow } from '#contract/care/survey/model.ts';
import { daysOf } from '#contract/dates.ts';
import { asks, searchOf } from '#web/office/lib/list.ts';
import { filterId } from '#web/office/lib/listSearch.ts';

/** What the figures can be grouped by on the page. */
export const GROUPS = {
  proyecto: 'Por proyecto',
  asesor: 'Por asesor',
  contratista: 'Por contratista',
  mes: 'Por mes',
} as const;

/** Search parameters of the satisfaction: `respuesta` is the open one, `por` the figures that are shown. */
export const SurveysSearch = searchOf(listSurveys, {
  respuesta: filterId,
  por: z
    .enum(Object.keys(GROUPS) as [keyof typeof GROUPS])
    .optional()
    .catch(undefined),
});
export type SurveysSearch = z.infer<typeof SurveysSearch>;

/** The request of the figures: whose answers, and not which scores. */
export function figuresOf(search: SurveysSearch) {
  const {
    order_column: _column,
    order_type: _type,
    page: _page,
    por: _por,
    ...whose
  } = asks(listSatisfaction, search);
  return { ...whose, per_page: 200 };
}

/** The filter that shows the answers behind a figure, as a change of the search. */
export function narrowedTo({
  by,
  id,
  month,
}: Pick<SatisfactionRow, 'by' | 'id' | 'month'>): Partial<SurveysSearch> {
  if (by === 'proyecto') return { proyecto_id: id ?? 0 };
  if (by === 'asesor') return { asesor_id: id ?? 0 };
  if (by === 'contratista') return { contratista_id: id ?? 0 };
  if (by === 'total' || month === null) return {};
  const { from, to } = daysOf(month);
  return { desde: from, hasta: to };
}
