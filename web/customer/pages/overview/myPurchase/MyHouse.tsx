import { dayText } from '#contract/dates.ts';
import type { MyHouse as House } from '#contract/works/delivery/family.ts';
import styles from './MyHouse.module.css';

const words = (percent: number) =>
  percent === 0 ? 'Sin empezar' : percent === 100 ? 'Listo' : `${percent} %`;

/** The house as it stands: when it ends, each part with how much of it is built, and the photographs of the week. */
export function MyHouse({
  house: { percent, phases, end, basis, lastOn, photos, photosOld },
}: {
  house: House;
}) {
  return (
    <section id="casa" className={styles.house} aria-labelledby="titulo-casa">
      <h2 id="titulo-casa">Tu casa, {percent} % construida</h2>
      <p className={styles.end}>{end}</p>
      {basis !== null && (
        <p>
          Lo calculamos con el ritmo real de {basis === 1 ? 'la casa' : `las ${basis} casas`} que ya
          terminamos, y puede cambiar. La fecha que vale es la de tu contrato.
        </p>
      )}
      <ul className={styles.phases}>
        {phases.map((phase) => (
          <li key={phase.id}>
            <span>{phase.name}</span>
            <span>{words(phase.percent)}</span>
            <progress max={100} value={phase.percent} aria-hidden />
          </li>
        ))}
      </ul>
      {photos.length > 0 && (
        <>
          <h3>{photosOld ? 'Las últimas fotografías' : 'Fotografías de la semana'}</h3>
          <ul className={styles.photos}>
            {photos.map(({ src, alt }) => (
              <li key={src}>
                <a href={src} target="_blank" rel="noopener">
                  <img src={src} alt={alt} width={320} height={240} loading="lazy" decoding="async" />
                </a>
                <span aria-hidden>{alt}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {lastOn && <p className={styles.last}>Último avance aprobado: {dayText(lastOn)}.</p>}
    </section>
  );
}
