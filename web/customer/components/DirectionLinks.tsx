import type { Directions } from '#contract/projects/showcase/directions.ts';
import styles from './DirectionLinks.module.css';

/** Links that open the way to the project in a navigation app. Nothing is loaded from there before the tap. */
export const DirectionLinks = ({ directions }: { directions: Directions }) => (
  <p className={styles.ways}>
    Cómo llegar:{' '}
    <a href={directions.waze} target="_blank" rel="noopener noreferrer">
      Waze<span className="sr-only"> (abre otra ventana)</span>
    </a>
    <a href={directions.maps} target="_blank" rel="noopener noreferrer">
      Google Maps<span className="sr-only"> (abre otra ventana)</span>
    </a>
  </p>
);
