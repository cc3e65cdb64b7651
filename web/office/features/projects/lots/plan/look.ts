import type { PlanLot, PlanState } from '#contract/projects/lots/plan.ts';
import type { PlanLayer } from './layers.ts';
import type { Look, Paint } from './paint.ts';

/** How a layer paints its lots, in the page's current colours. */
export function lookOf(
  layer: PlanLayer,
  {
    lots,
    states,
    only,
    dark,
  }: {
    lots: ReadonlyMap<number, PlanLot>;
    states: ReadonlyMap<number, PlanState>;
    only: ReadonlySet<number>;
    dark: boolean;
  },
): Look {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const kinds = new Map<number, number>();
  for (const lot of lots.values()) kinds.set(lot.id, layer.kindOf(lot, states.get(lot.id)));
  return {
    ground: colour('surface-sunken'),
    marked: colour('turn'),
    font: colour('font') || 'sans-serif',
    dim: dark,
    only,
    paints: new Map(
      layer.kinds.map(({ id, tone, hatch }): [number, Paint] => [
        id,
        {
          fill: colour(`state-${tone}`),
          line: colour(`state-${tone}-text`),
          text: colour(`state-${tone}-text`),
          hatch,
        },
      ]),
    ),
    kindOf: (id) => kinds.get(id) ?? 0,
    lineOf: (id) => {
      const lot = lots.get(id);
      return lot ? layer.lineOf(lot, states.get(id)) : '';
    },
  };
}
