import { daysBetween, showDay } from '#contract/dates.ts';
import type { Gantt } from '#contract/works/schedule/model.ts';
import { spanOf } from './ganttModel.ts';
import styles from './gantt.module.css';

/** The schedule on paper: a line per house with its bar over the whole time, the base line under it. */
export function PrintGantt({ gantt }: { gantt: Gantt }) {
  const houses = gantt.schedules.flatMap(({ contract, houses: list }) =>
    list.map((house) => ({ contract, house })),
  );
  const whole = spanOf(
    houses.flatMap(({ house }) =>
      house.tasks.flatMap(({ s, f, bs, bf }) => [
        { s, f },
        { s: bs, f: bf },
      ]),
    ),
  );
  if (!whole) return null;
  const days = daysBetween(whole.s, whole.f) + 1;
  const box = (span: { s: string; f: string } | null) =>
    span && {
      left: `${(100 * daysBetween(whole.s, span.s)) / days}%`,
      width: `${(100 * (daysBetween(span.s, span.f) + 1)) / days}%`,
    };
  return (
    <div className={styles.print}>
      <h2>
        Cronograma de {gantt.project?.name}, al {showDay(gantt.today)}
      </h2>
      <table>
        <thead>
          <tr>
            <th>Manzana</th>
            <th>Vivienda</th>
            <th>Contrato</th>
            <th>Empieza</th>
            <th>Termina</th>
            <th>Base</th>
            <th>
              Del {showDay(whole.s)} al {showDay(whole.f)}
            </th>
          </tr>
        </thead>
        <tbody>
          {houses.map(({ contract, house }) => {
            const span = spanOf(house.tasks);
            const base = spanOf(house.tasks.map(({ bs, bf }) => ({ s: bs, f: bf })));
            return (
              <tr key={`${contract.id} ${house.id}`}>
                <td>{house.block}</td>
                <td>{house.name}</td>
                <td>{contract.reference}</td>
                <td>{span && showDay(span.s)}</td>
                <td>{span && showDay(span.f)}</td>
                <td>{base && showDay(base.f)}</td>
                <td aria-label="Barra">
                  <div className={styles.printBar} style={box(span) ?? {}} />
                  <div className={styles.printBase} style={box(base) ?? {}} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
