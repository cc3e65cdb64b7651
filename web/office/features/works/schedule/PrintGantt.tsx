import { daysBetween, showDay } from '#contract/dates.ts';
import type { Gantt, GanttHouse } from '#contract/works/schedule/model.ts';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
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
    span
      ? {
          left: `${(100 * daysBetween(whole.s, span.s)) / days}%`,
          width: `${(100 * (daysBetween(span.s, span.f) + 1)) / days}%`,
        }
      : {};
  return (
    <div className={styles.print}>
      <h2>
        Cronograma de {gantt.project?.name}, al {showDay(gantt.today)}
      </h2>
      <ShortTable
        label="Cronograma"
        rows={houses}
        rowId={({ contract, house }) => `${contract.id} ${house.id}`}
        columns={[
          { title: 'Vivienda', render: ({ house }) => `${house.block} · ${house.name}` },
          { title: 'Contrato', render: ({ contract }) => contract.reference },
          { title: 'Empieza', render: ({ house }) => dayOf(spanOf(house.tasks)?.s) },
          { title: 'Termina', render: ({ house }) => dayOf(spanOf(house.tasks)?.f) },
          { title: 'Base', render: ({ house }) => dayOf(baseOf(house)?.f) },
          {
            title: `Del ${showDay(whole.s)} al ${showDay(whole.f)}`,
            render: ({ house }) => (
              <div className={styles.printTrack}>
                <div className={styles.printBar} style={box(spanOf(house.tasks))} />
                <div className={styles.printBase} style={box(baseOf(house))} />
              </div>
            ),
          },
        ]}
      />
    </div>
  );
}

const dayOf = (day: string | undefined) => (day === undefined ? '—' : showDay(day));
const baseOf = ({ tasks }: GanttHouse) => spanOf(tasks.map(({ bs, bf }) => ({ s: bs, f: bf })));
