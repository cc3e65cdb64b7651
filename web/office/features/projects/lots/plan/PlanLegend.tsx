import type { PlanLayer } from './layers.ts';
import styles from './Plan.module.css';

interface PlanLegendProps {
  layer: PlanLayer;
  counts: ReadonlyMap<number, number>;
  only: ReadonlySet<number>;
  onOnly: (ids: number[]) => void;
}

/** The colours and hatches with their counts; a click filters the plan. */
export function PlanLegend({ layer, counts, only, onOnly }: PlanLegendProps) {
  return (
    <fieldset className={styles.legend} style={{ border: 0, padding: 0, marginInline: 0 }}>
      <legend className="sr-only">Mostrar solo</legend>
      {layer.kinds
        .filter(({ id }) => (counts.get(id) ?? 0) > 0 || only.has(id))
        .map(({ id, label, tone, hatch }) => (
          <button
            key={id}
            type="button"
            aria-pressed={only.has(id)}
            onClick={() => onOnly(only.has(id) ? [...only].filter((one) => one !== id) : [...only, id])}
          >
            <span className={`${styles.sample} ${styles[tone]} ${styles[hatch] ?? ''}`} aria-hidden />
            {label} <span className="figures">{counts.get(id) ?? 0}</span>
          </button>
        ))}
    </fieldset>
  );
}
